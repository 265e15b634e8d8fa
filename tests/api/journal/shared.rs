//! Files and locks that others may use at the same time, under other names, or with other rights.
#![cfg(unix)]

use std::fs::File;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use testkit::*;

use super::stage::*;

/// The same file by another name, which this process opens once more.
fn alias(path: &Path) -> PathBuf {
    path.parent()
        .unwrap()
        .join(".")
        .join(path.file_name().unwrap())
}

fn config_of(stage: &Stage, path: &Path) -> Value {
    let mut config = stage.config();
    config["journal"] = json!(path);
    config
}

/// A number, as other programs keep it in a file: nothing is written behind it.
#[test]
fn a_file_of_digits_is_somebody_elses() {
    for content in [
        "4242",
        "4242\n",
        "deadbeef",
        "deadbeef\n",
        "0",
        "deadbeef ",
        "deadbeef {",
    ] {
        let file = TempFile::new("program.pid", content.as_bytes());
        let (_, outcome) = Host::try_open(&json!({"journal": file.0}).to_string());
        // A first line that was not finished may be as short as this.
        if content != "deadbeef {" {
            assert_eq!(
                outcome.fails("HR_E_JOURNAL").json["reason"],
                "journal_not_ours",
                "{content}"
            );
            assert_eq!(std::fs::read(&file.0).unwrap(), content.as_bytes());
        }
    }
}

/// Names of one file: what is recorded by one is read by all, and one lock protects it.
#[test]
fn a_file_under_several_names_is_one_journal() {
    testkit::alone!();
    let stage = Stage::silent();
    let link = stage.path().with_file_name("link.hrj");
    let hard = stage.path().with_file_name("hard.hrj");
    symlink(stage.path(), &link).unwrap();
    drop(stage.host());
    std::fs::hard_link(stage.path(), &hard).unwrap();
    let names = [alias(&stage.path()), link, hard, stage.path()];
    let hosts = names
        .each_ref()
        .map(|path| stage.host_with(&config_of(&stage, path)));
    for (at, host) in hosts.iter().enumerate() {
        let document = format!("sent by name {at}");
        let sent = send(host, document.as_bytes()).fails("HR_E_IN_DOUBT");
        for other in &hosts {
            hr::ffi::test_hooks::forget();
            let held = send(other, document.as_bytes()).fails("HR_E_CONFLICT");
            assert_eq!(held.json["entry"], sent.json["entry"]);
        }
    }
    assert_eq!(stage.received(), 4);
    let _lock = hold_lock(&stage.path());
    for path in &names {
        let mut config = config_of(&stage, path);
        config["timeouts"] = json!({"call_ms": 200});
        let (_, outcome) = Host::try_open(&config.to_string());
        assert_eq!(
            outcome.fails("HR_E_JOURNAL").json["reason"],
            "journal_locked",
            "{path:?}"
        );
    }
}

/// A handle with a journal goes by its journal alone, and one without by the memory of the process.
#[test]
fn what_one_journal_has_another_one_and_the_memory_do_not_answer_for() {
    testkit::alone!();
    let stage = Stage::accepting();
    let other = config_of(&stage, &stage.path().with_file_name("other.hrj"));
    let document = b"of a test, and then of a patient";
    let once = |host: &Host| {
        let path = TempFile::new("letter.pdf", document);
        let request = json!({
            "patient_id": PATIENT,
            "documents": [{"path": path.0, "activity_type": "10", "type_code": "11503-0"}],
        });
        host.deposit(&request).ok()
    };
    for (sent, config) in [stage.config(), other, json!({})].iter().enumerate() {
        let host = stage.host_with(config);
        for already in [false, true] {
            let deposited = once(&host);
            assert_eq!(deposited.json["documents"][0]["already"], already);
            assert_eq!(stage.received(), sent + 1, "{}", deposited.text);
        }
    }
}

/// What others wrote behind a part of the last line is not read from its middle on.
#[test]
fn a_file_that_was_shortened_and_has_grown_again_is_not_trusted() {
    testkit::alone!();
    for cut in [2, 40, 100] {
        let stage = Stage::silent();
        let host = stage.host();
        send(&host, format!("before {cut}").as_bytes()).fails("HR_E_IN_DOUBT");
        let length = stage.text().len() as u64;
        let file = File::options().write(true).open(stage.path()).unwrap();
        file.set_len(length - cut).unwrap();
        let other = stage.path().with_file_name("other.hrj");
        std::fs::rename(stage.path(), &other).unwrap();
        let writer = stage.host_with(&config_of(&stage, &other));
        for document in ["one", "two"] {
            send(&writer, format!("{document} after {cut}").as_bytes()).fails("HR_E_IN_DOUBT");
        }
        drop(writer);
        std::fs::rename(&other, stage.path()).unwrap();
        assert!(stage.text().len() as u64 > length + 200);
        hr::ffi::test_hooks::forget();
        let refused = send(&host, format!("one after {cut}").as_bytes()).fails("HR_E_JOURNAL");
        assert_eq!(refused.json["reason"], "journal_replaced", "{cut}");
    }
}

/// As another user, who is nobody's owner: root may do everything.
fn as_nobody(orders: &Value) -> Option<String> {
    use std::os::unix::process::CommandExt;
    let mut command = testkit::process::again(module_path!(), "nobody");
    if rustix::process::geteuid().is_root() {
        command.uid(65534).gid(65534);
    }
    command.env("HR_TEST_ORDERS", orders.to_string());
    let Ok(output) = command.output() else {
        eprintln!("NOT RUN: another user (who may not run this program)");
        return None;
    };
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{said}");
    Some(
        said.split("opened ")
            .nth(1)
            .unwrap()
            .lines()
            .next()
            .unwrap()
            .to_owned(),
    )
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn nobody() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let (number, outcome) = Host::try_open(&orders.to_string());
    println!(
        "opened {}",
        outcome.json["reason"].as_str().unwrap_or("fine")
    );
    drop((number != 0).then(|| Host(number)));
}

#[test]
fn rights_that_are_missing_are_reported_and_nothing_changes() {
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    drop(Host::open(&json!({"journal": path})));
    let before = std::fs::read(&path).unwrap();
    let set = |path: &Path, rights| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap()
    };
    let parent = path.parent().unwrap();
    for (of_folder, of_file, expected) in [
        (0o777, 0o444, "journal_unwritable"),
        (0o777, 0o000, "journal_unwritable"),
        (0o000, 0o666, "journal_unwritable"),
        (0o555, 0o666, "fine"),
    ] {
        set(&path, of_file);
        set(parent, of_folder);
        let said = as_nobody(&json!({"journal": path}));
        set(parent, 0o777);
        if let Some(said) = said {
            assert_eq!(said, expected, "{of_folder:o} {of_file:o}");
        }
        set(&path, 0o600);
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}

/// A file for a group, made beforehand by whoever installs.
#[test]
fn two_users_of_one_group_use_one_file() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("NOT RUN: two users of one group (this is not root)");
        return;
    }
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    std::fs::write(&path, b"").unwrap();
    std::os::unix::fs::chown(&path, None, Some(65534)).unwrap();
    for (path, rights) in [(&*path, 0o660), (path.parent().unwrap(), 0o777)] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(rights)).unwrap();
    }
    drop(Host::open(&json!({"journal": path})));
    if let Some(said) = as_nobody(&json!({"journal": path})) {
        assert_eq!(said, "fine");
    }
    drop(Host::open(&json!({"journal": path})));
}

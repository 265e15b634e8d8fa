//! The parts of programs that the manual shows on the pages of the functions: each function has one, it is short, and the
//! programs work.
#![cfg(target_os = "linux")]

use std::collections::BTreeMap;
use std::process::Command;

use hr_sandbox::{Call, Cut, Fault, Options, Sandbox};
use testkit::c_compiler::{C99, Ended, compile, run};
use testkit::folders::root;
use testkit::tools::has;
use testkit::{CPS_MANY, PIN, PIN_MANY, TempFile, header};

/// Lines of a part.
const MOST: usize = 14;

#[test]
fn each_function_has_a_part() {
    let mut parts: BTreeMap<String, usize> = BTreeMap::new();
    for entry in std::fs::read_dir(root().join("docs/snippets")).unwrap() {
        let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        for part in text.split("/* hr_").skip(1) {
            let (name, rest) = part.split_once(" */\n").unwrap();
            let (part, _) = rest.split_once("/**/").expect("the part ends");
            let lines = part.trim_end().lines().count();
            assert!(
                part.contains(name) || lines < MOST,
                "hr_{name}: {lines} lines"
            );
            *parts.entry(format!("hr_{name}")).or_default() += lines;
        }
    }
    for function in header::functions() {
        let lines = parts.remove(&function.name);
        assert!(
            lines.is_some_and(|lines| lines <= MOST),
            "{}: {lines:?} lines",
            function.name
        );
    }
    assert!(parts.is_empty(), "{parts:?}");
}

fn program(name: &str, sandbox: &Sandbox, arguments: &[&str], typed: &str) -> Ended {
    let mut command = Command::new(compile(&C99, &format!("docs/snippets/{name}.c")));
    command
        .arg(sandbox.config_json().to_string())
        .args(arguments);
    run(&mut command, typed)
}

#[track_caller]
fn assert_fine(ended: &Ended) {
    assert!(ended.code == Some(0), "{ended:?}");
}

fn can() -> bool {
    has(C99.tool, "the parts of programs in the manual")
}

#[test]
fn the_steps_and_the_calls_put_documents_into_the_record() {
    if !can() {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).unwrap();
    let file = TempFile::new("letter.txt", b"A letter.\n");
    let typed = format!("{PIN_MANY}\ny\ny\n");
    let given = [CPS_MANY, "TÉMOIN", "Loïc", file.path()];
    assert_fine(&program("steps", &sandbox, &given, &typed));
    assert_eq!(sandbox.documents().len(), 2);
    assert_eq!(sandbox.requests_of(Call::ProfileSelect).len(), 1);
    assert_eq!(sandbox.requests_of(Call::PatientUpdate).len(), 1);

    sandbox.reset();
    let typed = format!("{PIN}\n");
    assert_fine(&program("calls", &sandbox, &[file.path()], &typed));
    assert_eq!(sandbox.documents().len(), 2);
}

#[test]
fn a_person_decides_what_is_presented_and_sent_again() {
    if !can() {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).unwrap();
    let [one, other] = ["one", "other"].map(|name| TempFile::new(name, name.as_bytes()));
    let journal = TempFile::new("snippets.hrj", b"");
    let lost = Fault::on(Call::DmpSend).act().cut(Cut::Before);
    sandbox.set_fault(lost.times(2));
    let mut config = sandbox.config_json();
    config["journal"] = journal.path().into();
    let mut command = Command::new(compile(&C99, "docs/snippets/decisions.c"));
    command.args([&config.to_string(), one.path(), other.path()]);
    let ended = run(&mut command, &format!("0000\n{PIN}\ny\ny\ny\n"));
    assert_fine(&ended);
    assert_eq!(sandbox.documents().len(), 3);
    assert_eq!(sandbox.pin_presentations(testkit::CPS), 2);
}

#[test]
fn texts_are_read_and_calls_stopped() {
    if !can() {
        return;
    }
    let sandbox = Sandbox::start(Options::default()).unwrap();
    let ended = program("texts", &sandbox, &[], "");
    assert_fine(&ended);
    for said in [
        "hr_open: HR_OK",
        "card client: http://127.0.0.1:",
        "upload_ms",
        "1 kinds of card",
    ] {
        assert!(ended.out.contains(said), "{said}: {ended:?}");
    }
    assert!(ended.err.contains("hr_ticket"), "{ended:?}");
    assert_eq!(sandbox.requests_of(Call::Ticket).len(), 1);
}

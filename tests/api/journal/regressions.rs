//! What somebody found who attacked the journal with the promises alone.

use std::time::{Duration, Instant};

use hr::code::HR_E_ARGUMENT;
use hr::ffi::test_hooks;
use serde_json::{Value, json};
#[cfg(target_os = "linux")]
use testkit::card_client::{After, CardClient, Reply, one};
use testkit::raw_server::{Peer, answer};
use testkit::*;

use super::refusing_reader::RefusingReader;
use super::stage::*;

fn request(path: &TempFile) -> Value {
    json!({
        "patient_id": PATIENT,
        "documents": [{"path": path.0, "activity_type": "10", "type_code": "11503-0"}],
    })
}

/// Who answered for a doubt that another process had replaced made the document one that was accepted, with nothing stored.
#[test]
fn r184_a_doubt_that_was_replaced_does_not_count_as_arrived() {
    testkit::alone!();
    let stage = Stage::silent();
    let document = TempFile::new("letter.pdf", b"document");
    let host = stage.host();
    let first = send(&host, b"document").fails("HR_E_IN_DOUBT").str("entry");
    let mut other = testkit::process::again(module_path!(), "the_other_sender");
    let orders = json!({"config": stage.config(), "url": stage.server.url(), "entry": first});
    other.env("HR_TEST_ORDERS", orders.to_string());
    assert!(other.status().unwrap().success());
    assert_eq!(host.dmp_resend_allow(&first), HR_E_ARGUMENT);
    assert_eq!(host.dmp_found(&first), HR_E_ARGUMENT);
    let deposited = host.deposit(&request(&document)).fails("HR_E_IN_DOUBT");
    let of_document = &deposited.json["documents"][0];
    assert_eq!(of_document["already"], false, "{}", deposited.text);
    assert_ne!(of_document["entry"], first.as_str());
    assert_eq!(stage.received(), 2);
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_other_sender() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let host = host_at(orders["url"].as_str().unwrap(), &orders["config"]);
    assert_eq!(host.dmp_resend_allow(orders["entry"].as_str().unwrap()), 0);
    send(&host, b"document").fails("HR_E_IN_DOUBT");
}

/// A test service and a real one in one process: the real one received nothing, and the call said accepted.
#[test]
fn r185_documents_are_compared_within_one_license_server() {
    testkit::alone!();
    let stage = Stage::accepting();
    let document = TempFile::new("letter.pdf", b"for both services");
    let of = |license: &str, journal: bool| {
        let mut config = stage.config();
        config["license_url"] = json!(license);
        if !journal {
            config.as_object_mut().unwrap().remove("journal");
        }
        stage.host_with(&config)
    };
    for journal in [false, true] {
        let before = stage.received();
        for (license, sent) in [
            ("https://test.license.example", 1),
            ("https://license.example", 2),
            ("https://LICENSE.example:443/v2", 2),
            ("https://license.example:8443", 3),
        ] {
            of(license, journal).deposit(&request(&document)).ok();
            assert_eq!(stage.received() - before, sent, "{license}, {journal}");
        }
    }
}

/// An upload with a second's time took 5.5 s, where another program held the lock at its end.
#[test]
#[cfg(target_os = "linux")]
fn r187_the_record_of_an_end_is_within_the_time_of_the_call() {
    testkit::alone!();
    let folder = TempFile::new("folder", b"");
    let journal = folder.0.with_file_name("records.hrj");
    let (path, held) = (journal.clone(), std::sync::Mutex::new(None));
    let stage = Stage::new(move |peer| {
        *held.lock().unwrap() = Some(hold_lock(&path));
        accept(peer);
    });
    let mut config = stage.config();
    config["journal"] = json!(journal);
    config["timeouts"] = json!({"upload_ms": 1_000, "call_ms": 500});
    let host = stage.host_with(&config);
    let began = Instant::now();
    let sent = send(&host, b"document").ok();
    assert_eq!(sent.json["journal"], "not_completed");
    drop(host);
    assert!(
        began.elapsed() < Duration::from_millis(2_500),
        "{:?}",
        began.elapsed()
    );
}

/// Opening a large file went on for as long as it took, and others found its lock held.
#[test]
fn r188_opening_a_journal_ends_with_the_time_of_the_call() {
    let stage = Stage::accepting();
    drop(Host::open(&stage.config()));
    let uploads = (0..20_000).map(|number| ended_upload(number, "2026-01-01", "accepted"));
    std::fs::write(stage.path(), stage.text() + &uploads.collect::<String>()).unwrap();
    let mut config = stage.config();
    config["timeouts"] = json!({"call_ms": 1});
    let (_, outcome) = Host::try_open(&config.to_string());
    assert_eq!(outcome.fails("HR_E_JOURNAL").json["reason"], "journal_slow");
    drop(Host::open(&stage.config()));
}

/// A child that was forked in an upload kept the lock of its parent, who was killed: in that upload, or in a later one.
#[test]
#[cfg(target_os = "linux")]
fn r189_a_child_keeps_no_lock_of_its_parent() {
    for uploads in [1, 2] {
        killed_in_the_last_of(uploads);
    }
}

#[cfg(target_os = "linux")]
fn killed_in_the_last_of(uploads: usize) {
    use std::io::BufRead;
    use std::sync::atomic::{AtomicUsize, Ordering};
    let received = AtomicUsize::new(0);
    let stage = Stage::new(move |mut peer: Peer| {
        peer.request();
        if received.fetch_add(1, Ordering::SeqCst) + 1 < uploads {
            peer.send(answer("200 OK", "connection: close\r\n", "{}"));
            return;
        }
        peer.mark("received");
        peer.hold();
    });
    let mut command = testkit::process::again(module_path!(), "the_forking_sender");
    let (config, url) = (stage.config(), stage.server.url());
    let orders = json!({"config": config, "url": url, "uploads": uploads});
    command.env("HR_TEST_ORDERS", orders.to_string());
    command.stdout(std::process::Stdio::piped());
    command.stderr(std::process::Stdio::null());
    let mut parent = command.spawn().unwrap();
    let lines = std::io::BufReader::new(parent.stdout.take().unwrap()).lines();
    let mut lines = lines.map_while(Result::ok);
    let child = lines.find_map(|line| Some(line.split_once("forked ")?.1.trim().to_owned()));
    let child = Child(child.unwrap().parse().unwrap());
    stage.server.until("received");
    let host = stage.host();
    let newest = json!({"limit": 1});
    assert_eq!(only(&host, &newest)["in_use"], true);
    parent.kill().unwrap();
    parent.wait().unwrap();
    assert_eq!(unsafe { libc::kill(child.0, 0) }, 0, "the child is there");
    assert_eq!(only(&host, &newest)["doubt"], true);
}

/// A process that ends with its test.
#[cfg(target_os = "linux")]
struct Child(i32);

#[cfg(target_os = "linux")]
impl Drop for Child {
    fn drop(&mut self) {
        unsafe { libc::kill(self.0, libc::SIGKILL) };
    }
}

#[cfg(target_os = "linux")]
fn wait_in_child() -> ! {
    unsafe {
        // It does not outlive the test, whatever becomes of that.
        libc::alarm(20);
        libc::pause();
    }
    std::process::abort()
}

#[cfg(target_os = "linux")]
extern "C" fn fork_once(_: *mut std::ffi::c_void, done: i32, _: i32) -> i32 {
    static FORKED: std::sync::Once = std::sync::Once::new();
    let fork = || match unsafe { libc::fork() } {
        0 => wait_in_child(),
        child => println!("forked {child}"),
    };
    // Before that it is read, and is not in flight.
    if done > 0 {
        FORKED.call_once(fork);
    }
    0
}

#[test]
#[cfg(target_os = "linux")]
#[ignore = "run by the others, in a process of its own"]
fn the_forking_sender() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let host = host_at(orders["url"].as_str().unwrap(), &orders["config"]);
    let nobody = std::ptr::null_mut();
    let set = unsafe { hr::ffi::handle::hr_set_progress(host.0, Some(fork_once), nobody) };
    assert_eq!(set, 0);
    for number in 0..orders["uploads"].as_u64().unwrap() {
        send(&host, &vec![number as u8; 8 << 20]);
    }
}

/// A child that was forked while another thread opened a journal had a copy of what keeps the locks.
#[test]
#[cfg(target_os = "linux")]
fn r196_a_child_forked_while_a_journal_is_opened_keeps_no_lock() {
    use std::io::{Read, Write};
    use std::sync::atomic::{AtomicBool, Ordering};
    testkit::alone!();
    let files: Vec<TempFile> = (0..300)
        .map(|_| TempFile::new("records.hrj", b""))
        .collect();
    // A fork that began before the first call is not noticed.
    drop(Host::open(&json!({})));
    let done = AtomicBool::new(false);
    let (mut begun, begins) = std::io::pipe().unwrap();
    let children = std::thread::scope(|threads| {
        let forking = threads.spawn(|| {
            let mut children = Vec::new();
            while !done.load(Ordering::SeqCst) && children.len() < 2_000 {
                children.push(match unsafe { libc::fork() } {
                    0 => {
                        (&begins).write_all(b"b").ok();
                        wait_in_child()
                    }
                    child => Child(child),
                });
            }
            children
        });
        for file in &files {
            drop(Host::open(&json!({"journal": file.0})));
        }
        done.store(true, Ordering::SeqCst);
        forking.join().unwrap()
    });
    // A child that has not run yet has not let go of anything.
    begun.read_exact(&mut vec![0; children.len()]).unwrap();
    let kept = files
        .iter()
        .filter(|file| is_locked(&file.0, (1 << 62) + 1));
    assert_eq!((kept.count(), children.is_empty()), (0, false));
}

#[cfg(target_os = "linux")]
fn is_locked(path: &std::path::Path, byte: i64) -> bool {
    use std::os::fd::AsRawFd;
    let file = std::fs::File::options().write(true).open(path).unwrap();
    let mut range: libc::flock64 = unsafe { std::mem::zeroed() };
    range.l_type = libc::F_WRLCK as i16;
    (range.l_start, range.l_len) = (byte, 1);
    let got = unsafe { libc::fcntl(file.as_raw_fd(), libc::F_OFD_GETLK, &raw mut range) };
    assert_eq!(got, 0);
    i32::from(range.l_type) != libc::F_UNLCK
}

/// The power was lost when the file had its length and nothing else: it was nobody's from then on.
#[test]
fn r190_a_file_of_nuls_is_empty() {
    testkit::alone!();
    let stage = Stage::accepting();
    for length in [1, 90, 190, 4_096, 100_000] {
        std::fs::write(stage.path(), vec![0; length]).unwrap();
        let host = stage.host();
        send(&host, format!("{length}").as_bytes()).ok();
        assert!(!stage.text().contains('\0'));
        assert_eq!(host.journal(&json!({})).json["damaged"], 0);
    }
}

/// One damaged character in a line of a PIN or an upload, and it was as if nothing had been.
#[test]
fn r191_what_one_line_has_lost_the_other_one_states() {
    testkit::alone!();
    let stage = Stage::silent();
    let entry = send(&stage.host(), b"document")
        .fails("HR_E_IN_DOUBT")
        .str("entry");
    let reader = RefusingReader::new("r191");
    reader
        .login(&reader.path(), "0000")
        .fails("HR_E_CARD_STATUS");
    let (uploads, pins) = (stage.text(), reader.text());
    for damaged in [1, 2] {
        let without = |text: &str| -> String {
            let lines = text
                .lines()
                .enumerate()
                .map(|(at, line)| match at == damaged {
                    true => format!("{}\n", line.replacen("\"entry\"", "\"Entry\"", 1)),
                    false => format!("{line}\n"),
                });
            lines.collect()
        };
        std::fs::write(stage.path(), without(&uploads)).unwrap();
        std::fs::write(reader.path(), without(&pins)).unwrap();
        test_hooks::forget();
        let host = stage.host();
        let held = send(&host, b"document").fails("HR_E_CONFLICT");
        assert_eq!(held.str("entry"), entry, "{damaged}");
        assert_eq!(host.journal(&json!({})).json["damaged"], 1);
        let held = reader.login(&reader.path(), "0000").fails("HR_E_PIN_GUARD");
        assert_eq!(held.json["reason"], "pin_held", "{damaged}");
    }
    assert_eq!((stage.received(), reader.presented()), (1, 1));
}

/// Nobody knows what a damaged line said, so that each card is held until a person decides; and then no more.
#[test]
fn r192_a_damaged_line_holds_each_card_until_a_permit_is_used() {
    testkit::alone!();
    let (sandbox, _, _) = with_card("r192");
    let folder = TempFile::new("folder", b"");
    let path = folder.0.with_file_name("records.hrj");
    let mut config = sandbox.config_json();
    config["journal"] = json!(path);
    drop(Host::open(&config));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text + "what nobody can read\n").unwrap();
    let login = || {
        let host = Host::open(&config);
        host.ticket().ok();
        let token = host.token("r192");
        (host.login(&token, PIN), host)
    };
    let (held, host) = login();
    assert_eq!(held.fails("HR_E_PIN_GUARD").json["reason"], "pin_held");
    assert_eq!(host.pin_retry_allow_last(), 0);
    for _ in 0..2 {
        login().0.ok();
        test_hooks::forget();
    }
    assert_eq!(sandbox.pin_presentations("r192"), 2);
}

/// The card client had all of the call's time, after another process' lock had taken most of it.
#[test]
#[cfg(target_os = "linux")]
fn r206_a_login_that_waited_for_the_journal_ends_with_its_time() {
    testkit::alone!();
    let client = CardClient::start();
    client.list(one("t", r#"{"serial":"r206"}"#));
    client.reply(Reply::new("", After::Silence));
    let file = TempFile::new("records.hrj", b"");
    let host = client.host_with(json!({"journal": file.0, "timeouts": {"login_ms": 2_000}}));
    host.ready().ok();
    let held = hold_lock(&file.0);
    let began = Instant::now();
    std::thread::scope(|threads| {
        threads.spawn(|| {
            std::thread::sleep(Duration::from_millis(1_500));
            drop(held);
        });
        host.login("t", "0000").fails("HR_E_IN_DOUBT");
    });
    assert!(
        began.elapsed() < Duration::from_millis(2_750),
        "{:?}",
        began.elapsed()
    );
}

/// What ended after the file was read, and before it was asked whether it runs, was listed as a doubt.
#[test]
#[cfg(target_os = "linux")]
fn r211_an_upload_that_ends_meanwhile_is_no_doubt() {
    use std::io::Write;
    testkit::alone!();
    let stage = Stage::accepting();
    let host = stage.host();
    let path = stage.path();
    let mut file = std::fs::File::options().append(true).open(&path).unwrap();
    std::thread::scope(|threads| {
        let uploads = threads.spawn(move || {
            for number in 0..5_000 {
                let place = file.metadata().unwrap().len() as i64;
                let in_flight = hold_byte(&path, (1 << 62) + 2 + place);
                for line in ended_upload(number, "2026-01-01", "accepted").split_inclusive('\n') {
                    file.write_all(line.as_bytes()).unwrap();
                }
                drop(in_flight);
            }
        });
        while !uploads.is_finished() {
            let listed = host.journal(&json!({"limit": 1})).ok();
            assert_eq!(listed.json["doubts"], 0, "{}", listed.text);
        }
    });
}

/// However long the list was, the call went on to its end.
#[test]
fn r212_a_list_of_uploads_ends_with_the_time_of_the_call() {
    testkit::alone!();
    let stage = Stage::accepting();
    let _host = stage.host();
    let uploads = (0..30_000).map(|number| ended_upload(number, "2026-01-01", "accepted"));
    let begun = uploads.map(|lines| format!("{}\n", lines.lines().next().unwrap()));
    std::fs::write(stage.path(), stage.text() + &begun.collect::<String>()).unwrap();
    let all = Host::open(&stage.config())
        .journal(&json!({"limit": 1}))
        .ok();
    assert_eq!(all.json["doubts"], 30_000);
    let mut config = stage.config();
    config["timeouts"] = json!({"call_ms": 1});
    let mut opened = (0..1_000).map(|_| Host::try_open(&config.to_string()));
    let (host, _) = opened.find(|(_, opened)| opened.code == 0).unwrap();
    let listed = Host(host).journal(&json!({"limit": 1}));
    assert_eq!(listed.fails("HR_E_JOURNAL").json["reason"], "journal_slow");
}

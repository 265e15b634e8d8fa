//! Files that change while they are sent.

use std::fs::OpenOptions;
use std::io::Write;

use super::fixture::*;
use testkit::TempFile;

/// Sends a file that `change` changes when the server has read a part of it.
fn changing(change: impl FnOnce(&std::fs::File)) {
    let file = TempFile::new("scan.pdf", large());
    let fixture = Fixture::plain(|mut peer| {
        peer.read_to(100_000);
        peer.mark("begun");
        peer.wait_for("changed");
        peer.hold();
    });
    std::thread::scope(|threads| {
        let call = threads.spawn(|| fixture.send_file(file.path()));
        fixture.server.until("begun");
        change(&OpenOptions::new().append(true).open(file.path()).unwrap());
        fixture.server.mark("changed");
        let sent = call.join().unwrap().fails("HR_E_FILE");
        let sent = sent.outcome("incomplete");
        assert_eq!(sent.json["sha256"], serde_json::Value::Null);
    });
    assert!(fixture.uploads().iter().all(|request| !request.whole));
}

#[test]
fn a_file_that_shrinks_while_it_is_sent() {
    changing(|file| file.set_len(large().len() as u64 - 1).unwrap());
    changing(|file| file.set_len(0).unwrap());
}

#[test]
fn a_file_that_grows_while_it_is_sent() {
    changing(|mut file| file.write_all(b"x").unwrap());
    changing(|file| file.set_len(2 * large().len() as u64).unwrap());
}

#[test]
fn what_is_no_file_sends_nothing() {
    let fixture = Fixture::plain(|_| panic!("nothing may arrive"));
    let folder = std::env::temp_dir();
    for path in [folder.to_str().unwrap(), "/nowhere/x.pdf", "", "/dev/null"] {
        let sent = fixture.host.dmp_send(&fixture.patient, path, Some("x.pdf"));
        assert!(sent.code < 0, "{path}");
    }
    assert_eq!(fixture.server.connections(), 1);
}

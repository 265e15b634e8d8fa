//! `hr-sandbox manual` as a program, in a folder like that of an archive.

use crate::client::send;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use testkit::process::Speaking;

#[test]
fn it_serves_the_manual_that_lies_beside_it() {
    let name = format!("manual-{}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let program = folder.join(format!("bin/hr-sandbox{}", std::env::consts::EXE_SUFFIX));
    fs::create_dir_all(folder.join("bin")).unwrap();
    fs::hard_link(env!("CARGO_BIN_EXE_hr-sandbox"), &program).unwrap();
    let mut command = Command::new(&program);
    command.args(["manual", "--lang", "fr", "--exit-with-stdin"]);

    let without = command.stdin(Stdio::null()).output().unwrap();
    assert_eq!(without.status.code(), Some(1));
    let said = String::from_utf8(without.stderr).unwrap();
    assert!(said.contains("lisez docs/fr/README.md"), "{said}");

    let pages = folder.join("share/doc/hr/manual/fr");
    fs::create_dir_all(&pages).unwrap();
    fs::write(pages.join("index.html"), "<p>Le manuel</p>").unwrap();
    let mut serving = Speaking::start(&mut command);
    let url = serving.said("").unwrap();
    let page = send("GET", &url, &[], b"");
    drop(serving.running.0.stdin.take());
    assert!(serving.running.0.wait().unwrap().success());
    assert_eq!(
        (page.status, &*page.body),
        (200, &b"<p>Le manuel</p>"[..]),
        "{url}"
    );
    fs::remove_dir_all(folder).unwrap();
}

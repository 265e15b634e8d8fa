//! The manual, served by a port of its own or by the control port.

use crate::client::*;
use hr_sandbox::{Manual, Options, Sandbox};
use std::fs;
use std::path::PathBuf;

/// A folder like the built manual, and a file beside it.
fn folder(name: &str) -> PathBuf {
    let name = format!("manual-{name}-{}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(folder.join("manual/fr")).unwrap();
    fs::write(folder.join("manual/fr/index.html"), "<p>Le manuel</p>").unwrap();
    fs::write(folder.join("secret"), "none of it").unwrap();
    folder
}

#[test]
fn the_pages_come_from_the_folder_and_nothing_from_beside_it() {
    let folder = folder("alone");
    let manual = Manual::start(folder.join("manual"), 0).unwrap();
    let at = |path: &str| send("GET", &format!("{}{path}", manual.url()), &[], b"");
    let page = at("fr/index.html");
    assert_eq!((page.status, &*page.body), (200, &b"<p>Le manuel</p>"[..]));
    let kind = page.header("content-type");
    assert_eq!(kind, Some("text/html; charset=utf-8"));
    let policy = page.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'self'; "), "{policy}");
    assert_eq!(at("fr/").header("location"), Some("/manual/fr/index.html"));
    assert_eq!(at("").header("location"), Some("/manual/index.html"));
    for outside in [
        "../secret",
        "%2e%2e/secret",
        "fr/%2e%2e/%2e%2e/secret",
        "%2fetc/passwd",
        "none.html",
    ] {
        assert_eq!(at(outside).status, 404, "{outside}");
    }
    let (url, origin) = (manual.url(), ("Origin", "http://example.org"));
    assert_eq!(send("GET", &url, &[origin], b"").status, 403);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_console_leads_to_it_where_it_is() {
    let folder = folder("console");
    let options = Options {
        manual: Some(folder.join("manual")),
        ..Options::default()
    };
    let with = Sandbox::start(options).unwrap();
    let state = control(&with, "GET", "/state", "").json();
    let address = state["urls"]["manual"].as_str().unwrap();
    let page = send("GET", &format!("{address}fr/index.html"), &[], b"");
    assert_eq!(page.status, 200);
    let without = sandbox();
    let state = control(&without, "GET", "/state", "").json();
    assert_eq!(state["urls"].get("manual"), None);
    let page = control(&without, "GET", "/manual/fr/index.html", "");
    assert_eq!(page.status, 404);
    fs::remove_dir_all(folder).unwrap();
}

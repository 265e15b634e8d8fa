//! The manual, served by the control port.

use crate::client::*;
use std::fs;
use std::path::PathBuf;

#[test]
fn the_pages_come_from_the_folder_and_nothing_from_beside_it() {
    let name = format!("manual-{}", std::process::id());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let pages = folder.join("manual");
    fs::create_dir_all(pages.join("fr")).unwrap();
    fs::write(pages.join("fr/index.html"), "<p>Le manuel</p>").unwrap();
    fs::write(folder.join("secret"), "none of it").unwrap();

    let sandbox = sandbox_with(|options| options.manual = Some(pages));
    let state = get(&sandbox, "/state");
    let manual = state["urls"]["manual"].as_str().unwrap();
    let at = |path: &str| send("GET", &format!("{manual}{path}"), &[], b"");
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
    let foreign = send("GET", manual, &[("Origin", "http://example.org")], b"");
    assert_eq!(foreign.status, 403);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn without_a_folder_there_is_none() {
    let without = sandbox();
    let page = control(&without, "GET", "/manual/fr/index.html", "");
    assert_eq!(page.status, 404);
    assert_eq!(get(&without, "/state")["urls"].get("manual"), None);
}

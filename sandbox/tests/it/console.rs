//! The console's files, and who may speak to the control port.

use crate::client::*;
use hr_sandbox::Sandbox;
use std::io::Write;

/// A request with these headers alone.
fn ask(sandbox: &Sandbox, line: &str, headers: &[(&str, &str)]) -> Reply {
    let mut text = format!("{line} HTTP/1.1\r\nConnection: close\r\n");
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    let mut stream = connect(&sandbox.control_url());
    let _ = stream.write_all(format!("{text}\r\n").as_bytes());
    Reply::read(&mut stream).expect("a reply")
}

#[test]
fn the_page_and_its_files_come_from_the_program() {
    let sandbox = sandbox();
    let page = send("GET", &sandbox.console_url(), &[], b"");
    let text = String::from_utf8(page.body.clone()).unwrap();
    let kind = page.header("content-type");
    assert_eq!(kind, Some("text/html; charset=utf-8"));
    let files = text.split('"').filter(|it| it.starts_with("/console/"));
    for file in files.chain(["/console/js/store.js", "/console/labels/fr.json"]) {
        let reply = control(&sandbox, "GET", file, "");
        assert_eq!(reply.status, 200, "{file}");
        let script = reply.header("content-type") == Some("text/javascript; charset=utf-8");
        assert_eq!(file.ends_with(".js"), script, "{file}");
    }
    for missing in ["none.js", "../index.html", "%2e%2e/js/main.js", ""] {
        let reply = control(&sandbox, "GET", &format!("/console/{missing}"), "");
        expect(&reply, "404", "error");
    }
    assert_eq!(control(&sandbox, "POST", "/", "").status, 405);
}

#[test]
fn a_browser_is_told_to_run_and_load_nothing_else() {
    let sandbox = sandbox();
    let [page, state, unknown] =
        ["/", "/state", "/none"].map(|path| control(&sandbox, "GET", path, ""));
    let policy = page.header("content-security-policy").unwrap();
    let wanted = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                  connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'; \
                  frame-ancestors 'none'; require-trusted-types-for 'script'";
    assert_eq!(policy, wanted);
    let policy = state.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'; base-uri"));
    for [name, value] in rows(
        "cache-control                | no-store
         x-content-type-options       | nosniff
         referrer-policy              | no-referrer
         cross-origin-resource-policy | same-origin",
    ) {
        for reply in [&page, &state, &unknown] {
            assert_eq!(reply.header(name), Some(value));
        }
    }
}

#[test]
fn a_host_that_is_not_the_control_port_is_refused() {
    let sandbox = sandbox();
    let url = sandbox.control_url();
    let port = url.rsplit(':').next().unwrap();
    for name in ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"] {
        let host = format!("{name}:{port}");
        let reply = ask(&sandbox, "GET /state", &[("Host", &host)]);
        assert_eq!(reply.status, 200, "{host}");
    }
    let own = format!("127.0.0.1:{port}");
    let elsewhere = format!("rebound.example:{port}");
    for host in [
        &*elsewhere,
        &format!("127.0.0.1:1{port}"),
        &format!("127.0.0.1.example:{port}"),
        "127.0.0.1:1",
        "127.0.0.1",
        "localhost",
        "",
    ] {
        for line in [
            "GET /",
            "GET /state",
            "GET /console/js/main.js",
            "POST /reset",
        ] {
            let reply = ask(&sandbox, line, &[("Host", host)]);
            assert_eq!(reply.status, 421, "{host} {line}");
            assert!(reply.error().contains(&own), "{host}");
        }
    }
    let target = format!("GET http://{elsewhere}/state");
    assert_eq!(ask(&sandbox, &target, &[("Host", &own)]).status, 421);
    let twice = [("Host", own.as_str()), ("Host", &elsewhere)];
    assert_ne!(ask(&sandbox, "GET /state", &twice).status, 200);
}

#[test]
fn pages_of_other_origins_are_refused() {
    let sandbox = sandbox();
    let own = sandbox.control_url();
    let host = split(&own).0;
    let port = own.rsplit(':').next().unwrap();
    // Headers of a request, and what is answered to a visit of the page, to a read and to a change.
    for [headers, page, state, reset] in rows(
        "Origin: OWN                                                                             | 200 | 200 | 200
         Sec-Fetch-Site: same-origin                                                             | 200 | 200 | 200
         Sec-Fetch-Site: none; Sec-Fetch-Mode: navigate                                          | 200 | 200 | 200
         Origin: https://attacker.example                                                        | 403 | 403 | 403
         Origin: null                                                                            | 403 | 403 | 403
         Origin: http://localhost:PORT                                                           | 403 | 403 | 403
         Origin: https://127.0.0.1:PORT                                                          | 403 | 403 | 403
         Origin: OWN; Origin: null                                                               | 403 | 403 | 403
         Sec-Fetch-Site: cross-site                                                              | 403 | 403 | 403
         Sec-Fetch-Site: same-site                                                               | 403 | 403 | 403
         Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: iframe            | 403 | 403 | 403
         Sec-Fetch-Site: cross-site; Sec-Fetch-Mode: navigate; Sec-Fetch-Dest: document          | 200 | 403 | 403",
    ) {
        let headers = headers.replace("OWN", &own).replace("PORT", port);
        let headers = headers.split("; ").filter_map(|header| header.split_once(": "));
        let headers: Vec<_> = [("Host", host)].into_iter().chain(headers).collect();
        for (line, status) in [("GET /", page), ("GET /state", state), ("POST /reset", reset)] {
            let reply = ask(&sandbox, line, &headers);
            assert_eq!(reply.status.to_string(), status, "{line} {headers:?}");
        }
    }
}

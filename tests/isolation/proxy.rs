//! Where proxies may lead. One test in one process: it changes the environment. See tests/isolation/credentials.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::json;
use testkit::raw_server::{Peer, Server, answer};
use testkit::*;

/// Listens where nobody should connect, and keeps what it is sent.
struct Decoy {
    address: String,
    connections: Arc<AtomicUsize>,
    received: Arc<Mutex<Vec<u8>>>,
}

fn decoy() -> Decoy {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    let connections = Arc::new(AtomicUsize::new(0));
    let received = Arc::new(Mutex::new(Vec::new()));
    let (count, bytes) = (Arc::clone(&connections), Arc::clone(&received));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            count.fetch_add(1, Ordering::SeqCst);
            let mut head = Vec::new();
            let mut byte = [0];
            while !head.ends_with(b"\r\n\r\n") && stream.read(&mut byte).is_ok_and(|n| n == 1) {
                head.push(byte[0]);
            }
            bytes.lock().unwrap().extend_from_slice(&head);
            let _ = stream.write_all(
                b"HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n",
            );
        }
    });
    Decoy {
        address,
        connections,
        received,
    }
}

const VARIABLES: [&str; 8] = [
    "HTTP_PROXY",
    "http_proxy",
    "HTTPS_PROXY",
    "https_proxy",
    "ALL_PROXY",
    "all_proxy",
    "NO_PROXY",
    "no_proxy",
];

#[test]
fn credentials_go_where_they_belong_whatever_the_environment_says() {
    testkit::alone!();
    let decoy = decoy();
    let proxy = format!("http://{}", decoy.address);
    for exceptions in [None, Some("localhost, 127.0.0.1"), Some("nothing.example")] {
        for setting in ["none", "env", "system", &proxy] {
            for name in VARIABLES {
                let value = match (name.eq_ignore_ascii_case("no_proxy"), exceptions) {
                    (false, _) => Some(proxy.as_str()),
                    (true, exceptions) => exceptions,
                };
                // SAFETY: this process has one test, and the threads of the sandbox read no environment.
                unsafe {
                    match value {
                        Some(value) => std::env::set_var(name, value),
                        None => std::env::remove_var(name),
                    }
                }
            }
            let sandbox = sandbox();
            let host = Host::with(&sandbox, json!({ "proxy": setting }));
            let id = host.open_record();
            host.dmp_send_bytes(&id, setting.as_bytes(), "a.txt").ok();
        }
    }
    assert_eq!(
        decoy.connections.load(Ordering::SeqCst),
        0,
        "loopback never goes through a proxy"
    );

    // What is not on this computer goes to the proxy, by CONNECT and without the license bearer.
    let config = |proxy| {
        json!({
            "license_url": "https://license.invalid", "license_bearer": "planted-bearer", "proxy": proxy,
        })
    };
    for name in ["NO_PROXY", "no_proxy"] {
        // SAFETY: as above.
        unsafe { std::env::remove_var(name) };
    }
    // The environment is what this system has.
    let words = match cfg!(windows) {
        true => &["env"][..],
        false => &["env", "system"],
    };
    for word in words {
        let refused = Host::open(&config(word)).ticket().fails("HR_E_PROXY");
        assert_eq!(refused.json["phase"], "connect");
    }
    let received = String::from_utf8(decoy.received.lock().unwrap().clone()).unwrap();
    assert!(
        received.starts_with("CONNECT license.invalid:443 HTTP/1.1\r\n"),
        "{received}"
    );
    assert!(!received.contains("planted"));
    assert_eq!(decoy.connections.load(Ordering::SeqCst), words.len());
    a_kept_connection_follows_the_environment();
}

/// R75: a kept connection passed by the proxy that the environment named since.
fn a_kept_connection_follows_the_environment() {
    let proxies = [(); 3].map(|()| {
        Server::start(|mut peer: Peer| {
            while let Some(request) = peer.request() {
                match request.head.starts_with("CONNECT") {
                    true => peer.send("HTTP/1.1 200 OK\r\n\r\n"),
                    false => peer.send(answer("200 OK", "", "{}")),
                };
            }
        })
    });
    let urls = proxies.each_ref().map(Server::url);
    for name in VARIABLES {
        // SAFETY: as above; the proxies read no environment.
        unsafe { std::env::remove_var(name) };
    }
    let host = Host::open(&json!({"proxy": "env", "allow_plain_http": true}));
    assert_eq!(host.session_set("http://service.invalid", "bearer"), 0);
    let call = |variables: &[(&str, &str)]| {
        for name in ["http_proxy", "NO_PROXY"] {
            let value = variables.iter().find(|(key, _)| *key == name);
            // SAFETY: as above.
            unsafe {
                match value {
                    Some((_, value)) => std::env::set_var(name, value),
                    None => std::env::remove_var(name),
                }
            }
        }
        host.request("POST", "/x", Some("{}"))
    };
    let arrived = || proxies.each_ref().map(|proxy| proxy.requests().len());
    let through = |url: &str| call(&[("http_proxy", url)]);
    through(&urls[0]).ok();
    through(&urls[0]).ok();
    assert_eq!(arrived(), [3, 0, 0], "one tunnel, two requests");
    through(&urls[1]).ok();
    assert_eq!(arrived(), [3, 2, 0]);
    // Credentials are a part of the route.
    let named = urls[1].replace("http://", "http://user:word@");
    through(&named).ok();
    assert_eq!(arrived(), [3, 4, 0]);
    for bypassing in [
        &[][..],
        &[
            ("http_proxy", urls[2].as_str()),
            ("NO_PROXY", "service.invalid"),
        ],
    ] {
        call(bypassing).fails("HR_E_CONNECT").outcome("not_sent");
        assert_eq!(arrived(), [3, 4, 0], "nobody else was asked");
    }
    through("socks5://x")
        .fails("HR_E_PROXY")
        .outcome("not_sent");
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;
        // What is not UTF-8 is not taken for nothing: the call would go direct.
        let odd = std::ffi::OsStr::from_bytes(b"http://\xe9.invalid");
        // SAFETY: as above.
        unsafe { std::env::set_var("http_proxy", odd) };
        let request = host.request("POST", "/x", Some("{}"));
        request.fails("HR_E_PROXY").outcome("not_sent");
    }
    through(&urls[2]).ok();
    assert_eq!(arrived(), [3, 4, 2]);
}

//! On Linux an owner is a user: that of the socket at the other end, or of whoever listens as long as nobody has
//! accepted the connection. A listener of another user is one for real, which only root may start.

use std::io::{BufRead, BufReader, ErrorKind, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use hr::ffi::test_hooks::owner::{ConnectionEnds, Family, judge_users};
use serde_json::json;

use super::owners::{Tables, refused};
use testkit::Host;
use testkit::card_client::{CardClient, one};
use testkit::shipped;

/// On Linux the owner is a user, by /proc/net/tcp.
#[test]
fn r135_on_linux_the_owner_is_a_user() {
    let client = CardClient::start();
    client.list(one(
        "t",
        r#"{"serial":"r135","idNat":"8r135","pinAttempt":3}"#,
    ));
    let strict = client.host_with(json!({"card_client_owners": []}));
    strict.ready().ok();
    let hexadecimal = |end: SocketAddr| match end {
        SocketAddr::V4(v4) => {
            let ip = u32::from_ne_bytes(v4.ip().octets());
            format!("{ip:08X}:{:04X}", v4.port())
        }
        SocketAddr::V6(_) => unreachable!(),
    };
    let text = move |ends: &ConnectionEnds, user: u32, inode: u32, listener: u32| {
        let (theirs, ours) = (hexadecimal(ends.theirs), hexadecimal(ends.ours));
        format!(
            "  sl  local_address\n   0: {theirs} 00000000:0000 0A 0:0 0:0 0 {listener} 0 5\n   \
             1: {ours} {theirs} 01 0:0 0:0 0 1000 0 6\n   2: {theirs} {ours} 01 0:0 0:0 0 {user} 0 {inode}\n"
        )
    };
    let planted = |user, inode, listener| {
        Tables::planted(move |ends| {
            let text = text(ends, user, inode, listener);
            let open = |family| match family {
                Family::V4 => Ok(text.as_bytes()),
                Family::V6 => Err(ErrorKind::NotFound.into()),
            };
            judge_users(open, ends, 1000)
        })
    };
    for (tables, reason) in [
        ((1000, 7, 1001), None),
        ((1001, 7, 1000), Some("card_client_other_session")),
        ((0, 7, 1000), Some("card_client_service")),
        // Nobody has accepted it: it is the listener's.
        ((0, 0, 1000), None),
        ((0, 0, 1001), Some("card_client_other_session")),
        ((0, 0, 0), Some("card_client_service")),
    ] {
        let _tables = planted(tables.0, tables.1, tables.2);
        match reason {
            None => drop(strict.ready().ok()),
            Some(reason) => {
                refused(strict.ready(), reason);
                refused(strict.login("t", "4071").outcome("not_sent"), reason);
            }
        }
    }
    assert_eq!(client.count(), 0);
    // Where it cannot be read nothing is known, and that is accepted where it may be so.
    let _tables = Tables::planted(|ends| {
        let absent = |_| Err::<&[u8], _>(ErrorKind::NotFound.into());
        judge_users(absent, ends, 1000)
    });
    refused(strict.ready(), "card_client_unknown");
    let default = client.host();
    match cfg!(windows) {
        true => refused(default.ready(), "card_client_unknown"),
        false => drop(default.ready().ok()),
    }
}

#[test]
fn r136_another_users_listener_is_given_nothing() {
    const LISTENER: &str = "import os, socket, sys, threading
os.setuid(65534)
listener = socket.create_server(('127.0.0.1', 0))
received = []
def take():
    for _ in range(3):
        with listener.accept()[0] as peer:
            peer.settimeout(20)
            while part := peer.recv(65536): received.append(part)
accepting = threading.Thread(target=take, daemon=True)
if sys.argv[1] == 'accepts': accepting.start()
print(listener.getsockname()[1], flush=True)
sys.stdin.readline()
if sys.argv[1] == 'waits': accepting.start()
accepting.join(20)
print(accepting.is_alive(), received, flush=True)
";
    if !rustix::process::geteuid().is_root() {
        eprintln!("NOT RUN: r136, a listener of another user (only root may start one)");
        return;
    }
    // As long as nobody has accepted the connection the listener's user counts.
    for how in ["accepts", "waits"] {
        let started = Command::new("python3")
            .args(["-c", LISTENER, how])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let Ok(mut python) = started else {
            eprintln!("NOT RUN: r136, a listener of another user (python3 is not installed)");
            return;
        };
        let mut said = BufReader::new(python.stdout.take().unwrap());
        let mut line = String::new();
        said.read_line(&mut line).unwrap();
        let host = Host::open(&json!({
            "local_url": format!("http://127.0.0.1:{}", line.trim()),
            "card_client_owners": ["service", "unknown"],
        }));
        assert_eq!(host.ticket_set("ticket"), 0);
        for _ in 0..3 {
            refused(host.ready(), "card_client_other_session");
        }
        python.stdin.take().unwrap().write_all(b"\n").unwrap();
        line.clear();
        said.read_line(&mut line).unwrap();
        assert_eq!(line, "False []\n", "{how}");
        assert!(python.wait().unwrap().success());
    }
}

/// The listener is a child of another user. The host then takes every descriptor but `free` ones; its connection
/// needs the first.
const HOST: &str = "import ctypes, json, os, resource, socket, sys

reading, writing = os.pipe()
asked, asks = os.pipe()
if os.fork() == 0:
    os.setuid(65534)
    os.close(asks)
    stranger = socket.create_server(('127.0.0.1', 0))
    os.write(writing, b'%d\\n' % stranger.getsockname()[1])
    stranger.settimeout(20)
    received = b''
    for _ in range(2):
        with stranger.accept()[0] as peer:
            peer.settimeout(20)
            while part := peer.recv(65536): received += part
    os.write(writing, b'%d\\n' % len(received))
    os._exit(0)
port = int(os.read(reading, 100))
hr = ctypes.CDLL(sys.argv[1])
handle = ctypes.c_int32()
config = {'license_url': 'https://license.example', 'local_url': f'http://127.0.0.1:{port}'}
assert hr.hr_open(json.dumps(config).encode(), ctypes.byref(handle), None) == 0
assert hr.hr_ticket_set(handle, b'ticket', None) == 0
codes = []
for free in 1, 2:
    resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
    taken = []
    try:
        while True: taken.append(os.dup(0))
    except OSError: pass
    for descriptor in taken[:free]: os.close(descriptor)
    codes.append(hr.hr_ready(handle, None))
    for descriptor in taken[free:]: os.close(descriptor)
print(codes, int(os.read(reading, 100)))
os.wait()
";

#[test]
fn r137_a_host_that_cannot_look_gives_nothing() {
    if !rustix::process::geteuid().is_root() {
        eprintln!("NOT RUN: r137, a listener of another user (only root may start one)");
        return;
    }
    let library = shipped::library().join("libhr.so");
    let ended = Command::new("python3")
        .args(["-c", HOST])
        .arg(library)
        .output();
    let Ok(ended) = ended else {
        eprintln!("NOT RUN: r137, a listener of another user (python3 is not installed)");
        return;
    };
    let said = String::from_utf8(ended.stdout).unwrap();
    let complaint = String::from_utf8_lossy(&ended.stderr);
    // HR_E_TOO_LARGE, HR_E_CONFIG, and no byte.
    assert_eq!(said, "[-7, -5] 0\n", "{complaint}");
}

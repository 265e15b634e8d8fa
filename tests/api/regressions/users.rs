//! On Linux an owner is a user: that of the socket at the other end, or of whoever listens as long as nobody has
//! accepted the connection: src/system/owner/proc/tests.rs. A listener of another user is one for real, which only root may start.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::json;

use super::owners::refused;
use testkit::Host;
use testkit::shipped;

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

//! A host that has one descriptor left, and a listener of another user: only root may start one.

use std::process::Command;

use crate::shipped;

/// The listener is a child of another user. The host then takes every descriptor but `free` ones; its connection
/// needs the first.
const HOST: &str = "import ctypes, json, os, resource, socket, sys

told, tells = os.pipe()
asked, asks = os.pipe()
if os.fork() == 0:
    os.setuid(65534)
    os.close(asks)
    stranger = socket.create_server(('127.0.0.1', 0))
    os.write(tells, b'%d\\n' % stranger.getsockname()[1])
    stranger.settimeout(20)
    received = b''
    for _ in range(2):
        with stranger.accept()[0] as peer:
            peer.settimeout(20)
            while part := peer.recv(65536): received += part
    os.write(tells, b'%d\\n' % len(received))
    os._exit(0)
port = int(os.read(told, 100))
hr = ctypes.CDLL(sys.argv[1])
handle = ctypes.c_int32()
config = {'license_url': 'https://license.example', 'local_url': f'http://127.0.0.1:{port}'}
assert hr.hr_open(json.dumps(config).encode(), ctypes.byref(handle), None) == 0
assert hr.hr_ticket_set(handle, b'ticket') == 0
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
print(codes, int(os.read(told, 100)))
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

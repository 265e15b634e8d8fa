//! What the configuration names.

use std::time::Duration;

use serde_json::json;

use testkit::{Host, TempFile};

/// A `ca_file` that was a pipe was waited for, a device was read without end, a folder gave no clear error.
#[cfg(unix)]
#[test]
fn r30_a_ca_file_is_a_regular_file_of_bounded_size() {
    let large = TempFile::new("large.pem", b"");
    let file = std::fs::File::create(large.path()).unwrap();
    file.set_len((16 << 20) + 1).unwrap();
    let pipe = std::ffi::CString::new(format!("{}.pipe", large.path())).unwrap();
    assert_eq!(unsafe { libc::mkfifo(pipe.as_ptr(), 0o600) }, 0);
    let folder = std::env::temp_dir();
    for path in [
        large.path(),
        pipe.to_str().unwrap(),
        folder.to_str().unwrap(),
        "/dev/zero",
        "/dev/stdin",
    ] {
        let config = json!({"ca_file": path}).to_string();
        let (end, ended) = std::sync::mpsc::channel();
        std::thread::spawn(move || end.send(Host::try_open(&config).1));
        let refused = ended.recv_timeout(Duration::from_secs(20)).expect(path);
        let remedy = refused.fails("HR_E_CONFIG").str("remedy");
        assert!(remedy.contains("ca_file"), "{remedy}");
    }
}

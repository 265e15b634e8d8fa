//! The archive's own sandbox, and programs that send a document to it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use super::unpacked::Unpacked;
use testkit::c_compiler::run;
use testkit::digests::sha256;

struct Sandbox {
    process: Child,
    addresses: Value,
}

impl Sandbox {
    fn start(unpacked: &Unpacked) -> Sandbox {
        let mut process = Command::new(unpacked.root.join("bin/hr-sandbox"))
            .args(["serve", "--port", "0", "--quiet", "--exit-with-stdin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(process.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let addresses =
            serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        Sandbox { process, addresses }
    }

    fn documents(&self) -> Value {
        let address = self.addresses["control_url"].as_str().unwrap();
        let address = address.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(address).unwrap();
        write!(
            stream,
            "GET /documents HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n"
        )
        .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        serde_json::from_str(reply.split_once("\r\n\r\n").unwrap().1).unwrap()
    }
}

impl Drop for Sandbox {
    fn drop(&mut self) {
        drop(self.process.stdin.take());
        let _ = self.process.wait();
    }
}

/// Runs a quick start, and finds with the sandbox the document that it sent.
#[track_caller]
pub fn sends(unpacked: &Unpacked, program: &str, libraries: Option<&str>) {
    let sandbox = Sandbox::start(unpacked);
    let mut config = json!({});
    for key in ["license_url", "license_bearer", "local_url"] {
        config[key] = sandbox.addresses[key].clone();
    }
    let document = unpacked.root.join("README.txt");
    let content = std::fs::read(&document).unwrap();
    let sha256 = sha256(&content);

    // `run` leaves the search path out.
    let mut command = Command::new("env");
    command.args(libraries.map(|folder| format!("LD_LIBRARY_PATH={folder}")));
    command.current_dir(&unpacked.root).arg(program);
    command.args([&config.to_string(), "2000000001", "EXEMPLE", "Hélène"]);
    let ended = run(command.arg(&document), "1234\n");
    assert!(ended.code == Some(0) && ended.err.is_empty(), "{ended:?}");
    assert_eq!(ended.out, format!("sent, sha256 {sha256}\n"));

    let stored = sandbox.documents();
    let stored = stored.as_array().unwrap();
    assert_eq!(stored.len(), 1, "{stored:?}");
    assert_eq!(stored[0]["sha256"], *sha256);
    assert_eq!(stored[0]["bytes"], content.len());
}

/// The library that a program asks the system for, if it asks for one of ours.
pub fn asks_for(unpacked: &Unpacked, program: &str) -> Option<String> {
    let listed = unpacked.shell(&format!("readelf -dW {program}"));
    let needed = listed.lines().filter(|line| line.contains("(NEEDED)"));
    let names = needed.map(|line| line.split(['[', ']']).nth(1).unwrap());
    let mut ours = names.filter(|name| name.contains("hr"));
    ours.next().map(str::to_owned)
}

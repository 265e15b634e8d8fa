//! The websocket at `connectedTo`.

use crate::client::*;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::TcpStream;

const UPGRADE: [(&str, &str); 3] = [
    ("Upgrade", "websocket"),
    ("Sec-WebSocket-Version", "13"),
    ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
];

fn handshake(url: &str) -> (TcpStream, String) {
    let (_, path) = split(url);
    let mut text = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n");
    for (name, value) in UPGRADE {
        text += &format!("{name}: {value}\r\n");
    }
    let mut stream = connect(url);
    stream.write_all(format!("{text}\r\n").as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        head.push(byte[0]);
    }
    (stream, String::from_utf8(head).unwrap())
}

fn read_text(stream: &mut TcpStream) -> String {
    let mut head = [0; 2];
    stream.read_exact(&mut head).unwrap();
    assert_eq!(head[0], 0x81, "one whole text message");
    assert!(head[1] < 126);
    let mut text = vec![0; head[1].into()];
    stream.read_exact(&mut text).unwrap();
    String::from_utf8(text).unwrap()
}

#[test]
fn the_socket_of_a_login_says_hello_and_echoes() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let url = session.login["connectedTo"].as_str().unwrap();
    assert!(url.starts_with("ws://"));
    let (mut stream, head) = handshake(url);
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    assert!(head.contains("s3pPLMBiTxaQ9kYGzzhZRbK+xOo="), "{head}");
    let hello: Value = serde_json::from_str(&read_text(&mut stream)).unwrap();
    assert_eq!(hello["type"], json!("hello"));
    assert_eq!(hello["connectionId"], session.login["connectionId"]);
    // A masked text frame, with a key of zeros.
    stream.write_all(b"\x81\x84\0\0\0\0oui!").unwrap();
    assert_eq!(read_text(&mut stream), "oui!");

    let plain = send("GET", url, &[], b"");
    assert!(plain.error().contains("websocket"));
    let (base, _) = url.rsplit_once('/').unwrap();
    let (_, head) = handshake(&format!("{base}/0123"));
    assert!(head.starts_with("HTTP/1.1 404"), "{head}");
}

//! A client that shows every byte: one request, one connection.

use hr_sandbox::{Options, Sandbox};
use serde_json::{Value, json};
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::time::Duration;

pub const ONE: &str = "2000000001";
pub const SEVERAL: &str = "2000000002";
pub const VITALE: &str = "3000000001";
pub const PATIENT: &str = "255081416802538";
pub const LONG: Duration = Duration::from_secs(20);

/// What came back, as far as it came.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).expect("a JSON body")
    }

    pub fn error(&self) -> String {
        let json = self.json();
        json["error"].as_str().expect("an `error` sentence").into()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Whether the body is as long as announced.
    pub fn whole(&self) -> bool {
        let length = self.header("content-length").map(str::parse);
        length == Some(Ok(self.body.len()))
    }

    /// Reads one reply to the end of its connection.
    pub fn read(stream: &mut impl Read) -> io::Result<Reply> {
        let mut bytes = Vec::new();
        // What came before an error counts.
        let ended = stream.read_to_end(&mut bytes);
        if bytes.is_empty() {
            ended?;
        }
        let end = bytes.windows(4).position(|four| four == b"\r\n\r\n");
        let end = end.ok_or(io::ErrorKind::UnexpectedEof)?;
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1));
        let headers = lines.filter_map(|line| line.split_once(':'));
        let headers = headers.map(|(name, value)| (name.to_lowercase(), value.trim().into()));
        Ok(Reply {
            status: status.and_then(|text| text.parse().ok()).expect("a status"),
            headers: headers.collect(),
            body: bytes[end + 4..].to_vec(),
        })
    }
}

/// `http://host:port/path` apart.
pub fn split(url: &str) -> (&str, &str) {
    let rest = url.split_once("://").expect("a URL").1;
    match rest.find('/') {
        Some(slash) => rest.split_at(slash),
        None => (rest, ""),
    }
}

pub fn connect(url: &str) -> TcpStream {
    let stream = TcpStream::connect(split(url).0).expect("the sandbox listens");
    stream.set_read_timeout(Some(LONG)).unwrap();
    stream
}

/// The bytes of a request; the connection is asked to close after it.
pub fn request(method: &str, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let (host, path) = split(url);
    let mut text = format!("{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n");
    if !headers.iter().any(|(name, _)| *name == "Content-Length") {
        text += &format!("Content-Length: {}\r\n", body.len());
    }
    for (name, value) in headers {
        text += &format!("{name}: {value}\r\n");
    }
    [text.as_bytes(), b"\r\n", body].concat()
}

pub fn try_send(
    method: &str,
    url: &str,
    headers: &[(&str, &str)],
    body: &[u8],
) -> io::Result<Reply> {
    let mut stream = connect(url);
    // The server may answer and close before everything is written.
    let _ = stream.write_all(&request(method, url, headers, body));
    Reply::read(&mut stream)
}

pub fn send(method: &str, url: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    try_send(method, url, headers, body).expect("a reply")
}

/// A sandbox with the default scenario and settings.
pub fn sandbox() -> Sandbox {
    sandbox_with(|_| {})
}

/// A sandbox with other settings.
pub fn sandbox_with(change: impl FnOnce(&mut Options)) -> Sandbox {
    let mut options = Options::default();
    change(&mut options);
    Sandbox::start(options).expect("the sandbox starts")
}

/// A request to the control port, on a connection that is made for it.
pub fn ask_control(sandbox: &Sandbox, method: &str, path: &str, body: &str) -> TcpStream {
    let url = format!("{}{path}", sandbox.control_url());
    let bytes = request(method, &url, &[], body.as_bytes());
    // In HTTP/1.0 a body comes as it is, not in chunks.
    let asked = String::from_utf8(bytes).unwrap();
    let asked = asked.replacen(" HTTP/1.1", " HTTP/1.0", 1);
    let mut stream = connect(&url);
    stream.write_all(asked.as_bytes()).unwrap();
    stream
}

pub fn control(sandbox: &Sandbox, method: &str, path: &str, body: &str) -> Reply {
    Reply::read(&mut ask_control(sandbox, method, path, body)).expect("a reply")
}

pub fn get(sandbox: &Sandbox, path: &str) -> Value {
    control(sandbox, "GET", path, "").json()
}

pub fn post(sandbox: &Sandbox, path: &str, body: Value) -> Reply {
    control(sandbox, "POST", path, &body.to_string())
}

/// The requests as the control port shows them.
pub fn shown(sandbox: &Sandbox) -> Vec<Value> {
    get(sandbox, "/requests").as_array().unwrap().clone()
}

pub fn last(sandbox: &Sandbox) -> Value {
    shown(sandbox).pop().unwrap()
}

/// The cells of each row of a table.
pub fn rows<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().filter(|line| !line.trim().is_empty());
    rows.map(|row| {
        let cells: Vec<_> = row.split('|').map(str::trim).collect();
        let cells = cells.try_into();
        cells.unwrap_or_else(|_| panic!("{N} cells in each row: {row}"))
    })
}

/// Holds a reply against the last cells of a row: its status, and what is in it: `/pointer value`, or a part of its error.
#[track_caller]
pub fn expect(reply: &Reply, status: &str, wanted: &str) {
    let said = String::from_utf8_lossy(&reply.body);
    assert_eq!(reply.status.to_string(), status, "{said}");
    match wanted.split_once(' ').filter(|_| wanted.starts_with('/')) {
        Some((pointer, value)) => {
            let value: Value = serde_json::from_str(value).unwrap();
            assert_eq!(reply.json().pointer(pointer), Some(&value), "{said}");
        }
        None => assert!(said.contains(wanted), "{wanted}: {said}"),
    }
}

pub fn ticket(sandbox: &Sandbox) -> String {
    let url = format!("{}/v1/license/ticket", sandbox.license_url());
    let auth = format!("Bearer {}", sandbox.license_bearer());
    let reply = send("POST", &url, &[("Authorization", &auth)], b"");
    assert_eq!(reply.status, 200);
    reply.json()["licenseTicket"].as_str().unwrap().into()
}

/// `ready` or `login`, in the `body` form.
pub fn card(sandbox: &Sandbox, path: &str, mut payload: Value) -> Reply {
    if payload.get("licenseTicket").is_none() {
        payload["licenseTicket"] = ticket(sandbox).into();
    }
    let url = format!("{}/direct/{path}", sandbox.local_url());
    send("POST", &url, &[], payload.to_string().as_bytes())
}

pub fn try_login(sandbox: &Sandbox, serial: &str, pin: &str) -> Reply {
    let token = sandbox.card_token(serial).expect("the card is in");
    card(sandbox, "login", json!({ "token": token, "pinCode": pin }))
}

/// A live session.
pub struct Session {
    pub url: String,
    pub auth: String,
    pub login: Value,
}

pub fn login(sandbox: &Sandbox, serial: &str, pin: &str) -> Session {
    let reply = try_login(sandbox, serial, pin);
    assert_eq!(reply.status, 200);
    let login = reply.json();
    let text = |field: &str| login[field].as_str().expect(field).to_owned();
    Session {
        url: text("serviceUrl"),
        auth: format!("Bearer {}", text("bearer")),
        login,
    }
}

impl Session {
    /// A session of the card with one situation.
    pub fn open(sandbox: &Sandbox) -> Session {
        login(sandbox, ONE, "1234")
    }

    /// Makes the call of each row: method, path, body, status, and what the reply holds.
    #[track_caller]
    pub fn plays(&self, table: &str) {
        for [method, path, body, status, wanted] in rows(table) {
            expect(&self.call(method, path, body.as_bytes()), status, wanted);
        }
    }

    pub fn call(&self, method: &str, path: &str, body: &[u8]) -> Reply {
        self.try_call(method, path, body).expect("a reply")
    }

    pub fn try_call(&self, method: &str, path: &str, body: &[u8]) -> io::Result<Reply> {
        let url = format!("{}{path}", self.url);
        try_send(method, &url, &[("Authorization", &self.auth)], body)
    }

    pub fn search(&self, query: &str) -> Reply {
        self.call("GET", &format!("/patient/search?{query}"), b"")
    }

    pub fn open_record(&self, patient_id: &str) -> Reply {
        self.call("PUT", &format!("/dmp/{patient_id}"), b"")
    }

    pub fn send_url(&self, patient_id: &str) -> String {
        format!("{}/dmp/{patient_id}/unique/doc/send", self.url)
    }

    pub fn upload(&self, patient_id: &str, parts: &[Part]) -> Reply {
        let headers = [("Authorization", self.auth.as_str()), FORM];
        send("POST", &self.send_url(patient_id), &headers, &form(parts))
    }
}

pub const FORM: (&str, &str) = ("Content-Type", "multipart/form-data; boundary=limit");

/// Name, file name, content.
pub type Part<'a> = (&'a str, Option<&'a str>, &'a [u8]);

pub fn document(content: &[u8]) -> Vec<Part<'_>> {
    vec![
        ("file", Some("papier é.pdf"), content),
        ("filename", None, "compte rendu é.pdf".as_bytes()),
        ("activity_type", None, b"CONSULTATION"),
        ("type_code", None, b"11488-4"),
    ]
}

pub fn form(parts: &[Part]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, file, content) in parts {
        let file = file.map_or(String::new(), |file| format!("; filename=\"{file}\""));
        body.extend_from_slice(b"--limit\r\nContent-Disposition: form-data; ");
        body.extend_from_slice(format!("name=\"{name}\"{file}\r\n\r\n").as_bytes());
        body.extend_from_slice(content);
        body.extend_from_slice(b"\r\n");
    }
    body.extend_from_slice(b"--limit--\r\n");
    body
}

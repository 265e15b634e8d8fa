//! The arguments of calls: usually what is right, sometimes anything else.

use std::ffi::{CString, c_char};

use super::super::call::c;
use super::super::files;
use super::super::sandbox::{CARD_URL, LICENSE_URL, SERVICE_URL, TOKEN};
use super::super::secrets::{FILENAME, LICENSE, NAME, PATIENT, PIN, SESSION, TICKET};
use super::Run;

/// A text that may be NULL.
pub struct Text(Option<CString>);

impl Text {
    pub fn pointer(&self) -> *const c_char {
        self.0
            .as_ref()
            .map_or(std::ptr::null(), |text| text.as_ptr())
    }

    pub fn bytes(&self) -> Option<&[u8]> {
        self.0.as_ref().map(|text| text.to_bytes())
    }
}

/// What an argument is for, and so what its right values are.
#[derive(Clone, Copy)]
pub enum Kind {
    Config,
    Token,
    Pin,
    Ticket,
    Bearer,
    Url,
    Json,
    Segment,
    Trait,
    Method,
    Path,
    File,
    Filename,
    Code,
    Entry,
    Find,
    CardWanted,
    Connect,
    Deposit,
    DepositBytes,
}

const CONFIGS: [&str; 8] = [
    "",
    r#","card_form":"bearer","ticket_method":"GET","license_auth":"raw""#,
    r#","language":"fr","max_reply_bytes":200"#,
    r#","identified_field":"/identified","patients_pointer":"/patients","user_agent":"Host 1.0""#,
    r#","proxy":"http://user:word@proxy.example:3128","allow_plain_http":true"#,
    r#","ca_file":"ca.pem","proxy":"none""#,
    r#","ca_file":"folder""#,
    r#","timeouts":{"connect_ms":1000,"call_ms":5000,"login_ms":5000,"upload_ms":5000}"#,
];

const URLS: [&str; 8] = [
    SERVICE_URL,
    "https://service.example/x",
    "http://service.example",
    "http://localhost:3",
    "https://[::1]:3/x",
    "http://127.0.0.1:99999",
    "https://none.example",
    "https://a@b.example",
];

const JSONS: [&str; 8] = [
    r#"{"situation":"1"}"#,
    "null",
    "[]",
    "-0.1e+30",
    r#""\ud83d\ude00""#,
    r#"{"a":1,"a":2}"#,
    r#""\ud800""#,
    "{",
];

const CARDS: [&str; 4] = [
    r#"{"cardType":"CPS"}"#,
    r#"{"serial":"2000000001","profCode":10}"#,
    r#"{"serial":"none"}"#,
    "{}",
];

const CONNECTS: [&str; 4] = [
    "{}",
    r#"{"card":{"cardType":"CPS"},"wait_card_ms":0}"#,
    r#"{"profile":{"situation":"1"},"situation_id":"1"}"#,
    r#"{"profile":null,"profile":null}"#,
];

const WORDS: [&str; 8] = [
    ".", "..", "a/b?c#d", "é à", "\r\n", "\"", "%2e%2e", "\u{7f}",
];

impl Run<'_> {
    fn right(&mut self, kind: Kind) -> String {
        let word = match kind {
            Kind::Config => {
                let more = self.input.choice(&CONFIGS);
                let local = self
                    .input
                    .choice(&[CARD_URL, CARD_URL, "http://local.example:2"]);
                let license = self.input.choice(&[LICENSE_URL, "https://license.example"]);
                return format!(
                    r#"{{"license_url":"{license}","license_bearer":"{LICENSE}","local_url":"{local}"{more}}}"#
                );
            }
            Kind::Token => TOKEN,
            Kind::Pin => PIN,
            Kind::Ticket => TICKET,
            Kind::Bearer => SESSION,
            Kind::Url => self.input.choice(&URLS),
            Kind::Json => self.input.choice(&JSONS),
            Kind::Segment => PATIENT,
            Kind::Trait => NAME,
            Kind::Method => self.input.choice(&[
                "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "get",
            ]),
            Kind::Path => self
                .input
                .choice(&["/other", "/a?b=c", "/../x", "//x", "x", "/%zz"]),
            Kind::File => self.input.choice(&[
                FILENAME,
                "large.pdf",
                "empty",
                "folder",
                "/etc/passwd",
                "none",
            ]),
            Kind::Filename => FILENAME,
            Kind::Code => "11503-0",
            Kind::Find => {
                return match self.input.byte() % 2 {
                    0 => format!(r#"{{"patient":{{"nom":"{NAME}","sexe":null}}}}"#),
                    _ => format!(
                        r#"{{"patient":{{"prenom":"{NAME}","nom":""}},"patient_id":"{PATIENT}"}}"#
                    ),
                };
            }
            Kind::CardWanted => self.input.choice(&CARDS),
            Kind::Connect => self.input.choice(&CONNECTS),
            Kind::Deposit => return self.deposit("path"),
            Kind::DepositBytes => return self.deposit("filename"),
            Kind::Entry => {
                let text = self.last.split("\"entry\":\"").nth(1);
                text.and_then(|text| text.get(..32)).unwrap_or("00")
            }
        };
        word.to_owned()
    }

    /// `name` is the member that a document must have.
    fn deposit(&mut self, name: &str) -> String {
        let who = match self.input.byte() % 4 {
            0 => format!(r#""patient":{{"nom":"{NAME}"}}"#),
            1 => format!(r#""patient_id":"{PATIENT}""#),
            _ => format!(r#""patient":{{"nom":"{NAME}"}},"patient_id":"{PATIENT}""#),
        };
        let more = self.input.choice(&[
            "",
            r#","update":{"insQualified":true}"#,
            r#","update":{},"record":{}"#,
            r#","record":null"#,
            r#","doubts":{"0123456789abcdef0123456789abcdef":"resend"}"#,
        ]);
        let document = format!(
            r#"{{"{name}":"{FILENAME}","activity_type":"10","type_code":"11503-0","reference":"r","again":true}}"#
        );
        let missing = r#"{"path":"none","activity_type":"","type_code":"","filename":"a.pdf"}"#;
        let documents = match self.input.byte() % 4 {
            0 => String::new(),
            1 => format!("{missing},{document}"),
            2 => format!("{document},{document},7"),
            _ => document,
        };
        format!(r#"{{{who}{more},"documents":[{documents}]}}"#)
    }

    pub fn text(&mut self, kind: Kind) -> Text {
        let bytes = match self.input.byte() % 16 {
            1 => return Text(None),
            2 => Vec::new(),
            3 => self.input.short().to_vec(),
            4 => b"caf\xe9".to_vec(),
            5 => {
                let open = self.input.choice(&["[", "{\"a\":"]);
                let depth = self.input.choice(&[127, 128, 129, 200]);
                let close = if open == "[" { "]" } else { "}" };
                [open.repeat(depth), "0".into(), close.repeat(depth)]
                    .concat()
                    .into_bytes()
            }
            6 => {
                let length = self.input.choice(&[256, 1024, 1025, 2049, 8193, 32_769]);
                vec![b'x'; length]
            }
            7 => self.last.clone().into_bytes(),
            8 => self.input.choice(&WORDS).into(),
            9 => self.input.long().to_vec(),
            _ => self.right(kind).into_bytes(),
        };
        let text = c(&bytes);
        let is_here = match kind {
            Kind::File => text.to_str().map_or(true, files::is_here),
            Kind::Config | Kind::Deposit => files::are_here(text.as_bytes()),
            _ => true,
        };
        Text(Some(if is_here { text } else { c(b"none") }))
    }

    /// A handle: usually one that was opened and perhaps closed, sometimes a number.
    pub fn handle(&mut self) -> i32 {
        let byte = self.input.byte();
        match byte % 16 {
            1 => 0,
            2 => -1,
            3 => i32::MIN,
            4 => i32::MAX,
            5 => i32::from(self.input.byte()),
            n @ 6..=9 => {
                let at = usize::from(n) % self.handles.len().max(1);
                self.handles.get(at).copied().unwrap_or(0)
            }
            _ => self.handles.last().copied().unwrap_or(0),
        }
    }
}

//! `hr-sandbox demo --console` as a program.

use crate::client::{connect, send};
use crate::event_client::{Event, Events};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// Longer than any test.
const FOREVER: &str = "3600000";

struct Demo {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Address of the control port.
    control: String,
}

impl Demo {
    fn start(pause: &str) -> Demo {
        let mut child = Command::new(env!("CARGO_BIN_EXE_hr-sandbox"))
            .args([
                "demo",
                "--console",
                "--exit-with-stdin",
                "--pause-ms",
                pause,
            ])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let url = line.strip_prefix("Console: ").expect("an address");
        let control = url.trim_end().strip_suffix('/').unwrap().to_owned();
        Demo {
            input: child.stdin.take().unwrap(),
            child,
            output,
            control,
        }
    }

    fn requests(&self) -> u64 {
        let state = send("GET", &format!("{}/state", self.control), &[], b"").json();
        state["requests"].as_u64().unwrap()
    }

    fn follow(&self) -> Events {
        Events::on(connect(&self.control), &self.control, "", &[])
    }

    fn enter(&mut self) {
        self.input.write_all(b"\n").unwrap();
    }

    /// Its lines up to one that has this text.
    fn says(&mut self, wanted: &str) -> String {
        let mut said = String::new();
        while !said.contains(wanted) {
            let count = self.output.read_line(&mut said).unwrap();
            assert!(count > 0, "{wanted} in {said}");
        }
        said
    }

    /// The exit code, and what it said to its end.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.input);
        let mut said = String::new();
        self.output.read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

fn is_sent(event: &Event) -> bool {
    event.kind == "request" && event.data["call"] == "dmp_send" && event.data["status"] == 201
}

#[test]
fn the_walk_begins_when_a_page_follows_and_the_console_stays() {
    let mut demo = Demo::start("0");
    assert_eq!(demo.requests(), 0);
    let mut events = demo.follow();
    let seen = events.until(is_sent);
    for call in ["ticket", "ready", "login", "patient_search", "dmp_open"] {
        let made = seen.iter().filter(|event| event.data["call"] == call);
        assert!(made.count() > 0, "{call}");
    }
    let said = demo.says("until Ctrl-C");
    assert!(said.contains("Stored unchanged"), "{said}");
    let url = format!("{}/documents", demo.control);
    assert_eq!(send("GET", &url, &[], b"").json()[0]["kept"], true);
    assert_eq!(demo.end().0, Some(0));
}

#[test]
fn enter_begins_the_walk_and_shortens_its_pauses() {
    let mut demo = Demo::start(FOREVER);
    demo.enter();
    for call in ["hr_ticket", "hr_ready", "hr_login"] {
        let said = demo.says(call);
        assert!(said.ends_with('\n'));
        demo.enter();
    }
    // The fourth call has no Enter behind it.
    demo.says("hr_profile_put");
    assert_eq!(demo.requests(), 4);
    let (code, said) = demo.end();
    assert_eq!(code, Some(1));
    assert!(said.contains("stopped before its end"), "{said}");
    assert!(!said.contains("until Ctrl-C"), "{said}");
}

#[test]
fn the_end_of_standard_input_ends_the_wait() {
    let (code, said) = Demo::start(FOREVER).end();
    assert_eq!(code, Some(1));
    assert!(!said.contains("hr_ticket"), "{said}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_wait_and_the_console() {
    let interrupt = |demo: &Demo| {
        let pid = demo.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &pid]).status();
        assert!(sent.unwrap().success());
    };
    let mut waiting = Demo::start("0");
    interrupt(&waiting);
    assert_eq!(waiting.child.wait().unwrap().code(), Some(1));

    let mut shown = Demo::start("0");
    shown.enter();
    shown.says("until Ctrl-C");
    interrupt(&shown);
    assert_eq!(shown.child.wait().unwrap().code(), Some(0));
}

//! Several processes, and one that was killed, with one file.

use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};

use serde_json::{Value, json};
use testkit::raw_server::{Peer, answer};

use super::stage::*;

/// A process that sends a document; it does not outlive the test.
struct Sender(Child);

impl Drop for Sender {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Sender {
    fn new(stage: &Stage, content: &str) -> Sender {
        let orders = json!({
            "config": stage.config(), "url": stage.server.url(), "content": content,
        });
        let mut command = testkit::process::again(module_path!(), "the_sender");
        command.env("HR_TEST_ORDERS", orders.to_string());
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        Sender(command.spawn().unwrap())
    }

    /// What its upload ended with.
    fn result(&mut self) -> Value {
        let output = BufReader::new(self.0.stdout.take().unwrap());
        let line = output.lines().map_while(Result::ok);
        let mut line = line.filter_map(|line| line.split_once("sent ").map(|it| it.1.to_owned()));
        let result = serde_json::from_str(&line.next().unwrap()).unwrap();
        assert!(self.0.wait().unwrap().success());
        result
    }
}

#[test]
#[ignore = "run by the others, in a process of its own"]
fn the_sender() {
    let orders: Value = serde_json::from_str(&std::env::var("HR_TEST_ORDERS").unwrap()).unwrap();
    let text = |key: &str| orders[key].as_str().unwrap();
    let host = host_at(text("url"), &orders["config"]);
    println!("sent {}", send(&host, text("content").as_bytes()).json);
}

#[test]
fn one_of_eight_processes_sends_a_document() {
    let stage = Stage::new(|mut peer: Peer| {
        if peer.request().is_some() {
            peer.mark("received");
            peer.wait_for("answer it");
            peer.send(answer("200 OK", "", "{}"));
        }
    });
    let mut first = Sender::new(&stage, "for one of them");
    stage.server.until("received");
    let mut others: Vec<Sender> = (0..7)
        .map(|_| Sender::new(&stage, "for one of them"))
        .collect();
    for other in &mut others {
        let result = other.result();
        assert_eq!(result["reason"], "document_in_use", "{result}");
        assert_eq!(result["outcome"], "rejected", "{result}");
    }
    stage.server.mark("answer it");
    let result = first.result();
    assert_eq!(result["outcome"], "accepted", "{result}");
    assert_eq!(stage.received(), 1);
    // What has been accepted is sent again where a host asks for it.
    send(&stage.host(), b"for one of them").ok();
    let host = stage.host();
    let listed = host.journal(&json!({})).ok();
    assert_eq!(listed.json["uploads"], 2, "{}", listed.text);
}

#[test]
fn an_upload_of_a_killed_process_is_a_doubt() {
    testkit::alone!();
    let stage = Stage::new(|mut peer: Peer| {
        peer.request();
        peer.mark("received");
        peer.hold();
    });
    let mut killed = Sender::new(&stage, "for the one that is killed");
    stage.server.until("received");
    let host = stage.host();
    let in_use = only(&host, &json!({}));
    assert_eq!(
        (&in_use["in_use"], &in_use["doubt"]),
        (&json!(true), &json!(false))
    );
    assert_eq!(in_use["outcome"], Value::Null);
    let entry = in_use["entry"].as_str().unwrap();
    // No permit applies to what is being sent.
    assert_eq!(host.dmp_resend_allow(entry), hr::code::HR_E_ARGUMENT);
    assert_eq!(host.dmp_found(entry), hr::code::HR_E_ARGUMENT);
    let held = send(&host, b"for the one that is killed").fails("HR_E_CONFLICT");
    assert_eq!(held.json["reason"], "document_in_use");

    // Until it was waited for it is there, and does nothing any more.
    killed.0.kill().unwrap();
    while only(&host, &json!({}))["in_use"] == true {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let doubt = only(&host, &json!({"doubt": true}));
    assert_eq!(
        (&doubt["entry"], &doubt["outcome"]),
        (&json!(entry), &json!("unknown"))
    );
    let held = send(&host, b"for the one that is killed").fails("HR_E_CONFLICT");
    assert_eq!(held.json["entry"], entry);
    assert_eq!(host.dmp_found(entry), 0);
    assert_eq!(host.journal(&json!({"doubt": true})).json["doubts"], 0);
    assert_eq!(stage.received(), 1);
}

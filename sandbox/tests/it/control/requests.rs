//! The requests received, as a list and one by one.

use super::*;
use std::io::{Read, Write};

#[test]
fn requests_can_be_had_one_by_one_and_the_newest_alone() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    session.search("nom=EXEMPLE");
    assert!(sandbox.wait_for_end(Call::PatientSearch, 1, LONG));
    let all = get(&sandbox, "/requests");
    assert_eq!(get(&sandbox, "/requests?last=1"), json!([all[2]]));
    assert_eq!(get(&sandbox, "/requests?last=9"), all);
    assert_eq!(get(&sandbox, "/requests?last=0"), json!([]));
    assert_eq!(get(&sandbox, "/requests/2"), all[1]);
}

#[test]
fn services_answer_while_a_long_list_is_read() {
    const MANY: usize = 100;
    let sandbox = sandbox();
    let payload = json!({ "licenseTicket": "none", "filler": "x".repeat(40_000) });
    for _ in 0..MANY {
        card(&sandbox, "ready", payload.clone());
    }
    assert!(sandbox.wait_for_end(Call::Ready, MANY, LONG));
    let url = format!("{}/requests", sandbox.control_url());
    let ask = format!("{}/direct/ready", sandbox.local_url());
    let mut answered = 0;
    std::thread::scope(|scope| {
        let list = scope.spawn(|| send("GET", &url, &[], b""));
        while !list.is_finished() {
            answered += usize::from(send("POST", &ask, &[], b"").status == 400);
        }
    });
    assert!(answered >= 5, "{answered} in {MANY} parts");
}

#[test]
fn a_long_list_comes_in_parts_and_holds_nobody() {
    const LONG_BODIES: usize = 20;
    let sandbox = sandbox();
    let filler = "x".repeat(400_000);
    for _ in 0..LONG_BODIES {
        card(
            &sandbox,
            "ready",
            json!({ "licenseTicket": "none", "model": filler }),
        );
    }
    assert!(sandbox.wait_for_end(Call::Ready, LONG_BODIES, LONG));
    let url = format!("{}/requests", sandbox.control_url());
    let asked = request("GET", &url, &[], b"");
    // In HTTP/1.0 the end of the connection is the end of the body.
    let asked = String::from_utf8(asked)
        .unwrap()
        .replace("HTTP/1.1", "HTTP/1.0");
    let mut slow = connect(&url);
    slow.write_all(asked.as_bytes()).unwrap();
    let mut answer = vec![0; 1000];
    slow.read_exact(&mut answer).unwrap();

    // The rest is longer than what fits between the two ends.
    card(&sandbox, "ready", json!({}));
    assert_eq!(get(&sandbox, "/requests/22")["call"], json!("ready"));

    slow.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n");
    let (head, body) = answer.split_at(end.unwrap() + 4);
    let head = String::from_utf8_lossy(head).to_lowercase();
    assert!(!head.contains("content-length"), "{head}");
    let list: Vec<Value> = serde_json::from_slice(body).unwrap();
    assert_eq!(list.len(), LONG_BODIES);
    for (index, seen) in list.iter().enumerate() {
        assert_eq!(seen["number"], json!(index + 1));
        assert_eq!(seen["body"]["model"], json!(filler));
    }
}

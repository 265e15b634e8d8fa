//! Documents go in their order, each once; what one failure leaves to the others.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use testkit::digests::sha256;
use testkit::{Members, c, call};

use super::stage::*;

#[test]
fn documents_go_in_their_order_after_the_record_is_open() {
    let stage = Stage::accepting();
    let mut documents = stage.documents(&["a.pdf", "b.pdf", "c.pdf"]);
    documents[1]["filename"] = json!("Compte rendu.pdf");
    documents[1]["reference"] = json!("letter 7");
    documents[2]["type_code"] = json!("other");
    let mut request = stage.request(documents);
    request["record"] = json!({"mode": [1, 2.50]});
    let sent = stage.host().deposit(&request).ok().outcome("accepted").json;
    let steps = stage.log().join(", ");
    assert_eq!(
        steps,
        "search, get, open, send a.pdf, send b.pdf, send c.pdf"
    );
    let requests = stage.server.requests();
    assert_eq!(requests[2].body, br#"{"mode":[1,2.5]}"#);
    let form = |number: usize| {
        let names = ["filename", "activity_type", "type_code"];
        names.map(|name| part(&requests[number].body, name))
    };
    assert_eq!(form(3), ["a.pdf", "10", "11503-0"]);
    assert_eq!(form(4), ["Compte rendu.pdf", "10", "11503-0"]);
    assert_eq!(form(5), ["c.pdf", "10", "other"]);
    assert_eq!(sent["patient_id"], stage.patient.as_str());
    for (index, name) in ["a.pdf", "b.pdf", "c.pdf"].iter().enumerate() {
        let reference = Some("letter 7").filter(|_| index == 1);
        sent["documents"][index].has(json!({
            "index": index, "outcome": "accepted", "code": 0, "already": false, "reference": reference,
            "sha256": sha256(name.as_bytes()), "bytes": 5,
        }));
    }
}

fn named(name: &str) -> Value {
    json!([{"filename": name, "activity_type": "10", "type_code": "11503-0"}])
}

/// By its content, patient and type: of whatever handle, path and name, from a file, from memory or by the single call.
#[test]
fn what_was_accepted_is_not_sent_again() {
    let stage = Stage::accepting();
    let (host, other) = (stage.host(), stage.host());
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    host.deposit(&request).ok();
    let copy = wanted(&stage.document("copy.pdf", "a.pdf"));
    let copy = stage.request(json!([copy, request["documents"][1]]));
    let known = other.deposit(&copy).ok().json;
    assert_eq!(words(&known, "already"), "true true");
    assert_eq!(each(&known, "sha256")[0], sha256(b"a.pdf").as_str());
    let known = other.deposit_bytes(&stage.request(named("été.pdf")), b"a.pdf");
    assert_eq!(words(&known.ok().json, "already"), "true");
    assert_eq!(stage.uploads(), ["send a.pdf", "send b.pdf"]);
    // Another content of the same length, another type, and a host that insists are sendings.
    let mut documents = stage.documents(&["x.pdf", "a.pdf", "b.pdf", "x.pdf", "b.pdf"]);
    documents[1]["type_code"] = json!("other");
    for at in [2, 4] {
        documents[at]["again"] = json!(true);
    }
    let sent = other.deposit(&stage.request(documents)).ok().json;
    assert_eq!(words(&sent, "already"), "false false false true true");
    assert_eq!(stage.uploads().len(), 5);
    // The single call asks nobody: the host says it.
    for content in [b"a.pdf", b"d.pdf"] {
        host.dmp_send_bytes(&stage.patient, content, "d.pdf").ok();
    }
    let known = host.deposit(&stage.request(stage.documents(&["d.pdf"])));
    assert_eq!(words(&known.ok().json, "already"), "true");
    assert_eq!(stage.uploads().len(), 7);
}

#[test]
fn a_document_may_come_from_memory() {
    let stage = Stage::accepting();
    let host = stage.host();
    let request = stage.request(named("été.pdf"));
    for (number, content) in [&b"bytes"[..], b""].iter().enumerate() {
        let sent = host.deposit_bytes(&request, content).ok().json;
        assert_eq!(words(&sent, "already"), "false");
        assert_eq!(each(&sent, "bytes"), [json!(content.len())]);
        let uploads = stage.server.requests();
        let upload = &uploads[3 + 4 * number].body;
        assert_eq!(part(upload, "file").as_bytes(), *content);
        assert_eq!(part(upload, "filename"), "été.pdf");
    }
    let json = c(&request.to_string());
    for (length, named) in [(1, "data"), (-1, "length")] {
        let refused = call("hr_deposit_bytes", |out| unsafe {
            let none = std::ptr::null();
            hr::ffi::deposit::hr_deposit_bytes(host.0, json.as_ptr(), none, length, out)
        });
        refused.fails("HR_E_ARGUMENT").says("remedy", named);
    }
    assert_eq!(stage.uploads().len(), 2);
}

/// Of three documents the second one is answered with this status: the code, what becomes of each, and how many are in the
/// record, not in it, and to be looked for.
const ANSWERS: &str = "
    413  HR_E_REFUSED       accepted,rejected,accepted  2  1  -
    409  HR_E_CONFLICT      accepted,rejected,accepted  2  1  -
    401  HR_E_UNAUTHORIZED  accepted,rejected,not_sent  1  2  -
    429  HR_E_RATE_LIMITED  accepted,rejected,not_sent  1  2  -
    302  HR_E_REDIRECT      accepted,rejected,not_sent  1  2  -
    408  HR_E_REFUSED       accepted,unknown,not_sent   1  1  1
    500  HR_E_SERVER        accepted,unknown,not_sent   1  1  1";

#[test]
fn a_failure_of_one_document_ends_the_call_where_it_concerns_all() {
    for row in ANSWERS.trim().lines() {
        let row: Vec<&str> = row.split_whitespace().collect();
        let given = Answer::Reply(format!("{} No", row[0]), "", "{}".into());
        let stage = Stage::but("send b.pdf", None, given);
        let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
        let error = stage.host().deposit(&request).fails(row[1]).json;
        assert_eq!(words(&error, "outcome").replace(' ', ","), row[2]);
        error.has(json!({"outcome": null, "step": "hr_dmp_send"}));
        let status: u16 = row[0].parse().unwrap();
        error["documents"][1].has(json!({"name": row[1], "http_status": status}));
        let [stored, missing, doubts] = [row[3], row[4], row[5]];
        let mut counts =
            format!("3; known to be in the record: {stored}; not put there this time: {missing}");
        if doubts != "-" {
            counts += &format!("; to be looked for in the record: {doubts}");
        }
        error.says("message", &(counts + "."));
        let sent = row[2].split(',').filter(|word| *word != "not_sent");
        assert_eq!(stage.uploads().len(), sent.count(), "{row:?}");
    }
}

/// Deep ones and long ones, and ten thousand documents, which are the most.
#[test]
fn a_large_request_ends_soon() {
    let stage = Stage::accepting();
    let host = stage.host();
    let arrays = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let (deep, many) = (arrays(1_000_000), format!("[{}1]", "1,".repeat(5_000_000)));
    let missing = wanted(&stage.path("missing.pdf")).to_string();
    let missing = |count| format!("[{}]", vec![&*missing; count].join(","));
    let traits = traits().to_string();
    for (code, patient, record, documents) in [
        ("HR_E_ARGUMENT", &traits, &*arrays(5_000_000), "[]"),
        ("HR_E_ARGUMENT", &deep, "{}", "[]"),
        ("HR_E_ARGUMENT", &traits, "{}", &deep),
        ("HR_E_ARGUMENT", &traits, "{}", &many),
        ("HR_E_ARGUMENT", &traits, "{}", &missing(10_001)),
        ("HR_E_FILE", &traits, "{}", &missing(10_000)),
    ] {
        let json = c(&format!(
            r#"{{"patient":{patient},"record":{record},"documents":{documents}}}"#
        ));
        let started = Instant::now();
        let refused = call("hr_deposit", |out| {
            // SAFETY: a text and a place for the result.
            unsafe { hr::ffi::deposit::hr_deposit(host.0, json.as_ptr(), out) }
        });
        assert_eq!(refused.str("name"), code, "{:.500}", refused.text);
        // In a debug build on a busy machine.
        let soon = Duration::from_secs(60);
        assert!(started.elapsed() < soon, "{:?}", started.elapsed());
    }
    assert_eq!(stage.log(), ["search", "get", "open"]);
}

//! A callback that forks: the call goes on in the parent, and what the child is told of it is true.

use serde_json::{Value, json};
use testkit::{Outcome, libc};

use super::hostile::deposit_with;
use super::stage::*;

/// Where a child leaves what its call told it.
fn end_as_child(stage: &Stage, ended: &Outcome) -> ! {
    std::fs::write(stage.path("child.json"), &ended.text).unwrap();
    // SAFETY: nothing of the parent's is run in the child.
    unsafe { libc::_exit(0) }
}

/// What the call told the child, once the child has ended.
fn told_to(stage: &Stage, child: i32) -> Value {
    let mut status = -1;
    // SAFETY: an own child.
    let ended = unsafe { libc::waitpid(child, &mut status, 0) };
    assert_eq!((ended, status), (child, 0));
    let told = std::fs::read(stage.path("child.json")).unwrap();
    serde_json::from_slice(&told).unwrap()
}

/// Both come back from the callback; the documents are the parent's. The child said nothing of them.
#[test]
fn a_child_forked_between_two_documents_sends_nothing() {
    testkit::alone!();
    let stage = Stage::accepting();
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
    let journal = stage.path("records.hrj");
    for (config, sends) in [(json!({}), 3), (json!({"journal": journal}), 6)] {
        let mut config = config;
        config["patients_pointer"] = json!("/patients");
        let host = stage.host_with(config);
        let mut request = request.clone();
        for document in request["documents"].as_array_mut().unwrap() {
            document["again"] = json!(sends == 6);
        }
        for (at, known) in [(0, 0), (5, 0), (10, 1)] {
            if at > 0 {
                for document in request["documents"].as_array_mut().unwrap() {
                    document["type_code"] = json!(format!("type {at}"));
                }
            }
            let before = stage.uploads().len();
            let mut child = -1;
            let sent = deposit_with(&host, &request, &mut |done, _| {
                if child == -1 && done >= at {
                    // SAFETY: the child ends with _exit.
                    child = unsafe { libc::fork() };
                }
                0
            });
            if child == 0 {
                end_as_child(&stage, &sent);
            }
            let told = told_to(&stage, child);
            assert_eq!(told["name"], "HR_E_HANDLE", "{told}");
            assert_eq!(told["outcome"], "unknown", "{told}");
            let ends: Vec<Value> = (0..3)
                .map(|index| json!(["unknown", "accepted"][usize::from(index < known)]))
                .collect();
            assert_eq!(each(&told, "outcome"), ends, "{at}");
            sent.ok();
            assert_eq!(stage.uploads().len() - before, 3, "{at}");
        }
    }
}

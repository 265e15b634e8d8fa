//! A host that is one loop: it calls, a person answers what is asked, the answer goes into the request, it calls again.

use testkit::conversations::{CONVERSATIONS, converse};
use testkit::*;

#[test]
fn a_host_is_one_loop() {
    let mut wrong = Vec::new();
    for conversation in CONVERSATIONS {
        let prepared = conversation.prepare(sandbox());
        let host = Host::open(&prepared.config);
        let seen = converse(&host, &prepared.calls);
        for what in conversation.differences(&prepared, &seen) {
            wrong.push(format!("{}: {what}", conversation.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

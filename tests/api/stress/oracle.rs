//! What the sandbox received: no credential, path or document of one handle came under the name of another.

use std::collections::HashMap;

use hr_sandbox::{Call, LoggedRequest};
use serde_json::Value;

use super::model::Fixture;

fn header<'a>(request: &'a LoggedRequest, name: &str) -> Option<&'a str> {
    let mut all = request.headers.iter().filter(|(key, _)| key == name);
    let value = all.next().map(|(_, value)| value.as_str());
    assert!(all.next().is_none(), "{name} twice: {request:?}");
    value
}

pub fn check(fixture: &Fixture) -> String {
    let given = fixture.given.lock().unwrap();
    let requests = fixture.sandbox.requests();
    let (mut secrets, mut paths) = (0, 0);
    let mut belongs = |secret: &str, mark: &str, request: &LoggedRequest| {
        let owner = given.get(secret).map(String::as_str);
        let owner = owner.or(secret.strip_prefix("false-"));
        assert_eq!(owner, Some(mark), "{request:?}");
        secrets += 1;
    };
    for request in &requests {
        let mark = header(request, "user-agent").expect("a mark");
        let authorization = header(request, "authorization");
        match request.call {
            Call::Ticket => {
                let expected = format!("Bearer {}", fixture.sandbox.license_bearer());
                assert_eq!(authorization, Some(&*expected));
            }
            // One that was stopped may have left in part.
            Call::Ready | Call::Login => {
                if let Ok(body) = serde_json::from_slice::<Value>(&request.body) {
                    belongs(body["licenseTicket"].as_str().unwrap(), mark, request);
                }
                assert_eq!(authorization, None);
            }
            _ => {
                let bearer = authorization.and_then(|value| value.strip_prefix("Bearer "));
                belongs(bearer.expect("a bearer"), mark, request);
            }
        }
        if let Some(label) = request.path.split("/echo/").nth(1) {
            assert_eq!(label.split('-').next(), Some(mark), "{request:?}");
            paths += 1;
        }
    }
    format!(
        "{} requests, {secrets} credentials and {paths} paths under the right name, {}",
        requests.len(),
        documents(fixture, &given)
    )
}

/// Each document once, from the session of its own handle; none that was not sent, none missing.
fn documents(fixture: &Fixture, given: &HashMap<String, String>) -> String {
    let sent = fixture.sent.lock().unwrap();
    let mut stored: HashMap<&str, u32> = HashMap::new();
    let documents = fixture.sandbox.documents();
    for document in &documents {
        let name = document.filename.as_str();
        let mark = name.split('-').next();
        assert_eq!(given.get(&document.session).map(String::as_str), mark);
        let word = sent.get(name).map(String::as_str);
        assert!(
            matches!(word, Some("accepted" | "unknown" | "accepted_unreadable")),
            "{name}: {word:?}"
        );
        *stored.entry(name).or_default() += 1;
        let content = document.content.as_ref().unwrap();
        let of_build = content.starts_with(b"//! Link flags");
        let of_label = content
            .chunks(name.len())
            .all(|part| part == name.as_bytes());
        assert!(
            of_build || of_label || name.ends_with("-last.bin"),
            "{name} holds another's content"
        );
    }
    assert!(stored.values().all(|times| *times == 1), "{stored:?}");
    let accepted = sent.iter().filter(|(_, word)| *word == "accepted");
    for (name, _) in accepted.clone() {
        assert!(stored.contains_key(name.as_str()), "{name} was lost");
    }
    for serial in fixture.serials() {
        assert_eq!(fixture.sandbox.card_tries_left(&serial), Some(3));
    }
    format!(
        "{} documents stored, {} accepted",
        documents.len(),
        accepted.count()
    )
}

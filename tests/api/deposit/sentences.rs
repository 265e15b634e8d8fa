//! What a person reads of several documents together.

use serde_json::{Value, json};

use super::stage::*;
use testkit::Members;

/// The second of three is answered like this.
fn second(status: &'static str) -> Stage {
    Stage::but("b.pdf", None, reply(status, "{}"))
}

fn sentences(text: &Value) -> [&str; 2] {
    ["message", "message_fr"].map(|key| text[key].as_str().unwrap())
}

#[test]
fn what_became_of_three_is_counted() {
    let cases = [
        (
            "422 No",
            "HR_E_REFUSED",
            "3; in the record: 2; not in the record: 1.",
            "absents du dossier : 1.",
        ),
        (
            "503 No",
            "HR_E_SERVER",
            "3; in the record: 1; not in the record: 1; to be looked for in the record: 1.",
            "à vérifier dans le dossier : 1.",
        ),
    ];
    for (status, name, english, french) in cases {
        let stage = second(status);
        let request = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
        let error = stage.host().deposit(&request).fails(name).json;
        let [message, message_fr] = sentences(&error);
        assert!(message.ends_with(english), "{message}");
        assert!(message_fr.ends_with(french), "{message_fr}");
        // That of each document stays its own.
        assert!(
            !error["documents"][1]["message"]
                .as_str()
                .unwrap()
                .contains("Documents:")
        );
    }
}

#[test]
fn a_success_has_its_sentence() {
    let stage = Stage::accepting();
    let host = stage.host();
    let one = stage.request(stage.documents(&["a.pdf"]));
    let first = host.deposit(&one).ok().json;
    assert!(sentences(&first)[0].contains("was put into"), "{first}");
    first.has(json!({"ending": "sent", "ask": null}));
    assert_eq!(first["documents"][0]["ending"], "sent");
    let again = host.deposit(&one).ok().json;
    assert!(
        sentences(&again)[0].contains("was not sent again"),
        "{again}"
    );
    let none = host.deposit(&stage.request(json!([]))).ok().json;
    assert!(sentences(&none)[0].ends_with("record is open."), "{none}");
    let three = stage.request(stage.documents(&["a.pdf", "b.pdf", "c.pdf"]));
    let all = host.deposit(&three).ok().json;
    assert_eq!(
        sentences(&all)[0],
        "The 3 documents are in the patient's shared health record."
    );
    assert_eq!(
        sentences(&all)[1],
        "Les 3 documents sont dans le dossier médical partagé du patient."
    );
}

/// Of what had no turn the step that failed says enough.
#[test]
fn nothing_is_counted_before_the_first_document() {
    let stage = Stage::but("GET /patient/search", None, reply("503 No", "{}"));
    let request = stage.request(stage.documents(&["a.pdf", "b.pdf"]));
    let error = stage.host().deposit(&request).fails("HR_E_SERVER").json;
    assert!(!sentences(&error)[0].contains("Documents:"), "{error}");
    assert_eq!(error["documents"][1]["outcome"], json!("not_sent"));
}

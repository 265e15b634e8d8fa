//! A host that is one loop: it calls, a person answers what is asked, the answer goes into the request, it calls again. What
//! the person says comes from a script; the oracle is what the sandbox received.

use hr_sandbox::{Call, Cut, Fault, Options, Sandbox};
use serde_json::{Value, json};
use testkit::*;

/// What a person answers.
enum Says {
    /// The choice whose label has this text.
    Choose(&'static str),
    /// The code of the card.
    Code(&'static str),
    /// A member of the request, entered.
    Enter(&'static str, Value),
}

use Says::{Choose, Code, Enter};

/// Goes on until nothing is asked; each question must be the one that the script expects.
#[track_caller]
fn converse(
    call: impl Fn(&str, Option<&str>) -> Outcome,
    mut request: Value,
    script: &[(&str, Says)],
) -> Outcome {
    let mut pin = None;
    let mut script = script.iter();
    loop {
        let outcome = call(&request.to_string(), pin);
        let Some(ask) = outcome.json["ask"].as_str() else {
            assert!(script.next().is_none(), "{}", outcome.text);
            return outcome;
        };
        let (expected, says) = script.next().unwrap_or_else(|| panic!("{}", outcome.text));
        assert_eq!(ask, *expected, "{}", outcome.text);
        if outcome.json["session"] == true {
            pin = None;
        }
        let choices = outcome.json["choices"].as_array().unwrap();
        let chosen = match says {
            Choose(label) => choices
                .iter()
                .find(|choice| choice["label_fr"].as_str().unwrap().contains(label)),
            Code(code) => {
                pin = Some(*code);
                choices.first()
            }
            Enter(member, value) => {
                request[*member] = value.clone();
                choices.first()
            }
        };
        let value = chosen.unwrap_or_else(|| panic!("{}", outcome.text))["value"].clone();
        for (member, value) in value.as_object().into_iter().flatten() {
            request[member] = value.clone();
        }
    }
}

/// With the serial of one of the cards.
fn stage(card: usize, more: Value) -> (Sandbox, String, Host) {
    let options = own_cards(Options::default());
    let serial = options.scenario.cards[card].serial.clone();
    let sandbox = Sandbox::start(options).unwrap();
    let host = Host::with(&sandbox, more);
    (sandbox, serial, host)
}

#[test]
fn a_login_asks_for_card_code_and_situation() {
    let profile =
        json!({"profile": {"demande": "situations"}, "situations_pointer": "/situations"});
    let (sandbox, locum, host) = stage(1, profile);
    let serial: &'static str = locum.clone().leak();
    let wrong = "97531";
    let script = [
        ("card", Choose(serial)),
        ("pin", Code(wrong)),
        ("pin", Code(wrong)),
        // Held: the person has read it, and types it all the same.
        ("pin", Code(wrong)),
        ("pin", Code(wrong)),
        // And once more, but then looks up the right one.
        ("retry", Code(PIN_MANY)),
        ("situation", Choose("2")),
    ];
    let call = |request: &str, pin: Option<&str>| host.connect(Some(request), pin);
    let open = converse(call, json!({}), &script).ok();
    assert_eq!(
        (open.str("ending"), &open.json["session"]),
        ("open".into(), &json!(true))
    );
    assert_eq!(sandbox.requests_of(Call::ProfilePut).len(), 1);
    assert_eq!(sandbox.requests_of(Call::ProfileSelect).len(), 1);
    assert_eq!(sandbox.pin_presentations(&locum), 3);
}

#[test]
fn a_deposit_asks_for_patient_update_and_doubt() {
    let (sandbox, doctor, host) = stage(0, json!({"patients_pointer": null}));
    let file = TempFile::new("conversation.pdf", b"a conversation");
    host.log_in(&doctor, PIN);
    let request = json!({
        "patient": {"nom": "ESSAI"},
        "documents": [{"path": file.path(), "activity_type": "10", "type_code": "11503-0"}],
    });
    let call =
        |request: &str, _: Option<&str>| host.deposit(&serde_json::from_str(request).unwrap());
    sandbox.set_fault(Fault::on(Call::DmpSend).times(1).act().cut(Cut::Before));
    let update = json!({"insQualified": true, "alimentationConsent": true});
    let script = [
        ("patient", Choose("ESSAI")),
        ("update", Enter("update", update)),
    ];
    let doubtful = converse(call, request.clone(), &script).fails("HR_E_IN_DOUBT");
    assert_eq!(doubtful.str("ending"), "in_doubt");
    let again = [
        ("patient", Choose("ESSAI")),
        ("doubt", Choose("est dans le dossier")),
    ];
    let sent = converse(call, request, &again).ok();
    assert_eq!(sent.json["documents"][0]["already"], true);
    assert_eq!(sandbox.requests_of(Call::DmpSend).len(), 1);
}

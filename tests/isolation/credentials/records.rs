//! The journal: what a host with one leaves on the disk.

use hr_sandbox::{Call, Fault, Options};
use serde_json::json;
use testkit::digests::sha256;
use testkit::fault_proxy::{FaultProxy, encoded_forms};
use testkit::*;

/// A PIN of twelve digits, so that no other number in the file holds it by chance.
const LONG_PIN: &str = "804715926630";

#[test]
fn no_secret_and_nobody_is_in_the_journal() {
    let mut options = own_cards(Options::default());
    options.scenario.cards[0].pin = Some(LONG_PIN.into());
    let serial = options.scenario.cards[0].serial.clone();
    let license = options.scenario.license_bearer.clone();
    let relay = FaultProxy::start(options, None);
    let content = b"planted content of a document";
    let document = TempFile::new("planted-file-name.pdf", content);
    let path = document.0.with_file_name("records.hrj");
    let mut config = relay.config_json();
    config["journal"] = json!(path);

    let host = Host::open(&config);
    host.ticket().ok();
    let token = host.token(&serial);
    host.login(&token, "804715926631").fails("HR_E_CARD_STATUS");
    let token = host.token(&serial);
    host.login(&token, LONG_PIN).ok();
    host.patient_search(QUALIFIED).ok();
    let patient = host.patient_get().ok().str("patient_id");
    host.dmp_open(&patient, None).ok();
    relay
        .sandbox()
        .set_fault(Fault::on(Call::DmpSend).times(1).status(500));
    host.dmp_send(&patient, document.path(), None)
        .fails("HR_E_SERVER");
    let doubt = host.journal(&json!({"doubt": true})).ok();
    assert_eq!(
        host.dmp_found(doubt.json["entries"][0]["entry"].as_str().unwrap()),
        0
    );
    host.dmp_send(&patient, document.path(), None).ok();
    let ready = host.ready().ok();
    let holder = ready.json["cards"][0]["idNat"].as_str().unwrap().to_owned();
    drop(host);

    let written = std::fs::read(&path).unwrap();
    assert!(written.split(|byte| *byte == b'\n').count() > 9);
    let mut secrets: Vec<String> = relay
        .finish()
        .issued_secrets()
        .into_iter()
        .map(|it| it.1)
        .collect();
    assert!(secrets.len() >= 2);
    let digest = sha256(content);
    let known = [&license, &serial, &holder, &token, &patient, &digest];
    secrets.extend(known.map(String::to_owned));
    let texts = [
        LONG_PIN,
        "804715926631",
        "planted",
        "EXEMPLE",
        "Hélène",
        "11503-0",
        document.0.parent().unwrap().to_str().unwrap(),
    ];
    secrets.extend(texts.map(str::to_owned));
    for secret in secrets {
        for form in encoded_forms(&secret) {
            let found = written.windows(form.len()).any(|part| part == form);
            assert!(!found, "{secret} is in the file");
        }
    }
}

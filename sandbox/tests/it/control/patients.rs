//! Patients, added and changed while the sandbox runs.

use super::*;

fn patient(id: &str) -> Value {
    json!({
        "patient_id": id, "nom": "NOUVEAU", "prenom": "Ada", "date_naissance": "1990-01-02",
        "sexe": "F", "ins_qualified": false, "alimentation_consent": true,
    })
}

#[test]
fn a_new_patient_is_found_and_changed() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let added = post(&sandbox, "/patients", patient("290017512345678")).json();
    assert_eq!(added["number"], json!(9));
    let found = session.search("nom=NOUVEAU");
    assert_eq!(found.json()["prenom"], json!("Ada"));
    assert_eq!(session.open_record("290017512345678").status, 409);
    let change = post(&sandbox, "/patients/9", json!({ "ins_qualified": true }));
    assert_eq!(change.json(), json!({ "number": 9 }));
    assert_eq!(session.open_record("290017512345678").status, 200);

    let state = get(&sandbox, "/state");
    assert_eq!(state["patients"][8]["ins_qualified"], json!(true));
    assert_eq!(state["patients"][8]["alimentation_consent"], json!(true));
    assert_eq!(state["sessions"][0]["patient"], json!(9));
    sandbox.reset();
    assert_eq!(
        get(&sandbox, "/state")["patients"]
            .as_array()
            .unwrap()
            .len(),
        8
    );
}

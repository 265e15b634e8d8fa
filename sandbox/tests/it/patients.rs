//! Steps 4 to 8 of a session: situations, search, record, update, opening; and that sessions do not mix.

use crate::client::*;
use hr_sandbox::Call;
use serde_json::json;

#[test]
fn a_search_finds_none_one_or_several() {
    let sandbox = sandbox();
    assert_eq!(sandbox.config_json()["patients_pointer"], "/patients");
    Session::open(&sandbox).plays(
        r#"GET | /patient                                              | | 409 | patient/search
           GET | /patient/search?nom=D%27%C3%A9tang%20%26%20fils%20%2B%20cie | | 200 | /count 1
           GET | /patient                                              | | 200 | 123456789012345678901234567890,
           GET | /patient                                              | | 200 | avant\u0000après
           GET | /patient/search?nom=ESSAI                             | | 200 | /patients/0/patient_id "269054958815780"
           GET | /patient/search?nom=jumeau&prenom=marie               | | 200 | /count 2
           GET | /patient                                              | | 409 | patient/search
           GET | /patient/search?nom=JUMEAU                            | | 200 | /patients/1/nom "JUMEAU"
           GET | /patient/search?nom=EXEMPLE                           | | 200 | /patient_id "255081416802538"
           GET | /patient/search?nom=exemple&prenom=h%C3%89l%C3%A8ne&sexe=F | | 200 | /count 1
           GET | /patient/search?nom=exemple&sexe=M                    | | 404 | no patient
           GET | /patient/search?prenom=Helene                         | | 404 | no patient
           GET | /patient/search?prenom=Anne%20Marie                   | | 200 | /count 1
           GET | /patient/search?nom=D%27%C3%89TANG+%26+FILS+%2B+CIE   | | 200 | /count 1
           GET | /patient/search?nom=JUMEAU&date_naissance=1953-07-11  | | 200 | /count 2
           GET | /patient/search?nom=A&nom=B                           | | 400 | twice
           GET | /patient/search?nom=Personne                          | | 404 | no patient
           GET | /patient                                              | | 409 | patient/search
           GET | /patient/search?                                      | | 400 | at least one
           GET | /patient/search?name=A                                | | 400 | `name`
           GET | /patient/search?nom=%E9t%E9                           | | 400 | UTF-8"#,
    );
}

#[test]
fn a_record_opens_once_qualified_and_consented() {
    let sandbox = sandbox();
    Session::open(&sandbox).plays(
        r#"GET  | /patient/search?nom=ESSAI     |                                      | 200 | /count 1
           GET  | /patient                      |                                      | 200 | /insQualified false
           PUT  | /dmp/269054958815780          |                                      | 409 | insQualified
           POST | /patient                      | []                                   | 400 | object
           POST | /patient                      |                                      | 400 | object
           POST | /patient                      | {"insQualified":"yes"}               | 400 | true or false
           POST | /patient                      | {"insQualified":true,"autre":[1]}    | 200 | /insQualified true
           PUT  | /dmp/269054958815780          |                                      | 200 | /opened true
           GET  | /patient/search?nom=MOD%C3%88LE |                                    | 200 | /count 1
           PUT  | /dmp/180126955222380          |                                      | 409 | alimentationConsent
           POST | /patient                      | {"alimentationConsent":true}         | 200 | /alimentationConsent true
           PUT  | /dmp/180126955222380          |                                      | 200 | /opened true
           GET  | /patient/search?nom=OPPOS%C3%89 |                                    | 200 | /count 1
           POST | /patient                      | {"alimentationConsent":true}         | 409 | opposed
           GET  | /patient                      |                                      | 200 | /alimentationConsent false
           PUT  | /dmp/279035121518989          |                                      | 409 | opposed
           PUT  | /dmp/255081416802538          |                                      | 200 | /opened true
           PUT  | /dmp/255081416802538          | {"mode":1}                           | 200 | /opened true
           PUT  | /dmp/255081416802538          | mode=1                               | 400 | JSON
           PUT  | /dmp/000                      |                                      | 404 | no patient
           PUT  | /dmp/%FF                      |                                      | 400 | UTF-8"#,
    );
}

#[test]
fn a_professional_with_several_situations_selects_one() {
    let sandbox = sandbox();
    let session = login(&sandbox, SEVERAL, "5678");
    assert_eq!(session.login["identified"], json!(false));
    let early = session.upload(PATIENT, &document(b"x"));
    assert_eq!(early.status, 409);
    assert!(early.error().contains("user-profiles"));
    let select = "/user-profiles/situation%2F2%20%C3%A9/select";
    session.plays(&format!(
        r#"GET  | /patient/search?nom=EXEMPLE   |                 | 409 | user-profiles
           GET  | /patient                      |                 | 409 | user-profiles
           POST | /patient                      | {{}}            | 409 | user-profiles
           PUT  | /dmp/{PATIENT}                |                 | 409 | user-profiles
           GET  | /user-profiles/cabinet/select |                 | 409 | comes first
           PUT  | /user-profiles                | []              | 400 | object
           PUT  | /user-profiles                |                 | 400 | object
           PUT  | /user-profiles                | {{"any":"thing"}} | 200 | situation/2 é
           GET  | /user-profiles/none/select    |                 | 404 | none
           GET  | {select}                      |                 | 200 | /situation/id "situation/2 é"
           GET  | /patient/search?nom=EXEMPLE   |                 | 200 | /count 1"#
    ));
    let seen = sandbox.requests_of(Call::ProfileSelect).pop().unwrap();
    assert_eq!(seen.path, format!("/service{select}"));
    let another = login(&sandbox, SEVERAL, "5678");
    assert_eq!(another.search("nom=EXEMPLE").status, 409);
}

#[test]
fn sessions_do_not_mix_and_end() {
    let sandbox = sandbox();
    let first = Session::open(&sandbox);
    let second = Session::open(&sandbox);
    assert_ne!(first.auth, second.auth);
    assert_ne!(first.login["connectionId"], second.login["connectionId"]);

    first.search("nom=EXEMPLE");
    assert_eq!(second.call("GET", "/patient", b"").status, 409);
    second.search("nom=ESSAI");
    let name = first.call("GET", "/patient", b"").json()["nom"].clone();
    assert_eq!(name, "EXEMPLE");

    first.open_record(PATIENT);
    let refused = second.upload(PATIENT, &document(b"x"));
    assert_eq!(refused.status, 409);
    assert!(refused.error().contains("not open in this session"));
    assert_eq!(first.upload(PATIENT, &document(b"x")).status, 201);

    sandbox.end_sessions();
    assert_eq!(first.search("nom=EXEMPLE").status, 401);
    assert_eq!(first.upload(PATIENT, &document(b"y")).status, 401);
    assert_eq!(sandbox.documents().len(), 1);
}

#[test]
fn one_session_can_be_ended_alone() {
    let sandbox = sandbox();
    let (first, second) = (Session::open(&sandbox), Session::open(&sandbox));
    let end = json!({ "connectionId": first.login["connectionId"] });
    let left = post(&sandbox, "/sessions/end", end).json();
    assert_eq!(left["sessions"], json!(1));
    assert_eq!(first.search("nom=EXEMPLE").status, 401);
    assert_eq!(second.search("nom=EXEMPLE").status, 200);
    assert_eq!(control(&sandbox, "POST", "/sessions/end", "").status, 200);
    assert_eq!(second.search("nom=EXEMPLE").status, 401);
}

#[test]
fn reset_goes_back_to_the_start_and_a_ticket_outlives_it() {
    let sandbox = sandbox();
    let payload = json!({ "licenseTicket": ticket(&sandbox) });
    let session = Session::open(&sandbox);
    session.search("nom=ESSAI");
    session.call("POST", "/patient", br#"{"insQualified":true}"#);
    try_login(&sandbox, ONE, "0000");
    let reset = post(&sandbox, "/reset", json!({}));
    assert_eq!(reset.json(), json!({ "reset": true }));
    assert_eq!(sandbox.requests().len(), 0);
    assert_eq!(sandbox.card_tries_left(ONE), Some(3));
    assert_eq!(session.search("nom=ESSAI").status, 401);
    assert_eq!(card(&sandbox, "ready", payload).status, 200);
    let session = Session::open(&sandbox);
    assert_eq!(sandbox.requests_of(Call::Login).len(), 1);
    session.search("nom=ESSAI");
    let record = session.call("GET", "/patient", b"").json();
    assert_eq!(record["insQualified"], false);
}

#[test]
fn a_new_patient_is_found_and_changed() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let id = "290017512345678";
    let patient = json!({
        "patient_id": id, "nom": "NOUVEAU", "prenom": "Ada", "date_naissance": "1990-01-02",
        "sexe": "F", "ins_qualified": false, "alimentation_consent": true,
    });
    let nine = json!({ "number": 9 });
    assert_eq!(post(&sandbox, "/patients", patient).json(), nine);
    assert_eq!(session.search("nom=NOUVEAU").json()["prenom"], json!("Ada"));
    assert_eq!(session.open_record(id).status, 409);
    let change = json!({ "ins_qualified": true });
    assert_eq!(post(&sandbox, "/patients/9", change).json(), nine);
    assert_eq!(session.open_record(id).status, 200);

    let state = get(&sandbox, "/state");
    assert_eq!(state["patients"][8]["ins_qualified"], json!(true));
    assert_eq!(state["patients"][8]["alimentation_consent"], json!(true));
    assert_eq!(state["sessions"][0]["patient"], json!(9));
    sandbox.reset();
    let patients = get(&sandbox, "/state")["patients"].clone();
    assert_eq!(patients.as_array().unwrap().len(), 8);
}

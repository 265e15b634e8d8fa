//! What a refusal says of a body or path that cannot be used.

use super::*;

/// Method, path, body, and a part of the sentence in both languages.
const REFUSED: &str = r#"POST   | /cards/pin             | {"serial":"2000000001","pin":48213795} | column 37: a text is expected | attendu : un texte
POST   | /cards/pin             | {"serial":"2","pn":"48213795"}         | use serial, pin               | clé inconnue
POST   | /cards/pin             | 48213795                               | an object is expected         | attendu : un objet
POST   | /cards/pin             | {"serial":"2"                          | not JSON                      | pas du JSON
POST   | /cards/remove          | {}                                     | give serial or token          | donner serial ou token
POST   | /cards/remove          | {"serial":"2","token":"3"}             | not both                      | pas les deux
POST   | /patients              | {"patient_id":255081416802538}         | a text is expected            | un texte
POST   | /patients              | {"patient_id":"1"}                     | nom is missing                | nom est absent
POST   | /sessions/end          | []                                     | an object is expected         | un objet
PUT    | /scenario              | {"LICENSE":1}                          | use license_bearer,           | clé inconnue
PUT    | /scenario              | {"keep_bytes":"48213795"}              | line 1, column 24             | nombre entier
POST   | /faults                | {"call":"LICENSE"}                     | use one of ticket,            | en prendre une
POST   | /faults                | {"name":"LICENSE"}                     | lost-answer                   | lost-answer
GET    | /requests/NIR          |                                        | this number                   | de ce numéro
GET    | /requests/xNIR         |                                        | a number                      | un nombre
GET    | /requests?last=xNIR    |                                        | a number                      | un nombre
GET    | /documents/NIR/content |                                        | this number                   | ce numéro
DELETE | /faults/NIR            |                                        | this number                   | de ce numéro
POST   | /patients/NIR          | {}                                     | this number                   | ce numéro
GET    | /events?NIR=1          |                                        | use show                      | utilisez show"#;

#[test]
fn a_refusal_of_the_control_port_repeats_nothing() {
    let sandbox = sandbox();
    let license = &sandbox.license_bearer();
    let nir = "255081416802538";
    for row in REFUSED.lines() {
        let row = row.replace("LICENSE", license).replace("NIR", nir);
        let cells: Vec<_> = row.split(" | ").map(str::trim).collect();
        let [method, path, body, en, fr] = cells[..] else {
            panic!("five cells: {row}");
        };
        let reply = send(
            method,
            &format!("{}{path}", sandbox.control_url()),
            &[],
            body.as_bytes(),
        );
        let said: Value = reply.json();
        assert!((400..500).contains(&reply.status), "{path} {said}");
        assert!(
            said["error"].as_str().unwrap().contains(en),
            "{path}: {said}"
        );
        let french = said["error_fr"].as_str().unwrap();
        assert!(french.contains(fr), "{path}: {said}");
        for english in ["invalid", "expected", "missing", "unknown", "line "] {
            assert!(!french.contains(english), "{path}: {french}");
        }
        for given in ["48213795", nir, license] {
            assert!(!said.to_string().contains(given), "{path}: {said}");
        }
    }
}

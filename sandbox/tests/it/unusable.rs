//! What a refusal of the control port says of a body or path that cannot be used.

use crate::client::*;

/// Method, path, body, and a part of the sentence in both languages.
const REFUSED: &str = r#"POST   | /cards/pin             | {"serial":"2000000001","pin":48213795} | column 37: a text is expected | attendu : un texte
POST   | /cards/pin             | {"serial":"2","pn":"48213795"}         | use serial, pin               | clé inconnue
POST   | /cards/pin             | 48213795                               | an object is expected         | attendu : un objet
POST   | /cards/pin             | {"serial":"2"                          | not JSON                      | pas du JSON
POST   | /cards/pin             | {"serial":"2000000001"}                | pin is missing                | pin est absent
POST   | /cards/pin             | {"serial":"2000000001","pin":""}       | is empty                      | est vide
POST   | /cards/pin             | {"serial":"3000000001","pin":"1"}      | a Vitale                      | une carte Vitale
POST   | /cards/pin             | {"serial":"none","pin":"1"}            | no card has                   | aucune carte
POST   | /cards/unlock          | {"serial":"none"}                      | no card has                   | aucune carte
POST   | /cards/unlock          | []                                     | an object is expected         | un objet
POST   | /cards/lock            | {"serial":"none"}                      | no card has                   | aucune carte
POST   | /cards/lock            | {"serial":"3000000001"}                | a Vitale                      | une carte Vitale
POST   | /cards/insert          | {"serial":"78"}                        | a whole card                  | carte entière
POST   | /cards/insert          | {"serial":"79","type":"CPS","holder":{}} | needs a pin                 | doit avoir un code
POST   | /cards/remove          | {}                                     | give serial or token          | donner serial ou token
POST   | /cards/remove          | {"serial":"2","token":"3"}             | not both                      | pas les deux
POST   | /cards/remove          | {"serial":"2"}                         | has this token or serial      | numéro de série
POST   | /patients              | {"patient_id":255081416802538}         | a text is expected            | un texte
POST   | /patients              | {"patient_id":"1"}                     | nom is missing                | nom est absent
POST   | /patients              | {"patient_id":"NIR",TRAITS}            | patient 1 has                 | le patient 1
POST   | /patients              | {"patient_id":"",TRAITS}               | is empty                      | est vide
POST   | /patients              | {"patient_id":"7","opposed":true,TRAITS} | both opposed                | à la fois opposé
POST   | /patients/1            | {"opposed":true,"ins_qualified":false} | both opposed                  | à la fois opposé
POST   | /patients/1            | {"nom":"X"}                            | no such key                   | clé inconnue
POST   | /patients/1            | {"opposed":"yes"}                      | true or false                 | true ou false
POST   | /patients/0            | {"opposed":true}                       | this number                   | ce numéro
POST   | /patients/9            | {"opposed":true}                       | this number                   | ce numéro
POST   | /patients/x            | {"opposed":true}                       | a number                      | un nombre
POST   | /patients/NIR          | {}                                     | this number                   | ce numéro
POST   | /sessions/end          | []                                     | an object is expected         | un objet
POST   | /sessions/end          | {"id":1}                               | no such key                   | clé inconnue
POST   | /sessions/end          | {"connectionId":"none"}                | no session has                | aucune session
PUT    | /scenario              | []                                     | an object is expected         | un objet
PUT    | /scenario              | {"LICENSE":1}                          | use license_bearer,           | clé inconnue
PUT    | /scenario              | {"keep_bytes":"48213795"}              | line 1, column 24             | nombre entier
PUT    | /scenario              | {"service_prefix":"/other"}            | counts at the start           | qu'au démarrage
PUT    | /scenario              | {"cards":[{"serial":"1","type":"CPS","holder":{}}]} | needs a pin      | doit avoir un code
PUT    | /scenario              | {"cards":[{CARD}]}                     | needs a situation             | une situation
PUT    | /scenario              | {"cards":[{CARD,"situations":[{"id":"1"}],"tries":0}]} | at least 1    | au moins 1
PUT    | /scenario              | {"cards":[{CARD,"situations":[{"id":"1"},{"id":"1"}]}]} | differ       | différents
PUT    | /scenario              | {"license_bearer":"é"}                 | visible ASCII                 | ASCII visibles
PUT    | /scenario              | {"identified_field":"bearer"}          | identified_field cannot       | ne peut pas
POST   | /faults                | {"call":"LICENSE"}                     | use one of ticket,            | en prendre une
POST   | /faults                | {}                                     | call is missing               | call est absent
POST   | /faults                | {"name":"LICENSE"}                     | lost-answer                   | lost-answer
POST   | /faults                | {"name":"early-413","call":"login"}    | for these calls: dmp_send     | dmp_send
POST   | /faults                | {"name":"busy","status":500}           | no such key                   | clé inconnue
POST   | /faults                | {"call":"login","status":42}           | 200 to 999                    | de 200 à 999
POST   | /faults                | {"call":"login","status":103}          | 200 to 999                    | de 200 à 999
POST   | /faults                | {"call":"login","cut":"late"}          | mid_body                      | en prendre une
POST   | /faults                | {"call":"login","headers":{"a b":"c"}} | is no header                  | n'est pas un en-tête
POST   | /faults                | {"call":"login","headers":{"a":"\n"}}  | is no header                  | n'est pas un en-tête
POST   | /faults                | {"call":"login","headers":{"content-length":"-1"}} | must be a number  | doit être un nombre
POST   | /faults                | {"call":"login","headers":{"Transfer-Encoding":"gzip"}} | chunked      | chunked
POST   | /faults                | {"call":"login","content_type":"\n"}   | content_type holds            | content_type contient
POST   | /faults                | {"call":"other","down_ms":1}           | down_ms needs                 | down_ms demande
DELETE | /faults/NIR            |                                        | this number                   | de ce numéro
DELETE | /faults/x              |                                        | a number                      | un nombre
GET    | /requests/0            |                                        | this number                   | de ce numéro
GET    | /requests/NIR          |                                        | this number                   | de ce numéro
GET    | /requests/xNIR         |                                        | a number                      | un nombre
GET    | /requests?last=xNIR    |                                        | a number                      | un nombre
GET    | /documents/NIR/content |                                        | this number                   | ce numéro
GET    | /documents/x/content   |                                        | a number                      | un nombre
GET    | /samples/1999          |                                        | 2000 to 64000000              | 2000 à 64000000
GET    | /samples/64000001      |                                        | 2000 to 64000000              | 2000 à 64000000
GET    | /samples/x             |                                        | a number                      | un nombre
GET    | /events?NIR=1          |                                        | use show                      | utilisez show
GET    | /events?recent=many    |                                        | 0 to 5000                     | de 0 à 5000
GET    | /nothing               |                                        | no such path                  | pas ce chemin
DELETE | /state                 |                                        | DELETE is not a method        | DELETE n'est pas"#;

/// Of a new card.
const CARD: &str = r#""serial":"1","type":"CPS","holder":{},"pin":"1""#;

/// Of a new patient, beside the identifier.
const TRAITS: &str = r#""nom":"N","prenom":"A","date_naissance":"1990-01-02","sexe":"F","ins_qualified":false,"alimentation_consent":true"#;

#[test]
fn a_refusal_of_the_control_port_repeats_and_changes_nothing() {
    let sandbox = sandbox();
    Session::open(&sandbox);
    let before = get(&sandbox, "/state?show=nir,pin");
    let license = &sandbox.license_bearer();
    let table = REFUSED.replace("LICENSE", license).replace("NIR", PATIENT);
    for [method, path, body, en, fr] in rows(&table.replace("TRAITS", TRAITS).replace("CARD", CARD))
    {
        let reply = control(&sandbox, method, path, body);
        let said = reply.json();
        assert!((400..500).contains(&reply.status), "{path} {said}");
        assert!(reply.error().contains(en), "{path}: {said}");
        let french = said["error_fr"].as_str().unwrap();
        assert!(french.contains(fr), "{path}: {said}");
        for english in ["invalid", "expected", "missing", "unknown", "line "] {
            assert!(!french.contains(english), "{path}: {french}");
        }
        for given in ["48213795", PATIENT, license] {
            assert!(!said.to_string().contains(given), "{path}: {said}");
        }
    }
    assert_eq!(get(&sandbox, "/state?show=nir,pin"), before);
}

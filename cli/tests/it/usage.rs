//! What is said of a command line, in the language of the user, and of what is wrong with it or with a file that it names.

use crate::desk::{DEPOSIT, Desk, rows};
use serde_json::json;
use testkit::PIN;

/// A command line, its status, and what is said of it in English and in French.
const SAID: &str = "
    deposit a --patient b | 2 | --type-code <CODE>, --activity <CODE> is missing | il manque --type-code <CODE>, --activity <CODE>~Utilisation\u{a0}: hr
    deposit --pateint a | 2 | --pateint is not known here~did you mean --patient? | --pateint n'est pas connu ici~vouliez-vous dire --patient\u{202f}?
    card | 2 | there is no command card~did you mean cards? | il n'y a pas de commande card
    --config | 2 | --config <FILE> has no value | --config <FILE> n'a pas de valeur
    deposit a --pin-fd 1234x | 2 | --pin-fd <NUMBER> cannot have this value | --pin-fd <NUMBER> ne peut pas avoir cette valeur
    completions 1234 | 2 | <SHELL> cannot have this value | <SHELL> ne peut pas avoir cette valeur
    deposit a --pin-stdin=1234 | 2 | --pin-stdin takes no value | --pin-stdin ne prend pas de valeur
    cards 1234 | 2 | an argument is one too many | il y a un argument de trop
    deposit a --pin 1234 | 2 | did you mean --pin-stdin? | vouliez-vous dire --pin-stdin\u{202f}?
    --config a --config b | 2 | --config <FILE> is given twice | --config <FILE> est donné deux fois
    journal --found 1 --doubts | 2 | --found <ENTRY> cannot stand beside --doubts | --found <ENTRY> ne peut pas accompagner --doubts
    --help | 0 | 6 in doubt (do not repeat) | 6 incertain (ne pas recommencer)
    journal --help | 0 | without it 20, of doubts all | par défaut 20, des documents incertains tous
";

#[test]
fn helps_and_what_is_wrong_with_a_command_line_are_in_both_languages() {
    let desk = Desk::new();
    for [line, status, english, french] in rows(SAID) {
        let status = status.parse().unwrap();
        let said = desk.run(&line).exits(status).says(&english).hides(PIN);
        said.hides("[default:").hides("[possible values:");
        let said = desk.run(&format!("--lang=fr {line}")).exits(status);
        said.says(&french).hides("Usage:").hides(PIN);
    }
    assert!(desk.sandbox.requests().is_empty());
}

/// A file and what it has, a command line, and what is said. An open quotation mark would take the next document along, and
/// a patient's name into the journal; what no request may have, the library refuses before a PIN is presented.
const UNUSABLE: &str = r#"
    a.toml | proxy = "none"~license_bearer = a-bearer   | --config a.toml cards | a.toml: no TOML (line 2)
    a.json | {~"license_bearer": a-bearer}              | --config a.json cards | a.json: no JSON object (line 2)
    a.json | {"timeouts": {"call_ms": 1, "call_ms": 2}} | --config a.json cards | HR_E_CONFIG
    a.toml | license_bearer_file = 7                    | --config a.toml cards | HR_E_CONFIG
    a.toml | license_bearer_file = "a-bearer.txt"       | --config a.toml cards | license_bearer_file in a.toml must be
    a.json | {"nom": "EXEMPLE", "nom": "ESSAI"}   | DEPOSIT --patient a.json | a.json: a member stands there twice
    a.json | {"patient_id": "255081416802538"}    | DEPOSIT --patient a.json | hr: the patient has none of the traits
    a.json | {"documents": []} | DEPOSIT --patient patient.json --answer a.json | an answer has no documents here
    | | DEPOSIT --patient patient.json --config none.json  | none.json: the system says:
    | | DEPOSIT --patient patient.json --pin-fd 97         | the PIN cannot be read
    | | DEPOSIT --patient patient.json none.txt            | none.txt: the system says:
    | | DEPOSIT --patient patient.json .                   | . is not a file
    | | DEPOSIT --patient ansi.json                        | ansi.json: save it as "UTF-8"
    | | DEPOSIT --patient {"nom":"EXEMPLE"}                | the name of a file belongs here
    | | journal --found none                               | HR_E_ARGUMENT
    | | journal --found 00000000000000000000000000000000   | uploads.hrj; name the configuration
    a.json | { | request PUT /nothing --body a.json --pin-stdin | HR_E_ARGUMENT
    list.csv | path,type_code,activity_type,nom~lettre.txt,1,1,EXEMPLE | LIST --answer list.csv | no JSON object
    a.json | {"doubts": {"x": "perhaps"}} | LIST --answer a.json | HR_E_ARGUMENT
    a.json | {"update": {}}               | LIST --answer a.json | an answer has no update here
    list.csv | EXEMPLE,1,1                                     | LIST | the name of column 1 is not known
    list.csv | path,path,type_code,activity_type~a,a,1,1       | LIST | column 2 has the name of another one
    list.csv | path,type_code,activity_type~a.txt,1            | LIST | line 2: not as many fields
    list.csv | path,type_code,activity_type~a.txt,1,           | LIST | line 2: there is no activity_type
    list.csv | path,type_code,activity_type~,,                 | LIST | there is no document
    list.csv | path,type_code,activity_type,reference~a,1,1,"EXEMPLE~b,1,1,y | LIST | quotation mark
    list.csv | path,type_code,activity_type,reference~a,1,1,"EXEMPLE         | LIST | quotation mark
    list.csv | path,type_code,activity_type,nom~lettre.txt,1,1,EXEMPLE~none.txt,1,1,EXEMPLE | LIST | line 3: none.txt: the
    list.csv | path,type_code,activity_type,patient_id~lettre.txt,1,1,9 | LIST | line 2~hr: the patient has none of the traits
    list.csv | path,type_code,activity_type,nom,filename~lettre.txt,1,1,EXEMPLE,a~lettre.txt,1,1,EXEMPLE,b/c | LIST | line 2~
"#;

#[test]
fn what_cannot_be_used_is_2_before_anything_is_sent_and_never_shown() {
    let desk = Desk::with_one_card(json!({}));
    desk.file("ansi.json", b"{\"nom\": \"\xc9XEMPLE\"}");
    for [name, text, line, says] in rows(UNUSABLE) {
        if !name.is_empty() {
            desk.file(&name, text);
        }
        let line = line.replace("DEPOSIT", DEPOSIT);
        let line = line.replace("LIST", "deposit --csv list.csv --pin-stdin");
        let ran = desk.run_with(&line, PIN).exits(2).says(&says);
        ran.hides("EXEMPLE").hides("a-bearer");
    }
    assert!(desk.sandbox.requests().is_empty());
}

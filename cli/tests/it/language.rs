//! What stands in the language of the user: helps, and what is wrong with a command line.

use crate::desk::{Desk, rows};

/// A command line, its status, and what is said of it in English and in French.
const SAID: &str = "
    deposit a --patient b | 2 | --type-code <CODE>, --activity <CODE> is missing | il manque --type-code <CODE>, --activity <CODE>~Utilisation\u{a0}: hr
    deposit --pateint a | 2 | --pateint is not known here~did you mean --patient? | --pateint n'est pas connu ici~vouliez-vous dire --patient\u{202f}?
    card | 2 | there is no command card~did you mean cards? | il n'y a pas de commande card
    --config | 2 | --config <FILE> has no value | --config <FILE> n'a pas de valeur
    journal --limit 0 | 2 | 0 cannot be the value of --limit <NUMBER> | 0 ne peut pas être la valeur de --limit <NUMBER>
    completions dos | 2 | dos cannot be the value of <SHELL> | dos ne peut pas être la valeur de <SHELL>
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
        let said = desk.run(&line).exits(status).says(&english);
        said.hides("[default:").hides("[possible values:");
        let said = desk.run(&format!("--lang=fr {line}")).exits(status);
        said.says(&french).hides("Usage:");
    }
    assert!(desk.sandbox.requests().is_empty());
}

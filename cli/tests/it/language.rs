//! What stands in the language of the user: helps, and what is wrong with a command line.

use crate::desk::{Desk, rows};

/// A command line, and what is said of it in English and in French.
const WRONG: &str = "
    deposit a --patient b | --type-code <CODE>, --activity <CODE> is missing | il manque --type-code <CODE>, --activity <CODE>~Utilisation\u{a0}: hr
    deposit --pateint a | --pateint is not known here~did you mean --patient? | --pateint n'est pas connu ici~vouliez-vous dire --patient\u{a0}?
    card | there is no command card~did you mean cards? | il n'y a pas de commande card
    --config | --config <FILE> has no value | --config <FILE> n'a pas de valeur
    journal --limit 0 | 0 cannot be the value of --limit <NUMBER> | 0 ne peut pas être la valeur de --limit <NUMBER>
    completions dos | dos cannot be the value of <SHELL> | dos ne peut pas être la valeur de <SHELL>
    journal --found 1 --doubts | --found <ENTRY> cannot stand beside --doubts | --found <ENTRY> ne peut pas accompagner --doubts
";

#[test]
fn what_is_wrong_with_a_command_line_is_said_in_both_languages() {
    let desk = Desk::new();
    for [line, english, french] in rows(WRONG) {
        desk.run(&line).exits(2).says(&english);
        let ran = desk.run(&format!("--lang=fr {line}")).exits(2);
        ran.says(&french).hides("Usage:");
    }
    assert!(desk.sandbox.requests().is_empty());
}

#[test]
fn the_helps_are_in_both_languages() {
    let desk = Desk::new();
    for [line, says] in rows(
        "
        --help | 6 in doubt (do not repeat)
        --lang fr --help | 6 incertain (ne pas recommencer)
        journal --help | 20 without it
        journal --help --lang=fr | 20 par défaut
    ",
    ) {
        let help = desk.run(&line).exits(0).says(&says);
        help.hides("[default:").hides("[possible values:");
    }
}

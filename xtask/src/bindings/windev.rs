//! WinDev: constants, and one procedure for each function that calls it with the widths of its parameters.

use super::NOTICE;
use super::api::{Api, Argument, Call, Kind, Language, Returned};
use super::prose::{camel, wrapped};

/// `nHandle`, `pCardToken`: a number, an address.
fn name(argument: &Argument) -> String {
    let letter = if matches!(argument.kind, Kind::Int | Kind::Length) {
        'n'
    } else {
        'p'
    };
    format!("{letter}{}", camel(argument.name))
}

fn parameter(argument: &Argument) -> String {
    let kind = argument.spelled(Language::WinDev);
    format!("{} est un {kind}", name(argument))
}

fn procedure(call: &Call) -> String {
    let parameters: Vec<String> = call.arguments.iter().map(parameter).collect();
    let names = call.arguments.iter().map(|it| format!(", {}", name(it)));
    let names: String = names.collect();
    let api = format!("API(gsHrDll, HrName(\"{}\"){names})", call.short());
    let (result, body) = match call.returned {
        Returned::Nothing => ("", api),
        Returned::Int => (" : entier", format!("RENVOYER HrCode({api})")),
        Returned::Text => (" : entier système", format!("RENVOYER {api}")),
    };
    let parameters = parameters.join(", ");
    // A head is one line: nothing else is confirmed.
    format!(
        "PROCÉDURE Api_{}({parameters}){result}\n{body}\n",
        call.name
    )
}

pub fn layer(api: &Api) -> String {
    let mut text = format!(
        "// {NOTICE}
//
// The constants and functions of include/hr.h, in its order. Api_hr_open calls hr_open, with n for a number and p for an
// address; the procedures of HealthRecord.wl call these.

// ---- Declarations of the collection ----

CONSTANTE
"
    );
    for constant in api.constants {
        text += &wrapped("\t// ", &constant.comment.summary);
        text += &format!("\t{} = {}\n", constant.name, constant.number);
    }
    text += "FIN\n\n// ---- Procedures ----\n";
    for function in &api.functions {
        text.push('\n');
        text += &wrapped("// ", &function.comment.summary);
        text += &procedure(function);
    }
    text
}

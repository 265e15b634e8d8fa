//! What a compiler of VB6 would refuse first: blocks that are not closed, and names that nobody declares.

use std::collections::HashSet;

use super::vb6::lines;

/// The words of the language and of its run-time library that the modules use.
const WORDS: &str = "access addressof and app as asc ascw binary byref byte byval boolean case chr chrw close compare \
    const cstr debug declare dim do each else elseif end erase err error exit explicit false for freefile function \
    get goto hex if inputbox instr integer is lbound lcase left len lenb let lib like lof long loop mid mod msgbox new \
    next not nothing on open option optional or private property public read redim replace resume right select set \
    space split step string strptr sub then to true ubound varptr vbcr vbcrlf vblf vbnullchar vbnullstring \
    vbobjecterror vbtab vbyes vbyesno while";
const MEMBERS: &str = "app.path debug.print err.clear err.description err.lastdllerror err.number err.raise err.source";

/// A module's lines behind its header.
fn body(text: &str) -> impl Iterator<Item = String> {
    lines(text)
        .into_iter()
        .skip_while(|line| !line.starts_with("Attribute "))
        .filter(|line| !line.is_empty() && !line.starts_with("Attribute "))
}

/// What stands in place of the owner of a named argument.
const ARGUMENT: &str = ":=";

/// Names in small letters, and what stands before a dot; without texts, `&H80` and `#Number`'s sign.
fn names(line: &str) -> Vec<(Option<String>, String)> {
    let code: String = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let mut found: Vec<(Option<String>, String)> = Vec::new();
    let mut before = ' ';
    let mut word = String::new();
    let mut owner = None;
    for (at, c) in code.char_indices().chain([(code.len(), ' ')]) {
        if c.is_ascii_alphanumeric() || c == '_' {
            if word.is_empty() {
                let last = found.last().map(|(_, name)| name.clone());
                owner = if before == '.' { last } else { None };
            }
            word.push(c.to_ascii_lowercase());
            continue;
        }
        let literal = word.starts_with(|c: char| c.is_ascii_digit()) || before == '&';
        if code
            .get(at..)
            .is_some_and(|rest| rest.starts_with(ARGUMENT))
        {
            owner = Some(ARGUMENT.to_owned());
        }
        if !word.is_empty() && !literal {
            found.push((owner.take(), std::mem::take(&mut word)));
        }
        word.clear();
        before = c;
    }
    found
}

/// `Public Function HrUtf8(...` gives `hrutf8`.
fn procedure(line: &str) -> Option<String> {
    let (_, rest) = line
        .split_once(' ')
        .filter(|(scope, _)| ["Public", "Private"].contains(scope))?;
    let mut kinds = ["Sub ", "Function ", "Property Get "].iter();
    let head = kinds.find_map(|kind| rest.strip_prefix(kind))?;
    Some(head.split_once('(')?.0.to_lowercase())
}

/// The names that a declaration of a module, a head or a Dim introduces.
fn introduced(line: &str) -> Vec<String> {
    let words = names(line).into_iter().map(|(_, name)| name);
    let plain = |name: &String| !WORDS.split_whitespace().any(|word| word == name);
    match line.contains("Declare ") {
        // Its parameters are nobody else's.
        true => words.filter(plain).take(1).collect(),
        false => words.filter(plain).collect(),
    }
}

pub fn complaints(modules: &[(&str, &str)]) -> Vec<String> {
    let mut everywhere: HashSet<String> = WORDS.split_whitespace().map(str::to_owned).collect();
    let mut methods = HashSet::new();
    let mut parameters = HashSet::new();
    for (file, text) in modules {
        everywhere.insert(file.split('.').next().unwrap().to_lowercase());
        for line in body(text).filter(|line| line.starts_with("Public ")) {
            let class = file.ends_with(".cls");
            let names = if class { &mut methods } else { &mut everywhere };
            match procedure(&line) {
                Some(name) => {
                    names.insert(name);
                    parameters.extend(introduced(&line));
                }
                None => everywhere.extend(introduced(&line)),
            }
        }
    }
    let found = modules.iter().flat_map(|(file, text)| {
        let own = [
            blocks(text),
            undeclared(text, &everywhere, &methods, &parameters),
        ]
        .concat();
        own.into_iter().map(move |line| format!("{file}: {line}"))
    });
    found.collect()
}

fn undeclared(
    text: &str,
    everywhere: &HashSet<String>,
    methods: &HashSet<String>,
    parameters: &HashSet<String>,
) -> Vec<String> {
    let mut found = Vec::new();
    let mut module = everywhere.clone();
    let mut inside = false;
    for line in body(text) {
        match procedure(&line) {
            Some(name) => {
                module.insert(name);
                inside = true;
            }
            None if !inside => module.extend(introduced(&line)),
            None => {}
        }
        inside &= !["End Sub", "End Function", "End Property"].contains(&&*line);
    }
    let mut local: HashSet<String> = HashSet::new();
    for line in body(text) {
        if procedure(&line).is_some() {
            local = introduced(&line).into_iter().collect();
        } else if line.starts_with("Dim ") {
            local.extend(introduced(&line));
        } else if let Some(label) = line.strip_suffix(':') {
            local.insert(label.to_lowercase());
        }
        if line.contains("Declare ")
            || line.starts_with("On Error GoTo ")
            || line.starts_with("Option ")
        {
            continue;
        }
        for (owner, name) in names(&line) {
            let known = match owner.as_deref() {
                None => module.contains(&name) || local.contains(&name),
                Some(ARGUMENT) => parameters.contains(&name),
                Some("session") => methods.contains(&name),
                Some(owner) => MEMBERS
                    .split_whitespace()
                    .any(|m| m == format!("{owner}.{name}")),
            };
            if !known {
                let line = line.to_lowercase();
                let at = line.find(&name).unwrap_or(0);
                found.push(format!("{name} is not declared: {}", &line[at..]));
            }
        }
    }
    found
}

const BLOCKS: [&str; 7] = ["If", "Select", "Do", "For", "Sub", "Function", "Property"];

fn blocks(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    let block = |word: &str| BLOCKS.into_iter().find(|known| *known == word);
    for line in body(text) {
        let words: Vec<&str> = line.split(' ').collect();
        let opened = match words[..] {
            ["If", .., last] if last != "Then" => None,
            [
                "Public" | "Private",
                kind @ ("Sub" | "Function" | "Property"),
                ..,
            ] => block(kind),
            [word @ ("If" | "Select" | "Do" | "For"), ..] => block(word),
            _ => None,
        };
        let closed = match words[..] {
            ["End", kind] => block(kind),
            ["Loop", ..] => Some("Do"),
            ["Next", ..] => Some("For"),
            _ => None,
        };
        if closed.is_some() {
            let last = open.pop();
            if last != closed {
                found.push(format!("{line} closes {last:?}"));
            }
        }
        open.extend(opened);
    }
    found.extend(open.iter().map(|kind| format!("{kind} is not closed")));
    found
}

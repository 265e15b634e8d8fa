//! What is written by hand for tools that know stdcall alone: the modules of VB6 (`bindings/vb6`) and the procedures of
//! WinDev (`bindings/windev`). Neither tool runs here, so the texts are read: calls, blocks, names. `cargo xtask
//! bindings` writes the declarations.

use std::collections::{BTreeMap, BTreeSet};

use testkit::header::{self, Function};

const VB6: [&str; 5] = [
    "HealthRecordLoading.bas",
    "HealthRecordText.bas",
    "HealthRecordJson.bas",
    "HealthRecordSession.cls",
    "Quickstart.bas",
];

/// A procedure: its head and its lines, without comments.
struct Procedure {
    head: String,
    lines: Vec<String>,
}

impl Procedure {
    fn has(&self, text: &str) -> bool {
        self.lines.iter().any(|line| line.contains(text))
    }

    /// The functions that it calls, each with its arguments.
    fn calls(&self, prefix: &str) -> Vec<(String, Vec<&str>)> {
        let mut found = Vec::new();
        for line in &self.lines {
            for (at, _) in line.match_indices(prefix) {
                let rest = &line[at + prefix.len()..];
                let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
                let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
                let quoted = line[..at].matches('"').count() % 2 == 1;
                if !quoted {
                    found.push((format!("hr_{}", &rest[..end]), arguments(&rest[end..])));
                }
            }
        }
        found
    }
}

fn read(path: &str) -> String {
    testkit::folders::read(&format!("bindings/{path}"))
}

fn without_comment<'a>(line: &'a str, mark: &str) -> &'a str {
    let quoted = |at: usize| line[..at].matches('"').count() % 2 == 1;
    let comment = line.match_indices(mark).find(|(at, _)| !quoted(*at));
    comment.map_or(line, |(at, _)| &line[..at]).trim()
}

/// What stands before the first procedure is one as well.
fn procedures(text: &str, comment: &str, is_head: impl Fn(&str) -> bool) -> Vec<Procedure> {
    let mut found = vec![Procedure {
        head: String::new(),
        lines: Vec::new(),
    }];
    for line in text.lines().map(|line| without_comment(line, comment)) {
        if is_head(line) {
            found.push(Procedure {
                head: line.to_owned(),
                lines: Vec::new(),
            });
        }
        let last = found.last_mut().unwrap();
        last.lines.push(line.to_owned());
    }
    found
}

/// What stands between the brackets, or behind the name in a statement of VB6, split at its commas.
fn arguments(text: &str) -> Vec<&str> {
    let bracketed = text.starts_with('(');
    let text = text.strip_prefix('(').unwrap_or(text);
    let (mut depth, mut quoted, mut start, mut end) = (0, false, 0, text.len());
    let mut found = Vec::new();
    for (at, c) in text.char_indices() {
        match c {
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' if depth == 0 && bracketed => {
                end = at;
                break;
            }
            ')' => depth -= 1,
            ',' if depth == 0 => {
                found.push(text[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(text[start..end].trim());
    found.retain(|argument| !argument.is_empty());
    found
}

/// Each function is called, with as many arguments as it has, and named where a code comes of it.
fn assert_calls(language: &str, procedures: &[Procedure], prefix: &str, elsewhere: &[&str]) {
    let functions = header::functions();
    let functions: BTreeMap<&str, &Function> =
        functions.iter().map(|one| (&*one.name, one)).collect();
    let mut missing: BTreeSet<&str> = functions.keys().copied().collect();
    missing.retain(|name| !elsewhere.contains(name));
    for procedure in procedures {
        for (name, arguments) in procedure.calls(prefix) {
            let place = format!("{language}, {}: {name}", procedure.head);
            let function = functions.get(&*name).unwrap_or_else(|| panic!("{place}"));
            let wanted = function.parameters.len();
            assert_eq!(arguments.len(), wanted, "{place}: {arguments:?}");
            // What only handles texts is called by those who name themselves.
            let plain = ["hr_text_", "hr_json_"]
                .iter()
                .any(|start| name.starts_with(start))
                || function.comment.codes.is_empty();
            if plain || procedure.has(&format!("\"{name}\"")) {
                missing.remove(&*name);
            }
        }
    }
    assert!(missing.is_empty(), "{language} lacks {missing:?}");
}

/// Each block of a procedure is closed.
fn assert_closed(procedure: &Procedure, opens: impl Fn(&str) -> bool, closes: &[&str]) {
    let count = |is: &dyn Fn(&str) -> bool| procedure.lines.iter().filter(|line| is(line)).count();
    let closed =
        count(&|line| closes.contains(&line.split(' ').next().unwrap()) || closes.contains(&line));
    assert_eq!(count(&opens), closed, "blocks in {}", procedure.head);
}

fn procedures_of_vb6() -> Vec<Procedure> {
    let is_head = |line: &str| {
        let kinds = ["Sub ", "Function ", "Property Get "];
        let rest = line.strip_prefix("Public ");
        let rest = rest.or(line.strip_prefix("Private "));
        rest.is_some_and(|rest| kinds.iter().any(|kind| rest.starts_with(kind)))
    };
    let texts = VB6.map(|file| read(&format!("vb6/{file}")).replace(" _\r\n", " "));
    let each = texts.iter().map(|text| procedures(text, "'", is_head));
    each.flatten().collect()
}

#[test]
fn the_modules_of_vb6_are_right() {
    for file in VB6 {
        let text = read(&format!("vb6/{file}"));
        let ends = (text.matches("\r\n").count(), text.matches('\n').count());
        assert!(text.is_ascii() && ends.0 == ends.1, "{file}: ASCII, CRLF");
        assert!(text.contains("\r\nOption Explicit\r\n"), "{file}");
        let stem = file.split('.').next().unwrap();
        assert!(text.contains(&format!("VB_Name = \"{stem}\"")), "{file}");
    }
    let all = procedures_of_vb6();
    assert_calls("VB6", &all, "hr32_", &["hr_text_copy"]);
    for procedure in &all {
        let opens = |line: &str| {
            let starts = ["Select ", "Do ", "For "];
            line == "Do"
                || line.starts_with("If ") && line.ends_with(" Then")
                || starts.iter().any(|start| line.starts_with(start))
        };
        assert_closed(procedure, opens, &["End If", "End Select", "Loop", "Next"]);
        let pin =
            procedure.has("HrUtf8(PinCode, Pin)") || procedure.has("HrOptional(PinCode, Pin)");
        assert!(
            !pin || procedure.has("HrWipe Pin"),
            "{} leaves a PIN",
            procedure.head
        );
    }
    // What the last run in the editor left is taken back: Stop would leave a receiver set whose code is gone.
    let of = |head: &str| all.iter().find(|one| one.head.contains(head)).unwrap();
    assert!(of("Sub HrLoad(").has("hr32_set_log 0, 0, HR_LOG_OFF"));
    assert!(of("Sub Class_Initialize(").has("HrLoad"));
    for procedure in all.iter().filter(|one| one.head.contains("HrJson")) {
        let mut lines = procedure.lines.iter();
        let loads = lines.position(|line| line == "HrLoad");
        let before = &procedure.lines[..loads.unwrap_or(procedure.lines.len())];
        let early = before.iter().any(|line| line.contains("hr32_"));
        assert!(!early, "{}", procedure.head);
    }
}

/// The words of the language and of its run-time library that the modules use.
const WORDS: &str = "access addressof and app as asc ascw binary byref byte byval boolean case chr chrw close compare \
    const cstr debug declare dim do each else elseif end erase err error exit explicit false for freefile function \
    get goto hex if inputbox instr integer is lbound lcase left len lenb let lib like lof long loop me mid mod msgbox \
    new next not nothing on open option optional or print private property public read redim replace resume right \
    select set space split step string strptr sub then to true ubound varptr vbcr vbcrlf vblf vbnullchar \
    vbnullstring vbobjecterror vbtab vbyes vbyesno while";

/// The names of a line in small letters: not those within texts or of members, nor the names of arguments.
fn names(line: &str) -> Vec<String> {
    let code = line.split('"').step_by(2).collect::<Vec<_>>().join(" ");
    let in_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let (mut before, mut rest) = (' ', code.as_str());
    while let Some(start) = rest.find(in_name) {
        before = rest[..start].chars().next_back().unwrap_or(before);
        let word = rest[start..].split(|c| !in_name(c)).next().unwrap();
        rest = &rest[start + word.len()..];
        let number = word.starts_with(|c: char| c.is_ascii_digit()) || before == '&';
        if !number && before != '.' && !rest.starts_with(":=") {
            found.push(word.to_lowercase());
        }
    }
    found
}

/// Option Explicit: a name is the language's, a module's, or one that its procedure declares.
#[test]
fn the_names_of_vb6_are_declared() {
    let all = procedures_of_vb6();
    let mut everywhere: BTreeSet<String> = WORDS.split_whitespace().map(str::to_owned).collect();
    for line in read("vb6/HealthRecordApi.bas").lines() {
        everywhere.extend(names(without_comment(line, "'")));
    }
    everywhere.extend(VB6.map(|file| file.split('.').next().unwrap().to_lowercase()));
    for procedure in &all {
        everywhere.extend(names(procedure.head.split('(').next().unwrap()));
        let outside = procedure.lines.iter().filter(|_| procedure.head.is_empty());
        everywhere.extend(outside.flat_map(|line| names(line)));
    }
    for procedure in &all {
        let declares = |line: &&String| {
            line.starts_with("Dim ") || line.ends_with(':') || **line == procedure.head
        };
        let mut local: BTreeSet<String> = BTreeSet::new();
        for line in procedure.lines.iter().filter(declares) {
            local.extend(names(line));
        }
        for line in &procedure.lines {
            for name in names(line) {
                let known = everywhere.contains(&name) || local.contains(&name);
                assert!(known, "{name} in {}: {line}", procedure.head);
            }
        }
    }
}

#[test]
fn the_procedures_of_windev_are_right() {
    let text = read("windev/HealthRecord.wl");
    let all = procedures(&text, "//", |line| line.starts_with("PROCÉDURE "));
    assert_calls("WinDev", &all, "Api_hr_", &[]);
    for procedure in &all {
        let opens = |line: &str| {
            line == "CONSTANTE"
                || line.ends_with(" est une Structure")
                || line.starts_with("SI ") && line.ends_with(" ALORS")
        };
        assert_closed(procedure, opens, &["FIN"]);
        for (name, arguments) in procedure.calls("Api_hr_") {
            let functions = header::functions();
            let function = functions.iter().find(|one| one.name == name).unwrap();
            for (argument, parameter) in arguments.iter().zip(&function.parameters) {
                let wanted = match &*parameter.kind {
                    "int32_t *" => "entier",
                    "char **" => "entier système",
                    _ => continue,
                };
                let is = declared(procedure, argument.trim_start_matches('&'));
                let right = argument.starts_with('&') && is.as_deref() == Some(wanted);
                assert!(right, "{name}: {argument} is {is:?}");
            }
        }
    }
}

/// The type of a variable of a procedure: the library fills what has its width.
fn declared(procedure: &Procedure, name: &str) -> Option<String> {
    procedure.lines.iter().find_map(|line| {
        let (names, kind) = line
            .split_once(" est un ")
            .or(line.split_once(" sont des "))?;
        let kind = kind.split(" = ").next()?.replace("entiers", "entier");
        let known = names.split(", ").any(|known| known == name);
        known.then(|| kind.replace("systèmes", "système"))
    })
}

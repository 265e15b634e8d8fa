//! How each language writes a function: the declaration in the header, and the methods of the wrappers as their sources have
//! them.

use serde::Serialize;

use crate::Result;
use crate::bindings::camel;
use crate::machine::text;

#[derive(Serialize)]
pub struct Signature {
    pub language: &'static str,
    /// The language of the block of code.
    pub block: &'static str,
    pub text: String,
}

struct Language {
    name: &'static str,
    block: &'static str,
    files: &'static str,
    /// How the line of a declaration begins, between bars.
    begins: &'static str,
    /// The name that it gives the function `hr_NAME`.
    named: fn(&str) -> String,
}

const LANGUAGES: [Language; 7] = [
    Language {
        name: "C",
        block: "c",
        files: "include/hr.h",
        begins: "HR_API |int32_t ",
        named: |name| format!("hr_{name}"),
    },
    Language {
        name: "C++",
        block: "cpp",
        files: "bindings/cpp/hr/session.hpp bindings/cpp/hr/handle.hpp bindings/cpp/hr/log.hpp",
        begins: "    [[nodiscard]] |    hr::|    void |inline void ",
        named: str::to_owned,
    },
    Language {
        name: "Python",
        block: "python",
        files:
            "bindings/python/src/healthrecord/session.py bindings/python/src/healthrecord/_handle.py
            bindings/python/src/healthrecord/_log.py",
        begins: "    def |def ",
        named: str::to_owned,
    },
    Language {
        name: "C#",
        block: "csharp",
        files: "bindings/csharp/src/SessionCalls.cs bindings/csharp/src/Session.cs bindings/csharp/src/Library.cs",
        begins: "        public ",
        named: camel,
    },
    Language {
        name: "Delphi",
        block: "text",
        files:
            "bindings/delphi/src/HealthRecord.Session.pas bindings/delphi/src/HealthRecord.Calls.pas
            bindings/delphi/src/HealthRecord.Log.pas",
        begins: "    function |    procedure |    constructor |procedure ",
        named: camel,
    },
    Language {
        name: "VB6",
        block: "text",
        files: "bindings/vb6/HealthRecordSession.cls",
        begins: "Public Function |Public Sub ",
        named: camel,
    },
    Language {
        name: "WinDev",
        block: "text",
        files: "bindings/windev/HealthRecord.wl",
        begins: "PROCÉDURE ",
        named: |name| format!("Hr{}", camel(name)),
    },
];

/// A function, a language, and how the line that declares it under another name begins behind its indentation.
const OTHERWISE: [[&str; 3]; 9] = [
    ["open", "C++", "explicit open_handle(const configuration"],
    ["open", "Python", "def __init__(self, settings:"],
    ["open", "C#", "public Session(Configuration"],
    ["open", "Delphi", "constructor Create(const Configuration"],
    ["open", "VB6", "Public Sub OpenSession("],
    ["close", "VB6", "Public Sub CloseSession("],
    ["set_log", "Delphi", "procedure HrSetLog("],
    ["set_progress", "C++", "void progress("],
    ["set_stop", "C++", "std::optional<stop_source> stop_on("],
];

/// The sources of the wrappers, as far as they declare functions.
pub struct Sources(Vec<(&'static Language, Vec<String>)>);

impl Sources {
    pub fn read() -> Result<Sources> {
        let each = LANGUAGES.iter().map(|language| {
            let texts: Result<_> = language.files.split_whitespace().map(text).collect();
            Ok((language, texts?))
        });
        Ok(Sources(each.collect::<Result<_>>()?))
    }

    /// The declarations of `hr_NAME`; a language that has no method for it is left out.
    pub fn of(&self, function: &str) -> Vec<Signature> {
        let short = function.trim_start_matches("hr_");
        let each = self.0.iter().filter_map(|(language, texts)| {
            let name = (language.named)(short);
            let mut texts = texts.iter();
            let other = OTHERWISE
                .iter()
                .find(|row| row[..2] == [short, language.name]);
            let begin = other.map(|[.., begin]| *begin);
            let text = texts.find_map(|text| declaration(text, language, &name, begin))?;
            Some(Signature {
                language: language.name,
                block: language.block,
                text,
            })
        });
        each.collect()
    }
}

/// The declaration of this name, or the one that begins so.
fn declaration(text: &str, language: &Language, name: &str, begin: Option<&str>) -> Option<String> {
    let mut place = 0;
    for line in text.split_inclusive('\n') {
        let bare = line.trim_start();
        let mut begins = language.begins.split('|');
        let declares = match begin {
            Some(begin) => bare.starts_with(begin),
            None => begins.any(|begin| line.starts_with(begin)) && names(line, name),
        };
        if declares {
            return Some(whole(&text[place..], line.len() - bare.len()));
        }
        place += line.len();
    }
    None
}

/// Whether the line declares this name: behind it come parameters, a type or the end.
fn names(line: &str, name: &str) -> bool {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].ends_with([' ', '*']);
        let after = line[at + name.len()..].trim_end();
        before && !after.starts_with(part) && after.starts_with(['(', ':', ';'])
    })
}

/// From the begin of a line to the end of the one where all brackets are closed, without the body, `indent` less indented.
fn whole(text: &str, indent: usize) -> String {
    let mut depth = 0_usize;
    let mut lines = Vec::new();
    for line in text.lines() {
        depth += line.matches('(').count();
        depth = depth.saturating_sub(line.matches(')').count());
        let own = line.len() - line.trim_start().len();
        lines.push(&line[own.min(indent)..]);
        if depth == 0 && !line.ends_with('_') {
            break;
        }
    }
    let text = lines.join("\n");
    let ends = [" {", " =>", " : this"].into_iter();
    let ends = ends.filter_map(|end| text.find(end)).min();
    let text = &text[..ends.unwrap_or(text.len())];
    let text = text.trim_end().trim_end_matches(':');
    text.trim_start_matches("HR_API ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::{OTHERWISE, Sources};

    #[test]
    fn each_language_has_its_declaration() {
        let sources = Sources::read().unwrap();
        let found = sources.of("hr_patient_search");
        let names: Vec<&str> = found.iter().map(|one| one.language).collect();
        assert_eq!(
            names,
            ["C", "C++", "Python", "C#", "Delphi", "VB6", "WinDev"]
        );
        for one in found {
            let brackets = ['(', ')'].map(|bracket| one.text.matches(bracket).count());
            assert_eq!(brackets[0], brackets[1], "{}", one.text);
            assert!(!one.text.contains("///"), "{}", one.text);
        }
        let closing = sources.of("hr_close");
        for wanted in [
            "int32_t hr_close(int32_t handle);",
            "def close(self) -> None",
        ] {
            assert!(closing.iter().any(|one| one.text == wanted), "{wanted}");
        }
        for [function, language, _] in OTHERWISE {
            let found = sources.of(&format!("hr_{function}"));
            let there = found.iter().any(|one| one.language == language);
            assert!(there, "{function} in {language}");
        }
    }
}

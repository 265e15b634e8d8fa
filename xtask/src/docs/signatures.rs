//! How each language writes a function: the declaration in the header, and the methods of the wrappers as their sources have
//! them.

use anyhow::bail;
use regex::Regex;
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

/// A language, that of its block of code, a folder below `bindings`, its files there, and how a line begins that declares
/// `hr_{name}`, with four blanks before it or none.
const LANGUAGES: &str = r"
C | c | ../include | hr.h | (?:HR_API|int32_t) .*\bhr_{name}
C++ | cpp | cpp/hr | session.hpp handle.hpp log.hpp | (?:\[\[nodiscard]]|hr::|void|inline void).* {name}
Python | python | python/src/healthrecord | session.py _handle.py _log.py | def {name}
C# | csharp | csharp/src | SessionCalls.cs Session.cs Library.cs |     public .*\b{camel}
Delphi | text | delphi/src | HealthRecord.Session.pas HealthRecord.Calls.pas HealthRecord.Log.pas | (?:function|procedure|constructor) {camel}
VB6 | text | vb6 | HealthRecordSession.cls | Public (?:Function|Sub) {camel}
WinDev | text | windev | HealthRecord.wl | PROCÉDURE Hr{camel}";

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

/// The languages, their blocks, how their declarations begin, and their sources, as far as they declare functions.
pub struct Sources(Vec<([&'static str; 3], String)>);

impl Sources {
    pub fn read() -> Result<Sources> {
        let each = LANGUAGES.trim().lines().map(|row| {
            let [language, block, folder, names, begins] = row.split(" | ").collect::<Vec<_>>()[..]
            else {
                bail!("no row of LANGUAGES: {row}");
            };
            let files = names
                .split(' ')
                .map(|name| format!("bindings/{folder}/{name}"));
            let texts: String = files.map(text).collect::<Result<_>>()?;
            Ok(([language, block, begins], texts))
        });
        Ok(Sources(each.collect::<Result<_>>()?))
    }

    /// The declarations of `hr_NAME`; a language that has no method for it is left out.
    pub fn of(&self, function: &str) -> Vec<Signature> {
        let short = function.trim_start_matches("hr_");
        let found = self
            .0
            .iter()
            .filter_map(|([language, block, begins], text)| {
                let mut others = OTHERWISE.iter();
                let other = others.find(|[function, of, _]| function == &short && of == language);
                let declares = match other {
                    Some([.., begin]) => format!(" *{}", regex::escape(begin)),
                    // Behind the name come parameters, a type or the end.
                    None => format!("(?:    )?(?:{begins})[(:;]"),
                };
                let declares = declares.replace("{name}", short);
                let declares = declares.replace("{camel}", &camel(short));
                let line = Regex::new(&format!("(?m)^{declares}")).unwrap();
                let line = line.find(text)?;
                Some(Signature {
                    language,
                    block,
                    text: whole(&text[line.start()..]),
                })
            });
        found.collect()
    }
}

/// From the begin of a line to the end of the one where all brackets are closed, without the body, and without the
/// indentation of the first line.
fn whole(text: &str) -> String {
    let indent = text.len() - text.trim_start().len();
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

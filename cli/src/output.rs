//! What is printed: lines for a person, tabs in a pipe, the library's own objects with `--json`.

use crate::exit::Exit;
use crate::library::Reply;
use crate::texts::{Language, language, tr};
use anstyle::{AnsiColor, Style};
use comfy_table::{ContentArrangement, Table, presets};
use serde_json::Value;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) const BAD: Style = AnsiColor::Red.on_default();
pub(crate) const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();

/// Standard output did not take a line: a full disk, say.
static LOST: AtomicBool = AtomicBool::new(false);

/// A line on standard output; who reads it may go.
pub(crate) fn say(line: &str) {
    print(&format!("{line}\n"));
}

pub(crate) fn print(text: &str) {
    let mut stdout = anstream::stdout();
    match stdout
        .write_all(text.as_bytes())
        .and_then(|()| stdout.flush())
    {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => LOST.store(true, Ordering::Relaxed),
        _ => {}
    }
}

/// Whether all that was said was written.
pub(crate) fn written() -> Exit {
    match LOST.load(Ordering::Relaxed) {
        true => Exit::Failed,
        false => Exit::Done,
    }
}

/// A line on standard error: what is not the result.
pub(crate) fn note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The library's object as it is, in one line.
pub(crate) fn say_object(reply: &Reply) {
    say(&reply.text);
}

/// What is wrong with the command line, or with a file that it names.
pub(crate) fn usage(why: String) -> Exit {
    note(&format!("hr: {why}"));
    Exit::Usage
}

/// Shows how a call ended, and says it by the exit status.
pub(crate) fn end(reply: &Reply, json: bool, show: impl FnOnce(&Reply)) -> Exit {
    match (reply.is_ok(), json) {
        (true, true) => say_object(reply),
        (true, false) => show(reply),
        (false, _) => failure(reply, json),
    }
    Exit::of(reply)
}

/// What failed and what to do, with the words to look for in the manual; with `json` the object.
pub(crate) fn failure(reply: &Reply, json: bool) {
    if json {
        return say_object(reply);
    }
    let words = ["name", "reason", "step", "outcome", "call_id"].map(|member| reply.word(member));
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let message = plain(&sentence(&reply.object));
    note(&format!("{}  [{}]", styled(BAD, &message), words.join(" ")));
    // What a person must choose stands in the choices.
    if reply.word("ask").is_empty() {
        note(&format!("  {}", plain(&remedy(&reply.object))));
    }
}

/// What is asked, and the answers that there are, where nobody can be asked.
pub(crate) fn question(reply: &Reply) {
    if reply.word("ask").is_empty() {
        return;
    }
    note(&format!("ask: {}", reply.word("ask")));
    for choice in reply.list("choices") {
        let value = escaped(&choice["value"].to_string());
        note(&format!("  {}\t{value}", plain(&label(choice))));
    }
}

/// The sentence of a result, of an error or of a document.
pub(crate) fn sentence(object: &Value) -> String {
    of_language(object, "message", "message_fr")
}

pub(crate) fn remedy(object: &Value) -> String {
    of_language(object, "remedy", "remedy_fr")
}

pub(crate) fn label(choice: &Value) -> String {
    of_language(choice, "label", "label_fr")
}

pub(crate) fn of_language(object: &Value, english: &str, french: &str) -> String {
    let member = match language() {
        Language::En => english,
        Language::Fr => french,
    };
    object[member].as_str().unwrap_or_default().to_owned()
}

/// A table on a terminal, lines with tabs elsewhere.
pub(crate) fn table(heads: &[&str], rows: Vec<Vec<String>>) {
    let rows = rows.iter().map(|row| row.iter().map(|cell| plain(cell)));
    if !io::stdout().is_terminal() {
        return rows.for_each(|row| say(&row.collect::<Vec<_>>().join("\t")));
    }
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(heads.iter().map(|head| tr(head)))
        .add_rows(rows);
    say(&table.to_string());
}

/// A member as a cell: texts as they are, what is absent as nothing.
pub(crate) fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A text without what a terminal would obey, or what shows it in another order.
pub(crate) fn plain(text: &str) -> String {
    text.replace(is_obeyed, " ")
}

/// A JSON text with all of that as JSON escapes it.
pub(crate) fn escaped(json: &str) -> String {
    let escape = |c: char| match is_obeyed(c) {
        true => format!("\\u{:04x}", u32::from(c)),
        false => c.to_string(),
    };
    json.chars().map(escape).collect()
}

fn is_obeyed(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

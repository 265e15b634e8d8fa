//! What is printed: lines for a person, tabs in a pipe, the library's own objects with `--json`.

use crate::exit::Exit;
use crate::library::Reply;
use anstyle::{AnsiColor, Style};
use comfy_table::{ContentArrangement, Table, presets};
use hr_language::{Language, fill, language, tr};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::Value;
use std::ffi::c_void;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) const BAD: Style = AnsiColor::Red.on_default();
pub(crate) const DOUBTFUL: Style = AnsiColor::Yellow.on_default();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();

/// Standard output did not take a line: a full disk, say.
static LOST: AtomicBool = AtomicBool::new(false);

/// `--json`: standard output has the library's objects, and nothing for a person.
static JSON: AtomicBool = AtomicBool::new(false);

pub(crate) fn choose(json: bool) {
    JSON.store(json, Ordering::Relaxed);
}

pub(crate) fn is_json() -> bool {
    JSON.load(Ordering::Relaxed)
}

/// A line on standard output; who reads it may go.
pub(crate) fn say(line: &str) {
    print(&format!("{line}\n"));
}

/// The same where a person reads it.
pub(crate) fn tell(line: &str) {
    if !is_json() {
        say(line);
    }
}

pub(crate) fn print(text: &str) {
    let mut stdout = anstream::stdout();
    let written = stdout.write_all(text.as_bytes());
    let written = written.and_then(|()| stdout.flush());
    if written.is_err_and(|e| e.kind() != ErrorKind::BrokenPipe) {
        LOST.store(true, Ordering::Relaxed);
    }
}

/// The bar while documents are sent. Nothing is drawn where standard error is no terminal.
static BAR: LazyLock<ProgressBar> = LazyLock::new(|| {
    let style = ProgressStyle::with_template("{bar:30} {percent} % {bytes}/{total_bytes} {eta}");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
});

/// What the library calls while it sends: how much is done, and of how much; 0 goes on.
pub(crate) extern "C" fn report(_: *mut c_void, done: i32, total: i32) -> i32 {
    BAR.set_length(total.max(0) as u64);
    BAR.set_position(done.max(0) as u64);
    0
}

/// Makes room for what is said next.
pub(crate) fn clear_bar() {
    BAR.finish_and_clear();
    BAR.reset();
}

/// Whether all that was said was written.
pub(crate) fn written() -> Exit {
    let lost = LOST.load(Ordering::Relaxed);
    if lost { Exit::Failed } else { Exit::Done }
}

/// A line on standard error: what is not the result.
pub(crate) fn note(line: &str) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

pub(crate) fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// The same from this program itself.
pub(crate) fn warn(why: &str) {
    note(&format!("hr: {why}"));
}

/// What is wrong with the command line, or with a file that it names.
pub(crate) fn usage(why: String) -> Exit {
    warn(&why);
    Exit::Usage
}

/// Shows how a call ended, and says it by the exit status.
pub(crate) fn end(reply: &Reply, show: impl FnOnce(&Reply)) -> Exit {
    match reply.is_ok() {
        true if is_json() => say(&reply.text),
        true => show(reply),
        false => return failure(reply),
    }
    Exit::Done
}

/// What failed and what to do, with the words to look for in the manual; with `--json` the object.
pub(crate) fn failure(reply: &Reply) -> Exit {
    if is_json() {
        say(&reply.text);
        return Exit::of(reply);
    }
    let message = styled(BAD, &said(&reply.object, "message"));
    note(&format!("{message}  [{}]", words(&reply.object)));
    // What a person must choose stands in the choices.
    if reply.word("ask").is_empty() {
        note(&format!("  {}", said(&reply.object, "remedy")));
    }
    Exit::of(reply)
}

/// The members of an error that are looked up in the manual, or passed on.
fn words(error: &Value) -> String {
    // What the card client says may name somebody, and a log has no names.
    let sentence = io::stderr().is_terminal().then_some("service_message");
    let bare = ["name", "reason", "step", "outcome", "call_id"];
    let named = ["http_status", "service_code", "journal"];
    let words = bare.into_iter().chain(named).chain(sentence);
    let words = words.map(|member| match plain(&cell(&error[member])) {
        word if word.is_empty() || bare.contains(&member) => word,
        word => format!("{member} {word}"),
    });
    let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// The same of a call that may ask: a person who gave no answer has read it, anybody else at a terminal has the answers here.
pub(crate) fn unanswered(reply: &Reply, present: bool) -> Exit {
    let ask = reply.word("ask");
    if present && !ask.is_empty() {
        let why = tr("stopped: no usable answer was given");
        let [name, call] = ["name", "call_id"].map(|member| reply.word(member));
        warn(&format!("{why}  [{name} {call}]"));
        return Exit::of(reply);
    }
    let exit = failure(reply);
    if !is_json() && !ask.is_empty() {
        let choices = reply.list("choices");
        let why = "ask: {} (choices: {}; --json shows them)";
        note(&fill(why, &[&ask, &choices.len()]));
        // A log has no names.
        let shown = io::stderr().is_terminal();
        for choice in choices.iter().filter(|_| shown) {
            let value = escaped(&choice["value"].to_string());
            note(&format!("  {}\t{value}", said(choice, "label")));
        }
    }
    exit
}

/// A text of an object of the library in the language of the user.
pub(crate) fn of_language<'a>(object: &'a Value, member: &str) -> &'a str {
    let text = match language() {
        Language::En => &object[member],
        Language::Fr => &object[format!("{member}_fr")],
    };
    text.as_str().unwrap_or_default()
}

/// The same in one line, such as a message, a remedy or a label.
pub(crate) fn said(object: &Value, member: &str) -> String {
    plain(of_language(object, member))
}

/// A table on a terminal, lines with tabs elsewhere; of each column the head, and the member of the rows.
pub(crate) fn table(columns: &[(&str, &str)], rows: &[Value]) {
    let cells = |row: &Value| -> Vec<String> {
        let members = columns.iter().map(|(_, member)| &row[member]);
        members.map(|value| plain(&cell(value))).collect()
    };
    if !io::stdout().is_terminal() {
        return rows.iter().for_each(|row| say(&cells(row).join("\t")));
    }
    let mut table = Table::new();
    table
        .load_style(presets::NOTHING)
        .set_content_arrangement(ContentArrangement::Dynamic)
        .set_header(columns.iter().map(|(head, _)| tr(head)))
        .add_rows(rows.iter().map(cells));
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

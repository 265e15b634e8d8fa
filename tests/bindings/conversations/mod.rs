//! Conversations that the client of each wrapper holds: those of testkit, whose questions, endings and sentences the C
//! functions give as well, and those about what only a wrapper can do wrong. `HR_LANGUAGE=Python` and a part of a name in
//! `HR_CONVERSATION` run a part.
//!
//! A script is a list of steps. `call` is login, find, deposit or journal with a `request`, stop, close or open of a
//! client, the log, or a function of the session `with` its arguments. `client` names who makes it. At the first or last
//! report of its progress a deposit may `do` something: raise, stop, interrupt, or other steps in a thread beside it.
//! `interrupt` ends a call in the language's own way: there, or when a line comes. What a step reports is compared with
//! what is expected of it; then the sandbox is asked what it received.
#![cfg(target_os = "linux")]

mod callbacks;
mod interruptions;
mod sessions;

use std::io::Write;
use std::process::{ChildStdin, Command};
use std::time::{Duration, Instant};

use hr_sandbox::{Call, Sandbox};
use serde_json::{Value, json};
use testkit::conversations::{CONVERSATIONS, Conversation, Prepared, converse, difference, plain};
use testkit::{Host, TempFile, c_compiler, sandbox};

use crate::programs::{LANGUAGES, Program};

/// What happens before the program is given a line.
#[derive(Clone, Copy)]
enum Waiting {
    Nothing,
    /// A request of this call arrives, which has no answer until its client leaves.
    Held(Call),
    /// A document is in the record.
    Stored,
}

/// A conversation, and what else must hold.
pub struct Held {
    conversation: Conversation,
    /// When the program is to interrupt its call.
    waiting: Waiting,
    /// The names of the documents that are in the record at the end.
    stored: &'static [&'static str],
    /// What is wrong with what was seen and received.
    check: fn(&Sandbox, &[Value]) -> Vec<String>,
}

/// Without a wait, and nothing else to be checked.
const PLAIN: Held = Held {
    conversation: TALK,
    waiting: Waiting::Nothing,
    stored: &[],
    check: |_, _| Vec::new(),
};

const TALK: Conversation = Conversation {
    name: "",
    settings: plain,
    prepare: |_| {},
    calls: || json!([]),
    expected: || json!([]),
    received: &[],
};

const PATIENCE: Duration = Duration::from_secs(60);

/// Gives the program its line.
fn tell(sandbox: &Sandbox, waiting: Waiting, mut input: ChildStdin) {
    // A program that has ended is seen by what it said.
    let mut tell = || drop(input.write_all(b"now\n"));
    match waiting {
        Waiting::Nothing => {}
        Waiting::Held(call) => {
            let hold = sandbox.hold(call);
            if sandbox.wait_for(call, 1, PATIENCE) {
                tell();
                sandbox.wait_for_end(call, 1, PATIENCE);
            }
            drop(hold);
        }
        Waiting::Stored => {
            let end = Instant::now() + PATIENCE;
            while sandbox.documents().is_empty() && Instant::now() < end {
                std::thread::sleep(Duration::from_millis(1));
            }
            tell();
        }
    }
}

/// What the program saw of each step, one line of JSON each, with the members of the text that the library gave; what is
/// wrong where it broke.
fn seen(program: &Program, prepared: &Prepared, waiting: Waiting) -> Result<Vec<Value>, String> {
    let config = TempFile::new("config.json", prepared.config.to_string().as_bytes());
    let script = TempFile::new("script.json", prepared.calls.to_string().as_bytes());
    let mut command = Command::new(&program.command[0]);
    command.args(&program.command[1..]);
    command.args([config.path(), script.path()]);
    command.envs(program.environment.iter().cloned());
    let ended = c_compiler::run_with(&mut command, |input| {
        tell(&prepared.sandbox, waiting, input)
    });
    if ended.code != Some(0) || !ended.err.is_empty() {
        return Err(format!("it broke: {ended:?}"));
    }
    let lines = ended.out.lines().map(|line| {
        let seen = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        Ok(with_text(seen))
    });
    lines.collect()
}

/// With the members of the library's text beside those that the program says.
fn with_text(mut seen: Value) -> Value {
    let text = seen["text"].as_str().filter(|text| !text.is_empty());
    let said: Value = serde_json::from_str(text.unwrap_or("null")).expect("the text is JSON");
    let members = said.as_object().cloned().unwrap_or_default();
    for other in seen["beside"].as_array_mut().into_iter().flatten() {
        *other = with_text(other.take());
    }
    seen.as_object_mut().unwrap().extend(members);
    seen
}

/// The sentences are those that the C functions give.
fn same_as_c(conversation: &Conversation, seen: &[Value]) -> Vec<String> {
    let prepared = conversation.prepare(sandbox());
    let of_c = converse(&Host::open(&prepared.config), &prepared.calls);
    let pairs = seen.iter().zip(&of_c);
    let differ = pairs.filter_map(|(seen, of_c)| difference(seen, of_c));
    differ.map(|what| format!("not as in C: {what}")).collect()
}

fn wrong(program: &Program, conversation: &Conversation, held: Option<&Held>) -> Vec<String> {
    let prepared = conversation.prepare(sandbox());
    let seen = match seen(
        program,
        &prepared,
        held.map_or(Waiting::Nothing, |held| held.waiting),
    ) {
        Ok(seen) => seen,
        Err(broken) => return vec![broken],
    };
    let mut wrong = conversation.differences(&prepared, &seen);
    let Some(held) = held else {
        wrong.extend(same_as_c(conversation, &seen));
        return wrong;
    };
    let stored = prepared.sandbox.documents();
    let stored: Vec<&str> = stored.iter().map(|document| &*document.filename).collect();
    if stored != held.stored {
        wrong.push(format!("stored are {stored:?}, not {:?}", held.stored));
    }
    wrong.extend((held.check)(&prepared.sandbox, &seen));
    wrong
}

fn chosen(variable: &str, name: &str) -> bool {
    std::env::var(variable).is_ok_and(|part| !name.contains(&*part))
}

#[test]
fn every_client_holds_the_same_conversations() {
    let all = || {
        let of_wrappers = [callbacks::ALL, interruptions::ALL, sessions::ALL].concat();
        let plain = CONVERSATIONS.iter().map(|one| (one, None));
        plain.chain(
            of_wrappers
                .into_iter()
                .map(|one| (&one.conversation, Some(one))),
        )
    };
    let mut complaints = Vec::new();
    for language in LANGUAGES
        .iter()
        .filter(|one| !chosen("HR_LANGUAGE", one.name))
    {
        let Some(program) = language.build() else {
            continue;
        };
        for (conversation, held) in all().filter(|one| !chosen("HR_CONVERSATION", one.0.name)) {
            let what = wrong(&program, conversation, held);
            let named = |what| format!("{}, {}: {what}", language.name, conversation.name);
            complaints.extend(what.into_iter().map(named));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

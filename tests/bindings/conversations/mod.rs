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
use serde_json::Value;
use testkit::conversations::{
    self, CONVERSATIONS, Conversation, LETTER, Prepared, Waiting, converse, difference,
};
use testkit::{Host, TempFile, c_compiler, sandbox};

use crate::programs::{LANGUAGES, Program};

/// Nothing is in the record at the end.
const TALK: Conversation = Conversation {
    stored: Some(&[]),
    ..conversations::TALK
};

/// One document was sent, and is stored.
const SENT: Conversation = Conversation {
    received: &[(Call::DmpSend, 1)],
    stored: Some(&[LETTER]),
    ..TALK
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

/// What is wrong; `in_c`: the C functions can hold it as well.
fn wrong(program: &Program, conversation: &Conversation, in_c: bool) -> Vec<String> {
    let prepared = conversation.prepare(sandbox());
    let seen = match seen(program, &prepared, conversation.waiting) {
        Ok(seen) => seen,
        Err(broken) => return vec![broken],
    };
    let mut wrong = conversation.differences(&prepared, &seen);
    if in_c {
        wrong.extend(same_as_c(conversation, &seen));
    }
    wrong
}

fn chosen(variable: &str, name: &str) -> bool {
    std::env::var(variable).is_ok_and(|part| !name.contains(&*part))
}

#[test]
fn every_client_holds_the_same_conversations() {
    let of_wrappers = [callbacks::ALL, interruptions::ALL, sessions::ALL];
    let all = || {
        let in_c = CONVERSATIONS.iter().map(|one| (one, true));
        in_c.chain(of_wrappers.into_iter().flatten().map(|one| (one, false)))
    };
    let mut complaints = Vec::new();
    for language in LANGUAGES
        .iter()
        .filter(|one| !chosen("HR_LANGUAGE", one.name))
    {
        let Some(program) = language.build() else {
            continue;
        };
        for (conversation, in_c) in all().filter(|one| !chosen("HR_CONVERSATION", one.0.name)) {
            let what = wrong(&program, conversation, in_c);
            let named = |what| format!("{}, {}: {what}", language.name, conversation.name);
            complaints.extend(what.into_iter().map(named));
        }
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

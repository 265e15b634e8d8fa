//! The conversations of testkit, held by the client of each wrapper: the same questions, endings and sentences in all
//! languages, and the same requests at the other side.
#![cfg(target_os = "linux")]

use std::process::Command;

use serde_json::Value;
use testkit::conversations::{CONVERSATIONS, Conversation};
use testkit::{TempFile, c_compiler, sandbox};

use crate::programs::{CLIENTS, Program};

/// What the program saw of each call, one line of JSON each.
fn held(program: &Program, conversation: &Conversation) -> Vec<String> {
    let prepared = conversation.prepare(sandbox());
    let config = TempFile::new("config.json", prepared.config.to_string().as_bytes());
    let script = TempFile::new("script.json", prepared.calls.to_string().as_bytes());
    let mut command = Command::new(&program.command[0]);
    command.args(&program.command[1..]);
    command.args([config.path(), script.path()]);
    command.envs(program.environment.iter().cloned());
    let ended = c_compiler::run(&mut command, "");
    if ended.code != Some(0) || !ended.err.is_empty() {
        return vec![format!("{}: {ended:?}", conversation.name)];
    }
    let lines = ended.out.lines().map(serde_json::from_str::<Value>);
    match lines.collect::<Result<Vec<_>, _>>() {
        Ok(seen) => conversation.differences(&prepared, &seen),
        Err(error) => vec![format!("{}: {error}: {}", conversation.name, ended.out)],
    }
}

#[test]
fn every_client_is_the_same_loop() {
    let mut wrong = Vec::new();
    for language in CLIENTS {
        let Some(program) = language.build() else {
            continue;
        };
        for conversation in CONVERSATIONS {
            let of_language = |what| format!("{}: {what}", language.name);
            wrong.extend(held(&program, conversation).into_iter().map(of_language));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

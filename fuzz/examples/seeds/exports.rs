//! Programs of calls; see `src/exports/calls.rs` for what the bytes mean. Zero means the usual argument, and a
//! handle of 0 is the one opened last.

use super::SeedFolder;

const CLOSE: u8 = 1;
const CANCEL: u8 = 2;
const PROGRESS: u8 = 3;
const LOG: u8 = 4;
const REPLY: u8 = 5;
const COPY: u8 = 8;
const COPY16: u8 = 9;
const NAMES: u8 = 10;
const FREE: u8 = 11;
const SESSION: u8 = 12;
const STATE: u8 = 13;
const TICKET: u8 = 14;
const READY: u8 = 15;
const LOGIN: u8 = 16;
const SEND: u8 = 24;
const SEND_BYTES: u8 = 25;
const SESSION_SET: u8 = 29;
const RESEND: u8 = 31;

/// How many texts each call from `STATE` on takes.
const TEXTS: [u8; 19] = [0, 0, 0, 2, 1, 1, 4, 0, 1, 3, 2, 5, 0, 0, 1, 1, 2, 2, 1];

fn open(config: u8) -> Vec<u8> {
    // The kind of text, then the configuration, the card client, the license server; then the output.
    vec![0, 0, config, 0, 0, 0]
}

fn call(which: u8, argument: u8) -> Vec<u8> {
    if which == SEND_BYTES {
        return vec![which, 0, argument, 0, 0, 0, 0, 0];
    }
    let texts = TEXTS[usize::from(which - STATE)];
    let mut bytes = vec![which, 0];
    for _ in 0..texts {
        bytes.push(argument);
        // A usual text that is chosen among several takes one more.
        if argument == 0 && matches!(which, 17 | 21..=24 | SESSION_SET) {
            bytes.push(0);
        }
    }
    bytes
}

fn reply(flags: u8, kind: u8) -> Vec<u8> {
    vec![REPLY, flags, kind]
}

pub fn write(folder: &mut SeedFolder) {
    let chain: Vec<u8> = [
        TICKET, READY, LOGIN, 17, 18, 19, 20, 21, 23, SEND, SEND_BYTES, STATE,
    ]
    .iter()
    .flat_map(|which| call(*which, 0))
    .collect();
    for config in 0..8 {
        folder.put(&[open(config), chain.clone()].concat());
    }
    for argument in 1..10 {
        for which in STATE..=RESEND {
            let mut program = [open(0), vec![SESSION], call(which, argument)].concat();
            program.extend([
                9, b'a', b'b', b'c', b'"', b'/', 0xe9, b'.', b'1', b'2', 3, 4, 5,
            ]);
            folder.put(&program);
        }
    }
    for flags in (0..=255).step_by(11) {
        for kind in 0..8 {
            let last = [READY, LOGIN, 20, 22, SEND, SEND_BYTES][usize::from(kind) % 6];
            let program = [
                open(3),
                vec![PROGRESS, 0, flags, LOG, flags, 5],
                call(TICKET, 0),
                call(READY, 0),
                vec![SESSION],
                reply(flags, kind),
                call(last, 0),
                call(RESEND, 0),
                call(last, 0),
                vec![CANCEL, 0, CLOSE, 0],
            ];
            folder.put(&program.concat());
        }
    }
    for room in 0..8 {
        for with in [0, 7] {
            for text in [0, 2, 4, 5, 8] {
                let program = [
                    vec![COPY, text, 0, room, with],
                    vec![COPY16, text, 0, room, with],
                    vec![NAMES, room, with, FREE],
                ];
                folder.put(&[open(0), program.concat()].concat());
            }
        }
    }
    for handle in 0..12 {
        folder.put(
            &[
                open(0),
                open(1),
                vec![CLOSE, 0, STATE, handle, CLOSE, handle],
            ]
            .concat(),
        );
    }
}

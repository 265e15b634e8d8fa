//! Each operation against a reply of raw bytes: six bytes choose the scenario, the rest is the reply.

mod operation;
mod oracle;

use super::call::Handle;
use super::files::LARGE;
use super::fixture::Fixture;
use super::input::Input;
use super::peer::{End, Script, Start, Takes};
use super::sandbox::{CARD_URL, LICENSE_URL};
use super::secrets::LICENSE;
use operation::{OPERATIONS, Operation};

/// The bits of the second byte.
const BEARER_FORM: u8 = 1;
const TICKET_GET: u8 = 2;
const RAW_AUTH: u8 = 4;
const FRENCH: u8 = 8;
const SMALL_REPLIES: u8 = 16;
const IDENTIFIED: u8 = 32;
const LARGE_DOCUMENT: u8 = 64;
const KEPT: u8 = 128;

const STEPS: [usize; 8] = [usize::MAX, 1, 2, 7, 64, 500, 4096, 100_000];
const AMOUNTS: [usize; 8] = [0, 1, 60, 300, 700, 131_000, 200_000, 307_000];

/// One operation of a handle that is ready for it.
struct Scenario {
    handle: Handle,
    operation: Operation,
    document: &'static [u8],
    large: bool,
}

fn config(settings: u8) -> String {
    let either = |bit: u8, yes: &'static str, no: &'static str| match settings & bit {
        0 => no,
        _ => yes,
    };
    let limit = either(SMALL_REPLIES, "600", "16777216");
    format!(
        r#"{{"license_url":"{LICENSE_URL}","license_bearer":"{LICENSE}","local_url":"{CARD_URL}",
        "license_auth":"{}","ticket_method":"{}","card_form":"{}","language":"{}",
        "max_reply_bytes":{limit},"identified_field":{}}}"#,
        either(RAW_AUTH, "raw", "bearer"),
        either(TICKET_GET, "GET", "POST"),
        either(BEARER_FORM, "bearer", "body"),
        either(FRENCH, "fr", "en"),
        either(IDENTIFIED, r#""/the/flag""#, "null"),
    )
}

fn script(input: &mut Input, handle: i32) -> Script {
    let end = input.choice(&[
        End::Close,
        End::Keep,
        End::Reset,
        End::Silence,
        End::Cancel(handle),
    ]);
    let step = input.choice(&STEPS);
    let when = input.byte();
    let amount = AMOUNTS[usize::from(when >> 5)];
    let start = match when % 4 {
        0..=2 => Start::AfterRequest,
        _ => Start::AfterBytes(amount),
    };
    let how = input.byte();
    let amount = AMOUNTS[usize::from(how >> 5)];
    let takes = match how % 8 {
        0..=4 => Takes::All,
        5 => Takes::StopsAfter(amount),
        6 => Takes::LostAfter(amount),
        _ => return Script::Refuse,
    };
    Script::Reply {
        bytes: input.0.to_vec(),
        end,
        step,
        start,
        takes,
    }
}

pub fn run(bytes: &[u8]) {
    static DOCUMENT: [u8; LARGE] = [b'x'; LARGE];
    let fixture = Fixture::enter();
    let mut input = Input(bytes);
    let operation = input.choice(OPERATIONS);
    let settings = input.byte();
    let large = settings & LARGE_DOCUMENT != 0;
    let scenario = Scenario {
        handle: Handle::open(&config(settings)),
        operation,
        document: &DOCUMENT[..if large { LARGE } else { 500 }],
        large,
    };
    scenario.prepare(settings & KEPT != 0);

    let script = script(&mut input, scenario.handle.0);
    let before = fixture.record.borrow().exchanges.len();
    fixture.record.borrow_mut().scripts.push_back(script);
    let ran = scenario.call();
    oracle::call(&scenario, &fixture, before, &ran);
    oracle::aftermath(&scenario, &fixture, before, &ran);
    oracle::destinations(&fixture);
}

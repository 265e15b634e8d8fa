//! Cards and patients of the sandbox's default scenario, and sandboxes whose cards no other test has.

use std::sync::atomic::{AtomicU32, Ordering};

use hr_sandbox::{Options, Sandbox};

use crate::call::Outcome;
use crate::temp_file::TempFile;

/// The default scenario's card with one situation, and its PIN.
pub const CPS: &str = "2000000001";
pub const PIN: &str = "1234";
/// The card with several situations.
pub const CPS_MANY: &str = "2000000002";
pub const PIN_MANY: &str = "5678";
pub const QUALIFIED: [Option<&str>; 4] = [
    Some("EXEMPLE"),
    Some("Hélène"),
    Some("1955-08-14"),
    Some("F"),
];
pub const NOT_QUALIFIED: [Option<&str>; 4] = [Some("ESSAI"), Some("Mireille"), None, None];

/// Cards that no other test has: the PIN guard is one for the process.
pub fn own_cards(mut options: Options) -> Options {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    for card in &mut options.scenario.cards {
        card.serial = format!("{}-{number}", card.serial);
    }
    options
}

/// A sandbox with cards of its own.
pub fn start(options: Options) -> Sandbox {
    Sandbox::start(own_cards(options)).expect("the sandbox starts")
}

pub fn sandbox() -> Sandbox {
    start(Options::default())
}

/// The root of a sandbox that speaks TLS, as `ca_file` names it.
pub fn root_of(sandbox: &Sandbox) -> Option<TempFile> {
    let pem = sandbox.ca_pem()?;
    Some(TempFile::new("ca.pem", pem.as_bytes()))
}

/// A sandbox that speaks TLS, and its root.
pub fn secure() -> (Sandbox, TempFile) {
    let tls = true;
    let sandbox = start(Options {
        tls,
        ..Options::default()
    });
    let root = root_of(&sandbox).expect("a root");
    (sandbox, root)
}

/// The serial number that `start` gave to a card of the default scenario.
pub fn serial_of(ready: &Outcome, serial: &str) -> String {
    let cards = ready.json["cards"].as_array().unwrap();
    let own = format!("{serial}-");
    let found = cards
        .iter()
        .filter_map(|card| card["serial"].as_str())
        .find(|found| *found == serial || found.starts_with(&own));
    found.expect("the card is in the reader").to_owned()
}

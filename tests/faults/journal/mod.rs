//! A host with a journal that is killed, or whose system calls fail: what the next process knows, and what the sandbox
//! has in the end. A share of the cases is run; `HR_JOURNAL=full` runs all, and `HR_JOURNAL_MINUTES` says for how long
//! `removal` goes on.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod copies;
mod desk;
#[cfg(target_os = "linux")]
mod failing_calls;
mod kills;
#[cfg(target_os = "linux")]
mod removal;

use std::io::Read;

use serde_json::Value;

pub fn is_full() -> bool {
    std::env::var("HR_JOURNAL").as_deref() == Ok("full")
}

/// What a host process is to do.
fn orders() -> Value {
    let mut orders = String::new();
    std::io::stdin().read_to_string(&mut orders).unwrap();
    serde_json::from_str(&orders).unwrap()
}

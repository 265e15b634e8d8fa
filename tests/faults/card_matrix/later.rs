//! The lists that may come after a login.

use serde_json::{Value, json};
use testkit::fault_proxy::{End, SandboxResponse, Script, Sends};

use crate::matrix::variant::sending;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Later {
    Same,
    Down,
    Up,
    /// Taken out and put in: another token.
    Reinserted,
    /// Listed under another token as well, by an entry that is old.
    OldEntryBeside,
    Padded,
    WithoutSerial,
    WithoutHolder,
    WithoutBoth,
    Gone,
}

pub const LATER: [Later; 10] = [
    Later::Same,
    Later::Down,
    Later::Up,
    Later::Reinserted,
    Later::OldEntryBeside,
    Later::Padded,
    Later::WithoutSerial,
    Later::WithoutHolder,
    Later::WithoutBoth,
    Later::Gone,
];

impl Later {
    /// What the proxy makes of the sandbox's list for the card of this serial.
    pub fn script(self, serial: &str, counter: i64) -> Script {
        let serial = serial.to_owned();
        let reply = Sends::made(move |answer: &SandboxResponse| {
            let mut body: Value = match serde_json::from_slice(&answer.body) {
                Ok(body) => body,
                Err(_) => return answer.with(""),
            };
            if let Some(cards) = body["data"]["data"].as_object_mut() {
                let own = |entry: &Value| entry["serial"] == serial.as_str();
                let token = cards.iter().find(|(_, list)| own(&list[0]));
                if let Some(token) = token.map(|(token, _)| token.clone()) {
                    self.change(cards, &token, counter);
                }
            }
            answer.body(body.to_string()).with("")
        });
        sending(reply, End::Close)
    }

    fn change(self, cards: &mut serde_json::Map<String, Value>, token: &str, counter: i64) {
        let old = cards[token][0].clone();
        let entry = cards[token][0].as_object_mut().unwrap();
        let mut set = |name: &str, value: Value| drop(entry.insert(name.into(), value));
        // The sandbox's own number may have moved: these lists say what they say.
        set("pinAttempt", json!(counter));
        match self {
            Later::Same | Later::Reinserted => {}
            Later::Down => set("pinAttempt", json!(counter - 1)),
            Later::Up => set("pinAttempt", json!(counter + 1)),
            Later::OldEntryBeside => {
                let mut old = old;
                old["token"] = json!("old");
                old["pinAttempt"] = json!(counter);
                cards.insert("old".into(), json!([old]));
            }
            Later::Padded => {
                let padded = |name: &str| format!(" {}\0\0 ", old[name].as_str().unwrap());
                set("serial", json!(padded("serial")));
                set("idNat", json!(padded("idNat")));
            }
            Later::WithoutSerial => drop(entry.remove("serial")),
            Later::WithoutHolder => set("idNat", json!("")),
            Later::WithoutBoth => {
                set("serial", Value::Null);
                set("idNat", json!({"none": true}));
            }
            Later::Gone => drop(cards.remove(token)),
        }
    }
}

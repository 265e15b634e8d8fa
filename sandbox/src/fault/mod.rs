//! Faults: which response is changed or cut on purpose.

mod armed;

pub(crate) use armed::{Faults, Picked};

use crate::bilingual::{Bilingual, said};
use crate::call::Call;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// Changes, delays or cuts the response to some requests of one call. Built with [`Fault::on`].
///
/// A fault that sets neither `status`, `body` nor `cut` leaves the answer as it is, only
/// later, with more headers, or with what [`Fault::remove_cards`] and [`Fault::down_ms`] do. Otherwise the request is read whole and not acted upon,
/// unless `act` is set.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fault {
    pub call: Call,
    /// From which request on, counting those of the call since the fault was set; 1 is the next.
    pub nth: Option<u32>,
    /// How many requests; 0 for every one until it is removed. Left out: one when `nth` is given, every one otherwise.
    pub times: Option<u32>,
    /// Status answered instead, 100 to 999.
    pub status: Option<u16>,
    /// Wait before the answer, after the action, in milliseconds.
    #[serde(default)]
    pub delay_ms: u64,
    pub cut: Option<Cut>,
    /// The request is acted upon as usual, then the response is changed.
    #[serde(default)]
    pub act: bool,
    pub body: Option<String>,
    /// Headers added to the answer, or replaced in it.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    pub content_type: Option<String>,
    /// Answer (or cut) once this many bytes of the request's body were read; the rest is not
    /// read, and nothing is acted upon. 0 answers on the headers alone.
    pub after_bytes: Option<u64>,
    /// The connection ends with a reset (RST) behind the answer. Windows drops what a reset finds unread.
    #[serde(default)]
    pub reset: bool,
    /// The cards leave the reader as the request arrives, before it is acted upon.
    #[serde(default)]
    pub remove_cards: bool,
    /// How long, behind the answer, the service of the call takes no connection, in milliseconds: it does not listen, and
    /// those that are open are closed. Nothing of a client can arrive meanwhile.
    #[serde(default)]
    pub down_ms: u64,
}

/// Where an answer is cut; the connection closes there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Cut {
    Before,
    /// Status and headers, announcing a body that does not come.
    AfterHeaders,
    MidBody,
}

/// Methods that set a field each, of the same names.
macro_rules! setters {
    ($($field:ident($($given:ident: $type:ty)?) = $value:expr;)*) => {
        impl Fault {
            $(
                #[doc = concat!("Sets [`Fault::", stringify!($field), "`].")]
                pub fn $field(mut self $(, $given: $type)?) -> Fault {
                    self.$field = $value;
                    self
                }
            )*
        }
    };
}

setters! {
    nth(nth: u32) = Some(nth);
    times(times: u32) = Some(times);
    status(status: u16) = Some(status);
    delay_ms(time: u64) = time;
    cut(cut: Cut) = Some(cut);
    act() = true;
    body(body: impl Into<String>) = Some(body.into());
    content_type(content_type: &str) = Some(content_type.into());
    after_bytes(bytes: u64) = Some(bytes);
    reset() = true;
    remove_cards() = true;
    down_ms(time: u64) = time;
}

impl Fault {
    /// A fault on every request of `call`, so far without effect.
    pub fn on(call: Call) -> Fault {
        let call = json!({ "call": call });
        serde_json::from_value(call).expect("every other key may be left out")
    }

    /// Adds to [`Fault::headers`].
    pub fn header(mut self, name: &str, value: &str) -> Fault {
        self.headers.insert(name.into(), value.into());
        self
    }

    /// Whether the answer is the one that would have come.
    pub(crate) fn changes_nothing(&self) -> bool {
        let content = self.content_type.is_some() || !self.headers.is_empty();
        self.acts() && !self.act && !content && !self.reset && self.delay_ms == 0
    }

    /// Whether the request is acted upon.
    pub(crate) fn acts(&self) -> bool {
        let replaces = self.status.is_some() || self.body.is_some() || self.cut.is_some();
        self.after_bytes.is_none() && (self.act || !replaces)
    }
}

/// A fault that a name is enough for, for those who look for a failure and not for a status: `named.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct NamedFault {
    pub name: String,
    /// The call that it is for when none is named.
    pub call: Call,
    /// The calls that it makes sense for.
    pub calls: Vec<Call>,
    /// As `POST /faults` takes it, but for the call.
    fault: Map<String, Value>,
}

static NAMED: LazyLock<Vec<NamedFault>> = LazyLock::new(|| {
    let read = serde_json::from_str(include_str!("named.json"));
    read.expect("the named faults are JSON")
});

impl NamedFault {
    pub(crate) fn of(name: &str) -> Option<&'static NamedFault> {
        NAMED.iter().find(|named| named.name == name)
    }

    pub(crate) fn all() -> &'static [NamedFault] {
        &NAMED
    }

    pub(crate) fn fault(&self, call: Call) -> Fault {
        let mut fault = self.fault.clone();
        fault.insert("call".into(), json!(call));
        serde_json::from_value(fault.into()).expect("a named fault is a fault")
    }

    /// The key of its sentence.
    pub(crate) fn key(&self) -> String {
        format!("fault.{}", self.name)
    }

    pub(crate) fn text(&self) -> Bilingual {
        said(&self.key(), &[])
    }
}

//! Faults that have a name, for those who look for a failure and not for a status: `named.json`.

use super::Fault;
use crate::bilingual::{Bilingual, said};
use crate::call::Call;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

/// A fault that a name is enough for.
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

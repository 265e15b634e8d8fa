//! The sentences of the reference in a language: English ones are the source's own, French ones those of `docs/fr/reference.json`
//! under the English ones.

use std::cell::RefCell;

use indexmap::{IndexMap, IndexSet};

use crate::Result;
use crate::machine::{read, root};

pub const FILE: &str = "docs/fr/reference.json";

#[derive(Default)]
pub struct Catalogue {
    french: IndexMap<String, String>,
    /// The sentences that were looked up, in their order.
    asked: RefCell<IndexSet<String>>,
}

impl Catalogue {
    pub fn read() -> Result<Catalogue> {
        let path = root().join(FILE);
        let french = match path.exists() {
            true => {
                serde_json::from_slice(&read(&path)?).map_err(|error| format!("{FILE}: {error}"))?
            }
            false => IndexMap::new(),
        };
        let asked = RefCell::default();
        Ok(Catalogue { french, asked })
    }

    /// The French sentence; the English one where there is none.
    pub fn french(&self, english: &str) -> String {
        self.asked.borrow_mut().insert(english.to_owned());
        let found = self.french.get(english).filter(|text| !text.is_empty());
        found.map_or(english, String::as_str).to_owned()
    }

    /// The sentences that were looked up and have no French one, each with an empty text.
    pub fn missing(&self) -> IndexMap<String, String> {
        let asked = self.asked.borrow();
        let missing = asked.iter().filter(|english| {
            let known = self.french.get(*english);
            known.is_none_or(String::is_empty)
        });
        missing
            .map(|english| (english.clone(), String::new()))
            .collect()
    }

    /// English sentences with their French ones.
    pub fn entries(&self) -> impl Iterator<Item = (&String, &String)> {
        self.french.iter().filter(|(_, french)| !french.is_empty())
    }

    /// The English sentences of the catalogue that nothing says any more.
    pub fn stale(&self) -> Vec<&String> {
        let asked = self.asked.borrow();
        let unused = self.french.keys();
        unused.filter(|english| !asked.contains(*english)).collect()
    }
}

//! The languages of the manual, and the sentences of the reference in them: English ones are the source's own, French ones
//! those of `docs/fr/reference.json` under the English ones.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use indexmap::{IndexMap, IndexSet};

use super::source::placed;
use crate::Result;
use crate::machine::json;

pub const FILE: &str = "docs/fr/reference.json";

#[derive(Clone)]
pub enum Language {
    English,
    French(Arc<Catalogue>),
}

impl Language {
    /// The one of two that is in this language.
    pub fn of<T>(&self, english: T, french: T) -> T {
        match self {
            Language::English => english,
            Language::French(_) => french,
        }
    }

    /// The folder of its pages, and the language of their HTML.
    pub fn folder(&self) -> &'static str {
        self.of("en", "fr")
    }

    /// A sentence of the source.
    pub fn say(&self, english: &str) -> String {
        let english = placed(english);
        match self {
            Language::French(catalogue) if !english.is_empty() => catalogue.french(&english),
            _ => english,
        }
    }

    /// The words of the pages themselves, by their names.
    pub fn labels(&self) -> Result<BTreeMap<String, String>> {
        let both: BTreeMap<String, [String; 2]> = json("xtask/templates/docs/labels.json")?;
        let own = |(name, [en, fr]): (String, [String; 2])| (name, self.of(en, fr));
        Ok(both.into_iter().map(own).collect())
    }
}

pub struct Catalogue {
    pub french: IndexMap<String, String>,
    /// The sentences that were looked up, in their order.
    asked: Mutex<IndexSet<String>>,
}

impl Catalogue {
    pub fn read() -> Result<Arc<Catalogue>> {
        let (french, asked) = (json(FILE)?, Mutex::default());
        Ok(Arc::new(Catalogue { french, asked }))
    }

    pub fn asked(&self) -> MutexGuard<'_, IndexSet<String>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The French sentence; the English one where there is none.
    fn french(&self, english: &str) -> String {
        self.asked().insert(english.to_owned());
        let found = self.french.get(english).filter(|text| !text.is_empty());
        found.map_or(english, String::as_str).to_owned()
    }

    /// The sentences that were looked up and have no French one, each with an empty text.
    pub fn missing(&self) -> IndexMap<String, String> {
        let mut missing = self.asked().clone();
        missing.retain(|english| self.french.get(english).is_none_or(String::is_empty));
        let missing = missing.into_iter();
        missing.map(|english| (english, String::new())).collect()
    }
}

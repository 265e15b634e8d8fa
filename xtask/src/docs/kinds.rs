//! The words of the pages themselves, and what a member may be.

use std::collections::BTreeMap;
use std::sync::Arc;

use hr_header::schema::{Kind, Member, Object, Schema, Words};

use super::model::Language;
use crate::Result;
use crate::bindings::snake;

/// The objects that are no requests and no results.
const CONFIGURATION: [&str; 3] = ["Configuration", "Timeouts", "CardCodes"];

/// Of words without meanings, this many are named where they are used.
const FEW: usize = 4;

/// The page on which an object stands, and the heading there.
pub fn place(object: &Object) -> (&'static str, String) {
    let page = match &*object.name {
        name if CONFIGURATION.contains(&name) => "configuration",
        "Error" => "error",
        _ if object.taken => "requests",
        _ => "results",
    };
    (page, snake(&object.name).replace('_', "-"))
}

/// Whether its words have meanings: then they are on the page of words.
pub fn meant(words: &Words) -> bool {
    words.words.iter().all(|(_, meaning)| !meaning.is_empty())
}

#[derive(Clone)]
pub struct Labels(Arc<BTreeMap<String, String>>);

impl Labels {
    pub fn of(language: Language) -> Result<Labels> {
        let text = include_str!("../../templates/docs/labels.json");
        let both: BTreeMap<String, [String; 2]> =
            serde_json::from_str(text).map_err(|error| format!("labels.json: {error}"))?;
        let each = both.into_iter();
        let own = each.map(|(name, [en, fr])| (name, language.of(&en, &fr).to_owned()));
        Ok(Labels(Arc::new(own.collect())))
    }

    pub fn get(&self, name: &str) -> String {
        self.0.get(name).map_or(name, String::as_str).to_owned()
    }

    /// `text or null, required`, of a member of what a function takes or gives.
    pub fn kind(&self, schema: &Schema, member: &Member, taken: bool) -> String {
        let mut text = self.name(schema, &member.kind);
        if member.nullable && member.kind != Kind::Any {
            text += &format!("{}null", self.get("or"));
        }
        match (&member.kind, member.least, member.most) {
            _ if !taken => {}
            (Kind::Integer, Some(least), Some(most)) => {
                text += &self.filled("range", &[least, most])
            }
            (Kind::Text, _, Some(most)) => text += &self.filled("bytes", &[most]),
            (Kind::Array(_), _, Some(most)) => text += &self.filled("elements", &[most]),
            _ => {}
        }
        match (taken, member.required, &member.default) {
            (true, true, _) => text += &format!(", {}", self.get("required")),
            (true, _, Some(value)) => text += &format!(", {}`{value}`", self.get("default")),
            (false, false, _) => text += &format!(", {}", self.get("optional")),
            _ => {}
        }
        text
    }

    /// A label with numbers in the place of its braces.
    fn filled(&self, label: &str, numbers: &[i64]) -> String {
        let filled = numbers.iter().fold(self.get(label), |text, number| {
            text.replacen("{}", &number.to_string(), 1)
        });
        format!(", {filled}")
    }

    fn name(&self, schema: &Schema, kind: &Kind) -> String {
        match kind {
            Kind::Text => self.get("text"),
            Kind::Integer => self.get("integer"),
            Kind::Boolean => self.get("boolean"),
            Kind::Any => self.get("value"),
            Kind::Map(inner) if **inner != Kind::Any => self.get("map") + &self.name(schema, inner),
            Kind::Map(_) => self.get("object"),
            Kind::Object(name) => match schema.object(name).map(place) {
                Some(("error", _)) => format!("[{name}](error.md)"),
                Some((page, anchor)) => format!("[{name}]({page}.md#{anchor})"),
                None => self.get("object"),
            },
            Kind::Word(name) => match schema.words(name) {
                Some(words) if meant(words) => format!("[{name}](words.md#{name})"),
                Some(words) if words.words.len() <= FEW => {
                    let each = words.words.iter().map(|(word, _)| format!("`\"{word}\"`"));
                    each.collect::<Vec<_>>().join(", ")
                }
                _ => self.get("text"),
            },
            Kind::Array(inner) => self.get("array") + &self.name(schema, inner),
        }
    }
}

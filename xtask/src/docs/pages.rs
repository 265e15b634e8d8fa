//! The pages of the reference, in one language.

use std::collections::BTreeMap;

use anyhow::Context;
use minijinja::value::Serde;
use minijinja::{Environment, State, Value, context};

use super::catalogue::Language;
use super::markdown::{Names, named, title};
use super::source::{Source, rows, split_threads};
use super::typography::typeset;
use crate::Result;
use crate::bindings::{Api, templates};

/// A page of the reference: its name in the folder of the language, and what it says.
pub struct Page {
    pub name: String,
    pub text: String,
    /// How deep it is in the summary.
    pub depth: usize,
    pub title: String,
}

/// The parts of `schema/` that the header describes once, for all results.
const COMMON: [&str; 4] = [
    "results.json#/$defs/reply",
    "results.json#/$defs/accepted",
    "results.json#/$defs/recorded",
    "question.json",
];

/// A word with what it means.
type Word = (String, String);

impl Source {
    /// All pages, in the order of the summary.
    pub fn pages(&self, language: &Language) -> Result<Vec<Page>> {
        let Source { header, schema, .. } = self;
        let api = Api::of(header, schema)?;
        let words = schema.words("reason").map_or(&[][..], |list| &list.words);
        let names = Names::of(&api, words);
        let mut reasons: BTreeMap<&str, Vec<&Word>> = BTreeMap::new();
        for row in words {
            let code = self.code_of(&row.0)?;
            reasons.entry(code).or_default().push(row);
        }
        let mut pages = Pages {
            language,
            environment: templates::of("docs", &api, schema)?,
            made: Vec::new(),
        };
        self.fill_in(&mut pages.environment, language, names)?;
        let grouped = Value::from(Serde(&reasons));
        pages.environment.add_global("reasons", grouped);

        pages.add("functions", "functions", 0, context! {})?;
        for call in &api.functions {
            let signatures = self.signatures.of(call.name);
            let values = context! {
                page => Value::from(Serde(call)),
                signatures => Value::from(Serde(signatures)),
                snippet => self.snippets.get(call.name),
            };
            pages.add("function", call.name, 1, values)?;
        }
        pages.add("codes", "codes", 0, context! {})?;
        for code in api.constants {
            let page = Value::from(Serde(code));
            if !code.name.starts_with("HR_E_") {
                continue;
            }
            pages.add("code", &code.name, 1, context! { page })?;
            for (reason, meaning) in reasons.get(&*code.name).into_iter().flatten() {
                let values = context! { code => &code.name, reason, meaning };
                pages.add("reason", &format!("reason-{reason}"), 2, values)?;
            }
        }
        pages.add("outcomes", "outcomes", 0, context! {})?;
        for title in ["configuration", "requests", "results", "error"] {
            pages.add("objects", title, 0, context! { title })?;
        }
        pages.add("words", "words", 0, context! {})?;
        pages.add("sentences", "sentences", 0, context! {})?;
        Ok(pages.made)
    }

    /// What the templates call, and what they know beside functions, objects and words.
    fn fill_in(
        &self,
        environment: &mut Environment,
        language: &Language,
        names: Names,
    ) -> Result<()> {
        environment.add_filter("mark", move |state: &State, text: &str| {
            let own = state.lookup("own").unwrap_or_default();
            names.marked(text, own.as_str().unwrap_or_default())
        });
        let own = language.clone();
        environment.add_filter("say", move |text: &str| own.say(text));
        environment.add_filter("rows", rows);
        environment.add_filter("split_threads", split_threads);
        environment.add_filter("cell", |text: &str| {
            text.trim().replace('|', "\\|").replace('\n', " ")
        });
        environment.add_function("heading", named);
        let schema = &self.schema;
        let common = COMMON.iter().filter_map(|place| schema.members_at(place));
        let common: Vec<_> = common.flatten().collect();
        for (name, value) in [
            ("t", Value::from(language.labels()?)),
            ("lang", Value::from(language.folder())),
            ("colon", Value::from(language.of(":", "\u{a0}:"))),
            ("chapters", Value::from(Serde(&self.chapters))),
            ("advice", Value::from(Serde(&self.advice))),
            ("common", Value::from(Serde(common))),
            ("messages", Value::from(Serde(&self.messages))),
        ] {
            environment.add_global(name, value);
        }
        Ok(())
    }
}

struct Pages<'a> {
    language: &'a Language,
    environment: Environment<'static>,
    made: Vec<Page>,
}

impl Pages<'_> {
    /// A page by its template.
    fn add(&mut self, template: &str, name: &str, depth: usize, values: Value) -> Result<()> {
        // What it is about: it does not link to itself.
        let own = name.trim_start_matches("reason-").to_owned();
        self.environment.add_global("own", own);
        let template = self.environment.get_template(&format!("{template}.md"))?;
        let text = template.render(values).with_context(|| name.to_owned());
        let text = tidy(&text?);
        let text = match self.language {
            Language::English => text,
            Language::French(_) => typeset(&text),
        };
        self.made.push(Page {
            name: format!("reference/{name}.md"),
            title: title(&text),
            text,
            depth,
        });
        Ok(())
    }
}

/// One empty line between two parts, and a line end behind the last.
fn tidy(text: &str) -> String {
    let mut tidy = String::new();
    for line in text.trim().lines() {
        let line = line.trim_end();
        if !(line.is_empty() && tidy.ends_with("\n\n")) {
            tidy += &format!("{line}\n");
        }
    }
    tidy
}

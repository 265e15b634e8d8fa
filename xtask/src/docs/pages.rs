//! The pages of the reference, in one language.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use minijinja::value::Serde;
use minijinja::{Environment, Value, context};

use super::kinds::Labels;
use super::markdown::Names;
use super::messages::{self, Messages};
use super::model::{Language, List, Reference, Table};
use super::signatures::Sources;
use super::snippets::Snippets;
use super::source::Source;
use super::typography::typeset;
use crate::Result;
use crate::bindings::templates;
use crate::machine::{files, read, root};

/// What the pages of both languages are made from.
pub struct Inputs {
    pub source: Source,
    pub messages: Messages,
    pub signatures: Sources,
    pub snippets: Snippets,
}

/// A page of the reference: its name behind `reference/`, and what it says.
pub struct Page {
    pub name: String,
    pub text: String,
    /// How deep it is in the summary.
    pub depth: usize,
    pub title: String,
}

impl Inputs {
    pub fn read() -> Result<Inputs> {
        Ok(Inputs {
            source: Source::read()?,
            messages: Messages::read()?,
            signatures: Sources::read()?,
            snippets: Snippets::read()?,
        })
    }

    /// All pages, in the order of the summary.
    pub fn pages(
        &self,
        language: Language,
        titles: &BTreeMap<String, String>,
    ) -> Result<Vec<Page>> {
        let reference = Reference::of(&self.source, language)?;
        let writer = Writer::new(self, language, &reference, titles)?;
        let mut pages = Vec::new();
        writer.functions(&mut pages)?;
        writer.codes(&mut pages)?;
        writer.objects(&mut pages)?;
        Ok(pages)
    }
}

struct Writer<'a> {
    inputs: &'a Inputs,
    language: Language<'a>,
    reference: &'a Reference,
    environment: Environment<'static>,
    /// What the page that is written is about: it does not link to itself.
    own: Arc<Mutex<String>>,
}

impl<'a> Writer<'a> {
    fn new(
        inputs: &'a Inputs,
        language: Language<'a>,
        reference: &'a Reference,
        titles: &BTreeMap<String, String>,
    ) -> Result<Writer<'a>> {
        let mut environment = templates::environment()?;
        let folder = root().join("xtask/templates/docs");
        for path in files(&folder)? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let text = String::from_utf8_lossy(&read(&path)?).replace("\r\n", "\n");
            let name = name.trim_end_matches(".j2").trim_end_matches(".md");
            let added = environment.add_template_owned(name.to_owned(), text);
            added.map_err(|error| format!("{error:#}"))?;
        }
        let own = Arc::<Mutex<String>>::default();
        let names = Arc::new(names(reference, titles));
        let (page, known) = (Arc::clone(&own), Arc::clone(&names));
        environment.add_filter("mark", move |text: &str| {
            let own = page.lock().map(|own| own.clone()).unwrap_or_default();
            known.marked(text, &own)
        });
        environment.add_filter("cell", |text: &str| {
            text.trim().replace('|', "\\|").replace('\n', " ")
        });
        let labels = Labels::of(language)?;
        environment.add_function("t", move |name: &str| labels.get(name));
        // What finds a heading by the same name in both languages.
        environment.add_function("id", |name: &str| format!("{{#{name}}}"));
        environment.add_global("colon", language.of(":", "\u{a0}:"));
        Ok(Writer {
            inputs,
            language,
            reference,
            environment,
            own,
        })
    }

    /// A page by its template, about `own`.
    fn page(&self, template: &str, own: &str, name: &str, values: Value) -> Result<Page> {
        if let Ok(mut held) = self.own.lock() {
            own.clone_into(&mut held);
        }
        let made = self.environment.get_template(template);
        let text = made.and_then(|template| template.render(values));
        let text = text.map_err(|error| format!("{template}: {error:#}"))?;
        let text = tidy(&text);
        let text = match self.language {
            Language::English => text,
            Language::French(_) => typeset(&text),
        };
        Ok(Page {
            name: format!("{name}.md"),
            title: super::markdown::title(&text),
            text,
            depth: 0,
        })
    }

    fn functions(&self, pages: &mut Vec<Page>) -> Result<()> {
        let reference = Value::from(Serde(self.reference));
        pages.push(self.page("functions", "", "functions", context! { reference })?);
        for call in &self.reference.functions {
            let object = |name: &String| {
                let mut objects = self.reference.objects.iter();
                objects.find(|object| object.name == *name)
            };
            let request = call.request.as_ref().and_then(|(_, name)| object(name));
            let result = call.result.as_ref().and_then(object);
            let signatures = self.inputs.signatures.of(&call.name);
            let values = context! {
                page => Value::from(Serde(call)),
                request => Value::from(Serde(request)),
                result => Value::from(Serde(result)),
                signatures => Value::from(Serde(signatures)),
                snippet => self.inputs.snippets.of(&call.name),
            };
            let page = self.page("function", &call.name, &call.name, values)?;
            pages.push(Page { depth: 1, ..page });
        }
        Ok(())
    }

    fn reasons(&self) -> Result<&'a List> {
        let mut lists = self.reference.words.iter();
        lists
            .find(|list| list.name == "reason")
            .ok_or("schema/words.json has no reasons".to_owned())
    }

    fn codes(&self, pages: &mut Vec<Page>) -> Result<()> {
        let messages = &self.inputs.messages;
        let mut reasons: BTreeMap<&str, Vec<&(String, String)>> = BTreeMap::new();
        for row in &self.reasons()?.words {
            reasons
                .entry(messages.code_of(&row.0)?)
                .or_default()
                .push(row);
        }
        let codes = self.reference.constants.iter();
        let codes: Vec<_> = codes.filter(|it| it.name.starts_with("HR_E_")).collect();
        let rows = codes.iter().map(|code| {
            let words = reasons.get(&*code.name).into_iter().flatten();
            let words: Vec<String> = words.map(|(word, _)| word.clone()).collect();
            context! { name => &code.name, number => code.number, text => &code.text, reasons => words }
        });
        let values = context! { codes => rows.collect::<Vec<_>>() };
        pages.push(self.page("codes", "", "codes", values)?);
        for code in codes {
            let own = reasons.get(&*code.name).cloned().unwrap_or_default();
            let values = context! {
                page => Value::from(Serde(code)),
                reasons => Value::from(Serde(&own)),
                causes => Value::from(Serde(messages.of(&code.name, None, self.language))),
                advice => self.advice(&code.name)?,
            };
            let page = self.page("code", &code.name, &code.name, values)?;
            pages.push(Page { depth: 1, ..page });
            for row in own {
                let values = context! {
                    page => Value::from(Serde(row)),
                    code => &code.name,
                    causes => Value::from(Serde(messages.of(&code.name, Some(&row.0), self.language))),
                    advice => self.advice(&row.0)?,
                };
                let page = self.page("reason", &row.0, &format!("reason-{}", row.0), values)?;
                pages.push(Page { depth: 2, ..page });
            }
        }
        let outcome = self
            .reference
            .words
            .iter()
            .find(|list| list.name == "outcome");
        let said = |list| Value::from(Serde(messages::said(list, self.language)));
        let values = context! {
            outcome => Value::from(Serde(outcome)),
            doubts => said(&messages.doubts),
            effects => said(&messages.effects),
        };
        pages.push(self.page("outcomes", "", "outcomes", values)?);
        Ok(())
    }

    fn advice(&self, name: &str) -> Result<Value> {
        let advice = self.inputs.messages.advice.get(name);
        let advice = advice.ok_or(format!("docs/reasons.json lacks {name}"))?;
        let [host, sandbox] = [&advice.host, &advice.sandbox].map(|it| it.say(self.language));
        Ok(context! { host, sandbox })
    }

    fn objects(&self, pages: &mut Vec<Page>) -> Result<()> {
        let labels = Labels::of(self.language)?;
        let chapter = |name: &str| {
            let chapter = self
                .reference
                .chapters
                .iter()
                .find(|(known, _)| known == name);
            Value::from(Serde(chapter.map_or(&[][..], |(_, parts)| parts)))
        };
        let none = Value::from(Vec::<Value>::new());
        for (name, text, chapter) in [
            ("configuration", "", none.clone()),
            ("requests", "requests_text", none.clone()),
            ("results", "", chapter("RESULTS")),
            ("error", "", chapter("ERRORS")),
        ] {
            let own = self.reference.objects.iter().filter(|it| it.page == name);
            let objects = own.map(|object| self.object(object));
            let values = context! {
                title => name,
                text => if text.is_empty() { String::new() } else { labels.get(text) },
                chapter,
                common => if name == "results" { Some(Value::from(Serde(&self.reference.common))) } else { None },
                objects => objects.collect::<Vec<_>>(),
            };
            pages.push(self.page("objects", "", name, values)?);
        }
        let reference = Value::from(Serde(self.reference));
        pages.push(self.page("words", "", "words", context! { reference })?);
        let messages = &self.inputs.messages;
        let said = |list: &[messages::Both]| -> Vec<String> {
            list.iter().map(|both| both.say(self.language)).collect()
        };
        let values =
            context! { answers => said(&messages.answers), checks => said(&messages.checks) };
        pages.push(self.page("sentences", "", "sentences", values)?);
        Ok(())
    }

    /// An object with the functions that take or give it.
    fn object(&self, object: &Table) -> Value {
        let has = |call: &&super::model::Call| match &call.request {
            Some((_, name)) if *name == object.name => true,
            _ => call.result.as_ref() == Some(&object.name),
        };
        let functions = self.reference.functions.iter().filter(has);
        context! {
            name => &object.name,
            anchor => &object.anchor,
            text => &object.text,
            taken => object.taken,
            members => Value::from(Serde(&object.members)),
            functions => functions.map(|call| call.name.clone()).collect::<Vec<_>>(),
        }
    }
}

fn names(reference: &Reference, titles: &BTreeMap<String, String>) -> Names {
    let mut pages = BTreeMap::new();
    for call in &reference.functions {
        pages.insert(call.name.clone(), format!("{}.md", call.name));
    }
    for call in &reference.callbacks {
        pages.insert(call.name.clone(), format!("functions.md#{}", call.name));
    }
    for constant in &reference.constants {
        let page = match constant.name.starts_with("HR_E_") {
            true => format!("{}.md", constant.name),
            false => "functions.md#constants".to_owned(),
        };
        pages.insert(constant.name.clone(), page);
    }
    let reasons = reference.words.iter().find(|list| list.name == "reason");
    for (word, _) in reasons.into_iter().flat_map(|list| &list.words) {
        pages.insert(word.clone(), format!("reason-{word}.md"));
    }
    Names {
        pages,
        titles: titles.clone(),
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

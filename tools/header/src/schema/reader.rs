//! Reads the files of `schema/`.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, Result, bail};
use indexmap::IndexMap;
use serde::Deserialize;
use serde_json::Value;

use super::{Function, Kind, Member, Object, Request, Schema, Words};

impl Schema {
    pub fn read(root: &Path) -> Result<Schema> {
        let folder = root.join("schema");
        let index: Index = file(&folder, "index.json")?;
        let mut files = BTreeMap::new();
        for name in FILES {
            files.insert(name, file(&folder, name)?);
        }
        let mut reader = Reader {
            files: &files,
            found: Schema::default(),
        };
        for name in files[WORDS].definitions.keys() {
            reader.kind_at(&format!("{WORDS}#/$defs/{name}"))?;
        }
        let mut functions = Vec::new();
        for (name, entry) in index.functions {
            let request = match entry.argument.zip(entry.request) {
                Some((argument, place)) => Some(Request {
                    argument,
                    kind: reader.kind_at(&place)?,
                    description: reader.at("", &place)?.1.description.clone(),
                }),
                None => None,
            };
            functions.push(Function {
                name,
                request,
                result: reader.object_at(&entry.result)?,
            });
        }
        let error = reader.object_at(&index.error)?;
        let mut schema = Schema {
            functions,
            error,
            ..reader.found
        };
        let names = |objects: Vec<&Object>| -> Vec<String> {
            objects.iter().map(|object| object.name.clone()).collect()
        };
        let taken = names(schema.reached(schema.functions.iter().filter_map(Function::takes)));
        let given = names(schema.reached(schema.functions.iter().map(|own| &*own.result)));
        for object in &mut schema.objects {
            object.taken = taken.contains(&object.name);
            object.given = given.contains(&object.name) || object.name == schema.error;
            object.is_read = !object.members.is_empty() && object.name != "Answer";
        }
        Ok(schema)
    }
}

/// Lists of words for all functions.
const WORDS: &str = "words.json";

/// Those that hold schemas.
pub const FILES: [&str; 6] = [
    "configuration.json",
    "error.json",
    "question.json",
    "requests.json",
    "results.json",
    WORDS,
];

#[derive(Deserialize)]
struct Index {
    error: String,
    functions: IndexMap<String, IndexEntry>,
}

#[derive(Deserialize)]
struct IndexEntry {
    argument: Option<String>,
    request: Option<String>,
    result: String,
}

/// A schema, or a part of one.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Node {
    title: String,
    description: String,
    #[serde(rename = "$ref")]
    reference: Option<String>,
    r#type: Value,
    r#const: Option<Value>,
    r#enum: Vec<Value>,
    default: Option<Value>,
    minimum: Option<i64>,
    maximum: Option<i64>,
    min_length: Option<i64>,
    max_length: Option<i64>,
    max_items: Option<i64>,
    properties: IndexMap<String, Node>,
    required: Vec<String>,
    items: Option<Box<Node>>,
    all_of: Vec<Node>,
    any_of: Vec<Node>,
    one_of: Vec<Node>,
    /// False, or a schema.
    additional_properties: Value,
    unevaluated_properties: Option<bool>,
    #[serde(rename = "$defs")]
    definitions: IndexMap<String, Node>,
}

impl Node {
    fn types(&self) -> Vec<&str> {
        match &self.r#type {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        }
    }

    fn may_be_null(&self) -> bool {
        self.types().contains(&"null") || self.any_of.iter().any(Node::may_be_null)
    }
}

struct Reader<'f> {
    files: &'f BTreeMap<&'static str, Node>,
    found: Schema,
}

/// The file of a schema, by its place: `words.json` of `words.json#/$defs/outcome`.
fn file_of(place: &str) -> &str {
    place.split(['#', '/']).next().unwrap_or_default()
}

/// Its name there.
fn name_of(place: &str) -> &str {
    place.rsplit('/').next().unwrap_or_default()
}

impl<'f> Reader<'f> {
    /// The schema that a reference leads to, with its place; `from` is that of the one that refers to it.
    fn at(&self, from: &str, reference: &str) -> Result<(String, &'f Node)> {
        let place = match reference.starts_with('#') {
            true => file_of(from).to_owned() + reference,
            false => reference.to_owned(),
        };
        let missing = || format!("nothing is at {place}");
        let mut node = self.files.get(file_of(&place)).with_context(missing)?;
        let parts: Vec<&str> = place.split('/').skip(1).collect();
        for part in parts.chunks_exact(2) {
            let list = match part[0] {
                "$defs" => &node.definitions,
                _ => &node.properties,
            };
            node = list.get(part[1]).with_context(missing)?;
        }
        Ok((place, node))
    }

    fn kind_at(&mut self, reference: &str) -> Result<Kind> {
        let (place, node) = self.at("", reference)?;
        self.kind(&place, node)
    }

    fn object_at(&mut self, reference: &str) -> Result<String> {
        match self.kind_at(reference)? {
            Kind::Object(name) => Ok(name),
            _ => bail!("{reference} is no object with known members"),
        }
    }

    fn kind(&mut self, place: &str, node: &Node) -> Result<Kind> {
        if let Some(reference) = &node.reference {
            let (place, node) = self.at(place, reference)?;
            return self.kind(&place, node);
        }
        if node.r#type.is_null() && !node.any_of.is_empty() {
            let others = node.any_of.iter().filter(|node| node.r#type != "null");
            return match others.collect::<Vec<_>>()[..] {
                [only] => self.kind(place, only),
                // Words of two lists.
                _ => Ok(Kind::Text),
            };
        }
        let mut types = node.types();
        types.retain(|name| *name != "null");
        Ok(match types[..] {
            ["string"] => self.text(place, node),
            ["integer"] => Kind::Integer,
            ["boolean"] => Kind::Boolean,
            ["array"] => Kind::Array(Box::new(match &node.items {
                Some(items) => self.kind(place, items)?,
                None => Kind::Any,
            })),
            ["object"] if !node.properties.is_empty() || !node.all_of.is_empty() => {
                self.object(place, node)?
            }
            ["object"] => match &node.additional_properties {
                each @ Value::Object(_) => {
                    Kind::Map(Box::new(self.kind(place, &Node::deserialize(each)?)?))
                }
                // Nothing is known of its members.
                _ if !node.title.is_empty() => self.object(place, node)?,
                _ => Kind::Any,
            },
            _ => Kind::Any,
        })
    }

    fn text(&mut self, place: &str, node: &Node) -> Kind {
        let name = name_of(place);
        let each = node.one_of.iter().filter_map(|word| {
            let text = word.r#const.as_ref()?.as_str()?;
            Some((text.to_owned(), word.description.clone()))
        });
        let bare = node.r#enum.iter().filter_map(Value::as_str);
        let bare = bare.map(|word| (word.to_owned(), String::new()));
        let words: Vec<_> = each.chain(bare).collect();
        if words.is_empty() {
            return Kind::Text;
        }
        if self.found.words(name).is_none() {
            self.found.words.push(Words {
                name: name.to_owned(),
                description: node.description.clone(),
                meant: words.iter().all(|(_, meaning)| !meaning.is_empty()),
                words,
                shared: file_of(place) == WORDS,
            });
        }
        Kind::Word(name.to_owned())
    }

    fn object(&mut self, place: &str, node: &Node) -> Result<Kind> {
        if node.title.is_empty() || node.description.is_empty() {
            bail!("{place} has no title or no description");
        }
        let kind = Kind::Object(node.title.clone());
        if self.found.object(&node.title).is_some() {
            return Ok(kind);
        }
        let closed =
            node.additional_properties == false || node.unevaluated_properties == Some(false);
        // Its place is before those of its members.
        let at = self.found.objects.len();
        self.found.objects.push(Object {
            name: node.title.clone(),
            description: node.description.clone(),
            open: !closed,
            ..Object::default()
        });
        let members = self.members(place, node)?;
        self.found.objects[at].members = members;
        Ok(kind)
    }

    /// Its own members before those that it takes over.
    fn members(&mut self, place: &str, node: &Node) -> Result<Vec<Member>> {
        let mut members = Vec::new();
        for (name, own) in &node.properties {
            let required = node.required.contains(name);
            members.push(self.member(place, name, own, required)?);
        }
        for part in &node.all_of {
            if let Some(reference) = &part.reference {
                let (place, part) = self.at(place, reference)?;
                members.extend(self.members(&place, part)?);
            }
        }
        let known = self.found.parts.entry(place.to_owned());
        known.or_insert_with(|| members.clone());
        Ok(members)
    }

    fn member(&mut self, place: &str, name: &str, own: &Node, required: bool) -> Result<Member> {
        let mut from = format!("{place}/properties/{name}");
        let kind = self.kind(&from, own)?;
        // What is said here counts before what the schema says that is referred to.
        let mut said = vec![own];
        let mut home = place.to_owned();
        while let Some(reference) = said.last().and_then(|node| node.reference.as_ref()) {
            let (target, node) = self.at(&from, reference)?;
            // Another object's member, as it is there.
            let whole = target.strip_suffix(&format!("#/properties/{name}"));
            if let Some(other) = whole.filter(|_| own.description.is_empty()) {
                home = other.to_owned();
            }
            said.push(node);
            from = target;
        }
        let first = |of: fn(&Node) -> Option<i64>| said.iter().find_map(|node| of(node));
        let description = said.iter().find(|node| !node.description.is_empty());
        let Some(description) = description.filter(|node| node.description.ends_with('.')) else {
            bail!("{place}: {name} has no sentence");
        };
        let default = said.iter().find_map(|node| node.default.as_ref());
        Ok(Member {
            name: name.to_owned(),
            kind,
            nullable: said.iter().any(|node| node.may_be_null()),
            required,
            default: default.map(Value::to_string),
            description: description.description.clone(),
            least: first(|node| node.minimum.or(node.min_length)),
            most: first(|node| node.maximum.or(node.max_length).or(node.max_items)),
            home,
        })
    }
}

fn file<T: for<'de> Deserialize<'de>>(folder: &Path, name: &str) -> Result<T> {
    let text = fs_err::read(folder.join(name))?;
    serde_json::from_slice(&text).with_context(|| name.to_owned())
}

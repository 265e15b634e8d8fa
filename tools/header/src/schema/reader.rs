//! Reads the files of `schema/`.

use std::collections::BTreeMap;
use std::path::Path;

use indexmap::IndexMap;
use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::{Function, Kind, Member, Object, Request, Schema, Words};

type Result<T> = std::result::Result<T, String>;

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
                    description: reader.at("", &place)?.node.description.clone(),
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
        let taken = schema.names(|function| function.request.as_ref()?.kind.object());
        let given = schema.names(|function| Some(&function.result));
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
    additional_properties: Option<Others>,
    unevaluated_properties: Option<bool>,
    #[serde(rename = "$defs")]
    definitions: IndexMap<String, Node>,
}

enum Others {
    Allowed(bool),
    Each(Box<Node>),
}

/// By hand, since what serde tries one form after the other with has lost its numbers.
impl<'de> Deserialize<'de> for Others {
    fn deserialize<D: Deserializer<'de>>(source: D) -> std::result::Result<Others, D::Error> {
        match Value::deserialize(source)? {
            Value::Bool(allowed) => Ok(Others::Allowed(allowed)),
            other => Node::deserialize(other)
                .map(|node| Others::Each(Box::new(node)))
                .map_err(D::Error::custom),
        }
    }
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

/// A schema with the file that its references start from, its name there and its place.
#[derive(Clone)]
struct Place<'f> {
    file: &'f str,
    name: &'f str,
    id: String,
    node: &'f Node,
}

impl<'f> Place<'f> {
    /// A schema inside this one.
    fn inner(&self, name: &'f str, node: &'f Node) -> Place<'f> {
        Place {
            name,
            node,
            ..self.clone()
        }
    }
}

struct Reader<'f> {
    files: &'f BTreeMap<&'static str, Node>,
    found: Schema,
}

impl<'f> Reader<'f> {
    fn at(&self, from: &str, reference: &str) -> Result<Place<'f>> {
        let (name, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let name = if name.is_empty() { from } else { name };
        let missing = || format!("{name}: nothing at {pointer}");
        let (file, mut node) = self.files.get_key_value(name).ok_or_else(missing)?;
        let mut last = file.trim_end_matches(".json");
        let mut parts = pointer.split('/').skip(1);
        while let (Some(list), Some(key)) = (parts.next(), parts.next()) {
            let list = match list {
                "$defs" => &node.definitions,
                _ => &node.properties,
            };
            let (key, found) = list.get_key_value(key).ok_or_else(missing)?;
            (last, node) = (key, found);
        }
        let id = match pointer {
            "" => name.to_owned(),
            pointer => format!("{name}#{pointer}"),
        };
        Ok(Place {
            file,
            name: last,
            id,
            node,
        })
    }

    fn kind_at(&mut self, reference: &str) -> Result<Kind> {
        let place = self.at("", reference)?;
        self.kind(&place)
    }

    fn object_at(&mut self, reference: &str) -> Result<String> {
        match self.kind_at(reference)? {
            Kind::Object(name) => Ok(name),
            _ => Err(format!("{reference} is no object with known members")),
        }
    }

    fn kind(&mut self, place: &Place<'f>) -> Result<Kind> {
        let Place { name, node, .. } = *place;
        if let Some(reference) = &node.reference {
            let target = self.at(place.file, reference)?;
            return self.kind(&target);
        }
        if node.r#type.is_null() && !node.any_of.is_empty() {
            let others = node.any_of.iter().filter(|node| node.r#type != "null");
            return match others.collect::<Vec<_>>()[..] {
                [only] => self.kind(&place.inner(name, only)),
                // Words of two lists.
                _ => Ok(Kind::Text),
            };
        }
        let mut types = node.types();
        types.retain(|name| *name != "null");
        Ok(match types[..] {
            ["string"] => self.text(place),
            ["integer"] => Kind::Integer,
            ["boolean"] => Kind::Boolean,
            ["array"] => Kind::Array(Box::new(match &node.items {
                Some(items) => self.kind(&place.inner(name, items))?,
                None => Kind::Any,
            })),
            ["object"] if !node.properties.is_empty() || !node.all_of.is_empty() => {
                self.object(place)?
            }
            ["object"] => match &node.additional_properties {
                Some(Others::Each(each)) => {
                    Kind::Map(Box::new(self.kind(&place.inner(name, each))?))
                }
                // Nothing is known of its members.
                _ if !node.title.is_empty() => self.object(place)?,
                _ => Kind::Any,
            },
            _ => Kind::Any,
        })
    }

    fn text(&mut self, place: &Place) -> Kind {
        let Place { name, node, .. } = *place;
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
                shared: place.file == WORDS,
            });
        }
        Kind::Word(name.to_owned())
    }

    fn object(&mut self, place: &Place<'f>) -> Result<Kind> {
        let Place {
            file, name, node, ..
        } = *place;
        if node.title.is_empty() || node.description.is_empty() {
            return Err(format!("{file}: {name} has no title or no description"));
        }
        let kind = Kind::Object(node.title.clone());
        if self.found.object(&node.title).is_some() {
            return Ok(kind);
        }
        let closed = matches!(node.additional_properties, Some(Others::Allowed(false)))
            || node.unevaluated_properties == Some(false);
        // Its place is before those of its members.
        let at = self.found.objects.len();
        self.found.objects.push(Object {
            name: node.title.clone(),
            description: node.description.clone(),
            open: !closed,
            ..Object::default()
        });
        let members = self.members(place)?;
        self.found.objects[at].members = members;
        Ok(kind)
    }

    /// Its own members before those that it takes over.
    fn members(&mut self, place: &Place<'f>) -> Result<Vec<Member>> {
        let node = place.node;
        let mut members = Vec::new();
        for (name, own) in &node.properties {
            members.push(self.member(place, name, own)?);
        }
        for part in &node.all_of {
            if let Some(reference) = &part.reference {
                let part = self.at(place.file, reference)?;
                members.extend(self.members(&part)?);
            }
        }
        let known = self.found.parts.entry(place.id.clone());
        known.or_insert_with(|| members.clone());
        Ok(members)
    }

    fn member(&mut self, place: &Place<'f>, name: &'f str, own: &'f Node) -> Result<Member> {
        let kind = self.kind(&place.inner(name, own))?;
        // What is said here counts before what the schema says that is referred to.
        let mut said = vec![own];
        let mut home = place.id.clone();
        let mut from = place.file;
        while let Some(reference) = said.last().and_then(|node| node.reference.as_ref()) {
            let target = self.at(from, reference)?;
            // Another object's member, as it is there.
            let whole = target.id.strip_suffix(&format!("#/properties/{name}"));
            if let Some(other) = whole.filter(|_| own.description.is_empty()) {
                home = other.to_owned();
            }
            said.push(target.node);
            from = target.file;
        }
        let first = |of: fn(&Node) -> Option<i64>| said.iter().find_map(|node| of(node));
        let description = said.iter().find(|node| !node.description.is_empty());
        let Some(description) = description.filter(|node| node.description.ends_with('.')) else {
            return Err(format!("{}: {name} has no sentence", place.id));
        };
        let default = said.iter().find_map(|node| node.default.as_ref());
        Ok(Member {
            name: name.to_owned(),
            kind,
            nullable: said.iter().any(|node| node.may_be_null()),
            required: place.node.required.iter().any(|required| required == name),
            default: default.map(Value::to_string),
            description: description.description.clone(),
            least: first(|node| node.minimum.or(node.min_length)),
            most: first(|node| node.maximum.or(node.max_length).or(node.max_items)),
            home,
        })
    }
}

fn file<T: for<'de> Deserialize<'de>>(folder: &Path, name: &str) -> Result<T> {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    read.map_err(|error| format!("{}: {error}", path.display()))
}

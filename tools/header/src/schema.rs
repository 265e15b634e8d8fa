//! What `schema/` says, as generators need it: functions, objects with their members in order, and lists of words.
//!
//! Parts that an object takes over with `allOf` are members like its own. Rules between members (`if`, `dependentRequired`)
//! are not read, and patterns neither: they are for validators.

mod reader;

pub use reader::FILES;

use std::collections::BTreeMap;

use serde::Serialize;

/// All that the functions take and give. Objects are in the order of their first use, words too, behind those of all.
#[derive(Debug, Default)]
pub struct Schema {
    pub functions: Vec<Function>,
    /// The name of the object that every error is.
    pub error: String,
    pub objects: Vec<Object>,
    pub words: Vec<Words>,
    /// By the places that a text names, such as `results.json#/$defs/reply`.
    parts: BTreeMap<String, Vec<Member>>,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    pub request: Option<Request>,
    /// The name of the object that it gives.
    pub result: String,
}

impl Function {
    /// The name of the object that it takes.
    fn takes(&self) -> Option<&str> {
        self.request.as_ref()?.kind.object()
    }
}

/// An argument that is a JSON object.
#[derive(Debug)]
pub struct Request {
    pub argument: String,
    pub kind: Kind,
    pub description: String,
}

#[derive(Debug, Default, Serialize)]
pub struct Object {
    /// In capitals and small letters: `ConnectRequest`.
    pub name: String,
    pub description: String,
    pub members: Vec<Member>,
    /// There may be others.
    pub open: bool,
    /// A function takes it, or what holds it.
    pub taken: bool,
    /// A function gives it, or what holds it; an error too.
    pub given: bool,
    /// A host reads its members. A person's answer goes on as it is.
    pub is_read: bool,
}

#[derive(Clone, Debug, Serialize)]
pub struct Member {
    pub name: String,
    pub kind: Kind,
    /// It may be null.
    pub nullable: bool,
    /// It is always there.
    pub required: bool,
    /// The JSON text of what counts without it.
    pub default: Option<String>,
    pub description: String,
    /// Of a number, of a text's bytes, of an array's elements.
    pub least: Option<i64>,
    pub most: Option<i64>,
    /// The schema that has it: the object's own, or the part that the object takes over.
    pub home: String,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "is", content = "of")]
pub enum Kind {
    Text,
    Integer,
    Boolean,
    /// One of a list of [`Words`], by its name.
    Word(String),
    /// An [`Object`], by its name.
    Object(String),
    Array(Box<Kind>),
    /// An object whose members have any names.
    Map(Box<Kind>),
    /// Any JSON value, to be passed on as it is.
    Any,
}

impl Kind {
    /// The object that it is, or that its elements are.
    pub fn object(&self) -> Option<&str> {
        match self {
            Kind::Object(name) => Some(name),
            Kind::Array(inner) | Kind::Map(inner) => inner.object(),
            _ => None,
        }
    }
}

#[derive(Debug, Serialize)]
pub struct Words {
    pub name: String,
    pub description: String,
    /// Each with what it means, or an empty text where it says so itself.
    pub words: Vec<(String, String)>,
    /// None of them says so itself.
    pub meant: bool,
    /// It stands in `words.json`, for all functions.
    pub shared: bool,
}

impl Schema {
    /// These objects, each behind those that it holds.
    fn reached<'s>(&'s self, names: impl IntoIterator<Item = &'s str>) -> Vec<&'s Object> {
        let mut found = Vec::new();
        for name in names {
            self.reach(name, &mut found);
        }
        found
    }

    /// An object behind those that it holds.
    fn reach<'s>(&'s self, name: &str, found: &mut Vec<&'s Object>) {
        let known = |object: &&Object| object.name == name;
        let Some(object) = self.object(name).filter(|_| !found.iter().any(known)) else {
            return;
        };
        for member in &object.members {
            if let Some(inner) = member.kind.object() {
                self.reach(inner, found);
            }
        }
        found.push(object);
    }

    /// All objects, each behind those that it holds.
    pub fn inner_first(&self) -> Vec<&Object> {
        let functions = self.functions.iter();
        let names = functions.flat_map(|own| own.takes().into_iter().chain([&*own.result]));
        self.reached(names.chain([&*self.error]))
    }

    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }

    pub fn words(&self, name: &str) -> Option<&Words> {
        self.words.iter().find(|words| words.name == name)
    }

    pub fn function(&self, name: &str) -> Option<&Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// The members that a schema has, by its place.
    pub fn members_at(&self, place: &str) -> Option<&[Member]> {
        self.parts.get(place).map(Vec::as_slice)
    }
}

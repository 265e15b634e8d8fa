//! What `schema/` says, as the generators of the wrappers need it: functions, objects with their members in order, and
//! lists of words.
//!
//! Parts that an object takes over with `allOf` are members like its own. Rules between members (`if`, `dependentRequired`)
//! and limits are not read: they are for validators.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;
use std::path::Path;

use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::Value;

use crate::Result;

/// All that the functions take and give; objects and words in the order of their first use.
#[derive(Debug, Default)]
pub struct Schema {
    pub functions: Vec<Function>,
    /// The name of the object that every error is.
    pub error: String,
    pub objects: Vec<Object>,
    pub words: Vec<Words>,
}

#[derive(Debug)]
pub struct Function {
    pub name: String,
    /// The argument that is a JSON object, and its kind.
    pub request: Option<(String, Kind)>,
    /// The name of the object that it gives.
    pub result: String,
}

#[derive(Debug)]
pub struct Object {
    /// In capitals and small letters: `ConnectRequest`.
    pub name: String,
    pub description: String,
    pub members: Vec<Member>,
    /// There may be others.
    pub open: bool,
}

#[derive(Debug)]
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
}

#[derive(Clone, Debug, PartialEq)]
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

#[derive(Debug)]
pub struct Words {
    /// With underscores: `ending`.
    pub name: String,
    pub description: String,
    /// Each with what it means, or an empty text.
    pub words: Vec<(String, String)>,
}

impl Schema {
    pub fn read(root: &Path) -> Result<Schema> {
        let folder = root.join("schema");
        let index: Index = file(&folder, "index.json")?;
        let mut reader = Reader {
            folder: &folder,
            files: BTreeMap::new(),
            found: Schema::default(),
        };
        let mut functions = Vec::new();
        for (name, entry) in index.functions.0 {
            let request = match (entry.argument, entry.request) {
                (Some(argument), Some(place)) => Some((argument, reader.kind_at(&place)?.0)),
                _ => None,
            };
            let result = reader.object_at(&entry.result)?;
            functions.push(Function {
                name,
                request,
                result,
            });
        }
        let error = reader.object_at(&index.error)?;
        Ok(Schema {
            functions,
            error,
            ..reader.found
        })
    }

    pub fn object(&self, name: &str) -> Option<&Object> {
        self.objects.iter().find(|object| object.name == name)
    }

    pub fn words(&self, name: &str) -> Option<&Words> {
        self.words.iter().find(|words| words.name == name)
    }
}

#[derive(Deserialize)]
struct Index {
    error: String,
    functions: Ordered<IndexEntry>,
}

#[derive(Deserialize)]
struct IndexEntry {
    argument: Option<String>,
    request: Option<String>,
    result: String,
}

/// A schema, or a part of one.
#[derive(Clone, Default, Deserialize)]
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
    properties: Ordered<Node>,
    required: Vec<String>,
    items: Option<Box<Node>>,
    all_of: Vec<Node>,
    any_of: Vec<Node>,
    one_of: Vec<Node>,
    additional_properties: Option<Others>,
    unevaluated_properties: Option<bool>,
    #[serde(rename = "$defs")]
    definitions: Ordered<Node>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Others {
    Allowed(bool),
    Each(Box<Node>),
}

/// A schema with the file that its references start from, and its name there.
struct Place {
    file: String,
    name: String,
    node: Node,
}

struct Reader<'a> {
    folder: &'a Path,
    files: BTreeMap<String, Node>,
    found: Schema,
}

impl Reader<'_> {
    fn at(&mut self, from: &str, reference: &str) -> Result<Place> {
        let (name, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let name = if name.is_empty() { from } else { name };
        if !self.files.contains_key(name) {
            let node = file(self.folder, name)?;
            self.files.insert(name.to_owned(), node);
        }
        let mut node = &self.files[name];
        let mut last = name.trim_end_matches(".json");
        let mut parts = pointer.split('/').skip(1);
        while let (Some(list), Some(key)) = (parts.next(), parts.next()) {
            let list = match list {
                "$defs" => &node.definitions,
                _ => &node.properties,
            };
            let found = list.0.iter().find(|(known, _)| known == key);
            node = &found.ok_or(format!("{name}: nothing at {pointer}"))?.1;
            last = key;
        }
        Ok(Place {
            file: name.to_owned(),
            name: last.to_owned(),
            node: node.clone(),
        })
    }

    fn kind_at(&mut self, reference: &str) -> Result<(Kind, bool)> {
        let place = self.at("", reference)?;
        self.kind(&place)
    }

    fn object_at(&mut self, reference: &str) -> Result<String> {
        match self.kind_at(reference)?.0 {
            Kind::Object(name) => Ok(name),
            _ => Err(format!("{reference} is no object with known members")),
        }
    }

    /// The kind of a value, and whether it may be null.
    fn kind(&mut self, place: &Place) -> Result<(Kind, bool)> {
        let Place { file, name, node } = place;
        if let Some(reference) = &node.reference {
            let target = self.at(file, reference)?;
            return self.kind(&target);
        }
        let part = |node: &Node| Place {
            file: file.clone(),
            name: name.clone(),
            node: node.clone(),
        };
        if node.r#type.is_null() && !node.any_of.is_empty() {
            let null = |node: &&Node| node.r#type == "null";
            let nullable = node.any_of.iter().any(|node| null(&node));
            let others: Vec<&Node> = node.any_of.iter().filter(|node| !null(node)).collect();
            return match others[..] {
                [only] => Ok((self.kind(&part(only))?.0, nullable)),
                // Words of two lists.
                _ => Ok((Kind::Text, nullable)),
            };
        }
        let types: Vec<&str> = match &node.r#type {
            Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
            one => one.as_str().into_iter().collect(),
        };
        let nullable = types.contains(&"null");
        let types: Vec<&str> = types.into_iter().filter(|name| *name != "null").collect();
        let kind = match types[..] {
            ["string"] => self.text(name, node),
            ["integer"] => Kind::Integer,
            ["boolean"] => Kind::Boolean,
            ["array"] => {
                let items = node.items.as_deref().cloned().unwrap_or_default();
                Kind::Array(Box::new(self.kind(&part(&items))?.0))
            }
            ["object"] if !node.properties.0.is_empty() || !node.all_of.is_empty() => {
                self.object(place)?
            }
            ["object"] => match &node.additional_properties {
                Some(Others::Each(each)) => Kind::Map(Box::new(self.kind(&part(each))?.0)),
                // Nothing is known of its members.
                _ if !node.title.is_empty() => self.object(place)?,
                _ => Kind::Any,
            },
            _ => Kind::Any,
        };
        Ok((kind, nullable))
    }

    fn text(&mut self, name: &str, node: &Node) -> Kind {
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
                words,
            });
        }
        Kind::Word(name.to_owned())
    }

    fn object(&mut self, place: &Place) -> Result<Kind> {
        let Place { file, name, node } = place;
        if node.title.is_empty() {
            return Err(format!("{file}: {name} has no title"));
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
            members: Vec::new(),
            open: !closed,
        });
        let members = self.members(place)?;
        self.found.objects[at].members = members;
        Ok(kind)
    }

    /// Its own members before those that it takes over.
    fn members(&mut self, place: &Place) -> Result<Vec<Member>> {
        let Place { file, node, .. } = place;
        let mut members = Vec::new();
        for (name, own) in &node.properties.0 {
            let own_place = Place {
                file: file.clone(),
                name: name.clone(),
                node: own.clone(),
            };
            let (kind, nullable) = self.kind(&own_place)?;
            let mut said = own.clone();
            if let Some(reference) = &own.reference {
                let target = self.at(file, reference)?.node;
                said.default = said.default.or(target.default);
                if said.description.is_empty() {
                    said.description = target.description;
                }
            }
            members.push(Member {
                name: name.clone(),
                kind,
                nullable,
                required: node.required.contains(name),
                default: said.default.map(|value| value.to_string()),
                description: said.description,
            });
        }
        for part in node
            .all_of
            .iter()
            .filter_map(|part| part.reference.as_ref())
        {
            let part = self.at(file, part)?;
            members.extend(self.members(&part)?);
        }
        Ok(members)
    }
}

fn file<T: for<'de> Deserialize<'de>>(folder: &Path, name: &str) -> Result<T> {
    let path = folder.join(name);
    let text = std::fs::read_to_string(&path).map_err(|error| error.to_string());
    let read = text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    read.map_err(|error| format!("{}: {error}", path.display()))
}

/// An object in the order of its text.
#[derive(Clone)]
struct Ordered<T>(Vec<(String, T)>);

impl<T> Default for Ordered<T> {
    fn default() -> Ordered<T> {
        Ordered(Vec::new())
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Ordered<T> {
    fn deserialize<D: Deserializer<'de>>(source: D) -> std::result::Result<Ordered<T>, D::Error> {
        struct InOrder<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for InOrder<T> {
            type Value = Ordered<T>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(
                self,
                mut map: M,
            ) -> std::result::Result<Ordered<T>, M::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Ordered(entries))
            }
        }

        source.deserialize_map(InOrder(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::root;

    fn schema() -> Schema {
        Schema::read(root()).unwrap()
    }

    fn member<'s>(schema: &'s Schema, object: &str, name: &str) -> &'s Member {
        let object = schema.object(object).unwrap();
        let found = object.members.iter().find(|member| member.name == name);
        found.unwrap_or_else(|| panic!("{}.{name}", object.name))
    }

    #[test]
    fn members_have_their_kinds() {
        let schema = schema();
        let kind = |object, name| &member(&schema, object, name).kind;
        let object = |name: &str| Kind::Object(name.into());
        let word = |name: &str| Kind::Word(name.into());
        assert_eq!(*kind("Connection", "login"), object("Login"));
        assert_eq!(*kind("Connection", "ending"), word("ending"));
        assert_eq!(*kind("Login", "raw"), Kind::Any);
        assert_eq!(*kind("Login", "outcome"), Kind::Text);
        assert_eq!(*kind("Settings", "license_auth"), word("license_auth"));
        let documents = Kind::Array(Box::new(object("Document")));
        assert_eq!(*kind("Error", "documents"), documents);
        assert_eq!(*kind("Document", "name"), Kind::Text);
        let doubts = Kind::Map(Box::new(word("doubts")));
        assert_eq!(*kind("DepositRequest", "doubts"), doubts);
        let card = Kind::Map(Box::new(Kind::Any));
        assert_eq!(*kind("ConnectRequest", "card"), card);
        assert_eq!(*kind("Configuration", "journal_days"), Kind::Integer);
    }

    #[test]
    fn members_are_required_nullable_and_defaulted_as_written() {
        let schema = schema();
        let said = |object, name| {
            let member = member(&schema, object, name);
            let default = member.default.as_deref();
            (member.required, member.nullable, default)
        };
        assert_eq!(said("Login", "journal"), (false, false, None));
        assert_eq!(said("Login", "identified"), (true, true, None));
        assert_eq!(said("Error", "reason"), (true, true, None));
        assert_eq!(said("Timeouts", "call_ms"), (false, false, Some("30000")));
        assert_eq!(said("DepositRequest", "documents"), (true, false, None));
        assert_eq!(said("DepositRequest", "patient"), (false, false, None));
    }

    #[test]
    fn everything_has_a_description_and_one_name() {
        let schema = schema();
        assert!(schema.object("Card").unwrap().open);
        assert!(!schema.object("Login").unwrap().open);
        for object in &schema.objects {
            assert!(!object.description.is_empty(), "{}", object.name);
            for member in &object.members {
                let name = &member.name;
                assert!(member.description.ends_with('.'), "{}.{name}", object.name);
                let same = object.members.iter().filter(|other| other.name == *name);
                assert_eq!(same.count(), 1, "{}.{name}", object.name);
            }
        }
        for words in &schema.words {
            assert!(!words.description.is_empty(), "{}", words.name);
        }
        let ending = schema.words("ending").unwrap();
        assert_eq!(
            ending.words[0],
            ("open".into(), "A session is open.".into())
        );
        assert_eq!(schema.error, "Error");
        let connect = schema.functions.iter().find(|it| it.name == "hr_connect");
        let connect = connect.unwrap();
        assert_eq!(connect.result, "Connection");
        let request = connect.request.clone().unwrap();
        let kind = Kind::Object("ConnectRequest".into());
        assert_eq!(request, ("request_json".into(), kind));
    }
}

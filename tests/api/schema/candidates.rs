//! Values for a schema, allowed and not: of each member each word, its limits and one beyond, values of each kind; each
//! member left out, an unknown one added. Which of them are allowed a validator says.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};
use testkit::schema;

/// Texts for whatever may be one.
const TEXTS: [&str; 30] = [
    "",
    " ",
    "x",
    ".",
    "..",
    "é",
    "a b",
    "a\nb",
    "a\u{0}b",
    "0",
    "-0",
    "12345",
    "123456",
    "/",
    "/~1",
    "/~2",
    "a/b",
    "\\\\",
    "0123456789abcdef0123456789ABCDEF",
    "0123456789abcdef0123456789abcde",
    "https://name.example",
    "HTTPS://NAME.example:443/a/",
    "http://127.0.0.1:1",
    "http://127.0.0.1:1/a",
    "https://user@name.example",
    "https://name.example/?a",
    "https://name.example/#a",
    "https:///a",
    "ftp://name.example",
    "2026-11-22T18:30:00",
];

/// The files, as references name them.
pub struct Schemas(BTreeMap<&'static str, Value>);

/// A schema, or a part of one.
#[derive(Clone, Copy)]
pub struct Node<'s> {
    all: &'s Schemas,
    file: &'s str,
    node: &'s Value,
}

impl Schemas {
    pub fn read() -> Schemas {
        let files = ["configuration.json", "requests.json", "words.json"];
        Schemas(files.map(|name| (name, schema::file(name))).into())
    }

    pub fn at<'s>(&'s self, file: &'s str, reference: &'s str) -> Node<'s> {
        let (name, pointer) = reference.split_once('#').unwrap_or((reference, ""));
        let file = if name.is_empty() { file } else { name };
        Node {
            all: self,
            file,
            node: self.0[file].pointer(pointer).expect(reference),
        }
    }
}

impl<'s> Node<'s> {
    fn resolved(self) -> Node<'s> {
        match self.node["$ref"].as_str() {
            Some(reference) => self.all.at(self.file, reference),
            None => self,
        }
    }

    fn part(self, key: &str) -> Option<Node<'s>> {
        let node = self.node.get(key).filter(|node| node.is_object())?;
        Some(Node { node, ..self })
    }

    fn list(self, key: &str) -> impl Iterator<Item = &'s Value> {
        self.node[key].as_array().into_iter().flatten()
    }

    fn is(self, kind: &str) -> bool {
        self.node["type"] == kind || self.list("type").any(|one| one == kind)
    }

    fn members(self) -> Vec<(&'s str, Node<'s>)> {
        let own = self.node["properties"].as_object().into_iter().flatten();
        let own = own.map(|(name, node)| (name.as_str(), Node { node, ..self }));
        let parts = self.list("allOf");
        let parts = parts.flat_map(|node| Node { node, ..self }.resolved().members());
        own.chain(parts).collect()
    }

    /// The values that it names.
    fn named(self) -> Vec<Value> {
        let mut named: Vec<Value> = self.list("examples").cloned().collect();
        named.extend(self.list("oneOf").map(|word| word["const"].clone()));
        named.extend(self.list("enum").cloned());
        named.extend(self.node.get("default").cloned());
        named
    }

    /// An allowed value, with all members.
    pub fn good(self) -> Value {
        if let Some(example) = self.list("examples").next() {
            return example.clone();
        }
        let node = self.resolved();
        let members = node.members();
        if !members.is_empty() {
            let members = members.iter();
            let good = members.map(|(name, node)| ((*name).to_owned(), node.good()));
            return Value::Object(good.collect());
        }
        if let Some(items) = node.part("items") {
            return json!([items.good()]);
        }
        let named = self.named().into_iter().chain(node.named()).next();
        let number = node.node.get("minimum").cloned();
        named.or(number).unwrap_or_else(|| match () {
            () if node.is("boolean") => json!(true),
            () if node.is("string") && node.node["pattern"].is_string() => json!("0".repeat(32)),
            () if node.is("string") => json!("x"),
            () => json!({ "any": [1.50] }),
        })
    }

    pub fn candidates(self) -> Vec<Value> {
        let node = self.resolved();
        let mut found: Vec<Value> = TEXTS.iter().map(|text| json!(text)).collect();
        let others = [
            Value::Null,
            true.into(),
            false.into(),
            0.into(),
            (-1).into(),
        ];
        found.extend(others);
        found.extend([json!(1.5), json!([]), json!({}), self.good()]);
        found.extend(self.named());
        found.extend(node.named());
        for (limit, beyond) in [("minimum", -1), ("maximum", 1)] {
            if let Some(limit) = node.node[limit].as_i64() {
                found.extend([json!(limit), json!(limit + beyond)]);
            }
        }
        if let Some(most) = node.node["maxLength"].as_u64() {
            found.extend([most, most + 1].map(|length| json!("a".repeat(length as usize))));
        }
        if let Value::Object(good) = self.good() {
            found.extend(node.objects(&good));
        }
        if let Some(items) = node.part("items") {
            let good = items.good();
            let most = node.node["maxItems"].as_u64().unwrap_or(1) as usize;
            found.extend(items.candidates().into_iter().map(|item| json!([item])));
            found.push(json!([good, good]));
            found.extend([most, most + 1].map(|length| json!(vec![good.clone(); length])));
        }
        if let Some(each) = node.part("additionalProperties") {
            let name = "0123456789abcdef0123456789abcdef";
            let values = each.candidates().into_iter();
            found.extend(values.map(|value| json!({ name: value })));
            found.push(json!({ "other": each.good() }));
        }
        found
    }

    /// The members changed one at a time, left out, and added alone to those that must be there; an unknown one added.
    fn objects(self, good: &Map<String, Value>) -> Vec<Value> {
        let with = |object: &Map<String, Value>, name: &str, value: Value| {
            let mut object = object.clone();
            object.insert(name.to_owned(), value);
            Value::Object(object)
        };
        let required = self.required();
        let mut least = good.clone();
        least.retain(|name, _| required.contains(&name.as_str()));
        let mut found = vec![
            with(good, "unknown", json!(1)),
            Value::Object(least.clone()),
        ];
        for (name, node) in self.members() {
            let values = node.candidates().into_iter();
            found.extend(values.map(|value| with(good, name, value)));
            let mut without = good.clone();
            without.remove(name);
            found.push(Value::Object(without));
            found.push(with(&least, name, node.good()));
        }
        found
    }

    fn required(self) -> Vec<&'s str> {
        let own = self.list("required").filter_map(Value::as_str);
        let parts = self.list("allOf");
        let parts = parts.flat_map(|node| Node { node, ..self }.resolved().required());
        own.chain(parts).collect()
    }

    /// The text of an allowed value, once for each of its members, at any depth, with that member twice.
    pub fn repeated(self) -> Vec<String> {
        let good = self.good();
        let mut members = Vec::new();
        self.written(&good, &mut members);
        let text = good.to_string();
        let twice = |member: String| text.replacen(&member, &format!("{member},{member}"), 1);
        members.into_iter().map(twice).collect()
    }

    /// The members of a value as they are written, without those of what is passed on as it is.
    fn written(self, value: &Value, found: &mut Vec<String>) {
        let node = self.resolved();
        let members = node.members();
        for (name, value) in value.as_object().into_iter().flatten() {
            let known = members.iter().find(|(known, _)| known == name);
            let member = known.map(|(_, node)| *node);
            if let Some(member) = member.or(node.part("additionalProperties")) {
                found.push(format!("{}:{value}", json!(name)));
                member.written(value, found);
            }
        }
        for value in value.as_array().into_iter().flatten() {
            if let Some(items) = node.part("items") {
                items.written(value, found);
            }
        }
    }
}

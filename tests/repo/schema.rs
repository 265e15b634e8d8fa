//! `schema/` describes everything: each member, word and object has its sentence. What is made from it (the header, the
//! wrappers' types) has no other.

use serde_json::Value;
use testkit::folders::root;
use testkit::header::schema::{Kind, Member, Schema};

fn schema() -> Schema {
    Schema::read(root()).unwrap()
}

fn member<'s>(schema: &'s Schema, object: &str, name: &str) -> &'s Member {
    let object = schema.object(object).unwrap();
    let found = object.members.iter().find(|member| member.name == name);
    found.unwrap_or_else(|| panic!("{}.{name}", object.name))
}

/// What has no sentence, of a schema and those within it.
fn undescribed(place: &str, node: &Value, found: &mut Vec<String>) {
    if !node.is_object() {
        return;
    }
    let described = |node: &Value| {
        let text = node["description"].as_str().unwrap_or_default();
        let said = text.ends_with('.') && text.is_ascii() && !text.contains("*/");
        said || text.is_empty() && node["$ref"].is_string()
    };
    let lists = ["properties", "$defs"].map(|list| (list, node[list].as_object()));
    for (list, members) in lists {
        for (name, inner) in members.into_iter().flatten() {
            let place = format!("{place}/{name}");
            // Rules alone, of the choices that go with a question.
            let rules = list == "$defs" && name.ends_with("_answer");
            if !described(inner) && !rules {
                found.push(place.clone());
            }
            undescribed(&place, inner, found);
        }
    }
    for word in node["oneOf"].as_array().into_iter().flatten() {
        if !described(word) {
            found.push(format!("{place} {}", word["const"]));
        }
    }
    for inner in ["items", "additionalProperties"] {
        undescribed(place, &node[inner], found);
    }
}

#[test]
fn each_member_and_each_word_has_a_sentence() {
    let mut found = Vec::new();
    let mut files = 0;
    for entry in std::fs::read_dir(root().join("schema")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let file = testkit::schema::file(&name);
        undescribed(&name, &file, &mut found);
        files += 1;
    }
    assert!(files >= 8);
    assert!(found.is_empty(), "{found:#?}");
    let unsaid = serde_json::json!({ "properties": { "a": {}, "b": { "oneOf": [{ "const": "c" }], "description": "B." } } });
    undescribed("x", &unsaid, &mut found);
    assert_eq!(found, ["x/a", "x/b \"c\""]);
}

#[test]
fn each_name_is_there_once() {
    let schema = schema();
    for object in &schema.objects {
        assert!(!object.description.is_empty(), "{}", object.name);
        for member in &object.members {
            let same = object
                .members
                .iter()
                .filter(|other| other.name == member.name);
            assert_eq!(same.count(), 1, "{}.{}", object.name, member.name);
            assert!(!member.description.is_empty(), "{}", member.name);
        }
    }
    assert!(schema.object("Card").unwrap().open);
    assert!(!schema.object("Login").unwrap().open);
    let ending = schema.words("ending").unwrap();
    assert_eq!(
        ending.words[0],
        ("open".into(), "A session is open.".into())
    );
    assert_eq!(schema.error, "Error");
    let connect = schema.function("hr_connect").unwrap();
    assert_eq!(connect.result, "Connection");
    let request = connect.request.as_ref().unwrap();
    assert_eq!(request.argument, "request_json");
    assert_eq!(request.kind, Kind::Object("ConnectRequest".into()));
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
fn members_are_required_nullable_defaulted_and_limited_as_written() {
    let schema = schema();
    let said = |object, name| {
        let member = member(&schema, object, name);
        let default = member.default.as_deref();
        (member.required, member.nullable, default, member.most)
    };
    assert_eq!(said("Login", "journal"), (false, false, None, None));
    assert_eq!(said("Login", "identified"), (true, true, None, None));
    assert_eq!(said("Error", "reason"), (true, true, None, None));
    let most = Some(i64::from(i32::MAX));
    assert_eq!(
        said("Timeouts", "call_ms"),
        (false, false, Some("30000"), most)
    );
    assert_eq!(
        said("DepositRequest", "documents"),
        (true, false, None, Some(10_000))
    );
    assert_eq!(
        said("DepositRequest", "patient"),
        (false, false, None, None)
    );
}

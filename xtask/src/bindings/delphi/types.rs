//! Delphi: the words, results, errors, settings and requests that `schema/` describes, as constants and records.

use super::super::FROM_SCHEMA;
use super::super::prose::{camel, wrapped};
use super::escaped;
use hr_header::schema::{Kind, Member, Object, Schema, Words};

/// What a host takes apart member by member: a JSON value serves it better than a record.
const AS_JSON: [&str; 1] = ["Answer"];

/// Words of Pascal.
const RESERVED: [&str; 3] = ["label", "file", "record"];

/// Lists whose words are constants of HrApi, or names of functions.
const ELSEWHERE: [&str; 2] = ["code", "operation"];

pub fn field(member: &Member, request: bool) -> String {
    let name = camel(&member.name);
    match member.kind {
        Kind::Any | Kind::Map(_) if request => name + "Json",
        _ if RESERVED.contains(&&*member.name) => name + "Text",
        _ => name,
    }
}

struct Emitter<'a> {
    schema: &'a Schema,
}

impl Emitter<'_> {
    fn has_words(&self, name: &str) -> bool {
        !ELSEWHERE.contains(&name) && self.schema.words(name).is_some()
    }

    /// Whether no object has its name.
    fn has_type(&self, name: &str) -> bool {
        self.has_words(name) && self.schema.object(&camel(name)).is_none()
    }

    fn type_of(&self, kind: &Kind, member: &Member, request: bool) -> String {
        let three = member.nullable || member.default.is_none();
        match kind {
            Kind::Integer if request => "Integer".into(),
            Kind::Integer => "Int64".into(),
            Kind::Boolean if request && member.default.is_none() => "THrKnown".into(),
            Kind::Boolean if !request && member.nullable && three => "THrKnown".into(),
            Kind::Boolean => "Boolean".into(),
            Kind::Word(name) if self.has_type(name) => format!("THr{}", camel(name)),
            Kind::Object(name) if AS_JSON.contains(&&**name) => "TJson".into(),
            Kind::Object(name) => format!("THr{name}"),
            Kind::Array(each) => format!("TArray<{}>", self.type_of(each, member, request)),
            Kind::Map(_) | Kind::Any if !request => "TJson".into(),
            _ => "string".into(),
        }
    }

    /// What is read from the member of `Json`.
    fn reading(&self, member: &Member, request: bool) -> String {
        let (name, field) = (&member.name, field(member, request));
        let json = format!("Json['{name}']");
        let kind = self.type_of(&member.kind, member, request);
        if let Kind::Array(each) = &member.kind {
            let item = match &**each {
                Kind::Object(_) => format!("{}.Read(Each)", self.type_of(each, member, request)),
                Kind::Any => "Each.ToJson".to_owned(),
                _ => "TextOf(Each)".to_owned(),
            };
            return format!(
                "  for Each in {json}.ToArray do
  begin
    SetLength(Result.{field}, Length(Result.{field}) + 1);
    Result.{field}[High(Result.{field})] := {item};
  end;
"
            );
        }
        // Of a code and a status nothing is 0; of a length it is -1.
        let none = match &**name {
            "code" | "http_status" => 0,
            _ => -1,
        };
        let value = match &*kind {
            "TJson" => json,
            "Boolean" => format!("KnownOf({json}) = hkTrue"),
            "THrKnown" => format!("KnownOf({json})"),
            "Integer" | "Int64" => format!("NumberOf({json}, {none})"),
            "string" if member.kind == Kind::Any => format!("{json}.ToJson"),
            _ if matches!(member.kind, Kind::Object(_)) => format!("{kind}.Read({json})"),
            _ => format!("TextOf({json})"),
        };
        format!("  Result.{field} := {value};\n")
    }

    /// What puts the member into `Members`.
    fn writing(&self, member: &Member) -> String {
        let (name, field) = (&member.name, field(member, true));
        let put = |value: &str| format!("  Members.Put('{name}', {value});\n");
        let put_if = |given: &str, value: &str| format!("  if {given} then\n  {}", put(value));
        let quoted = format!("JsonQuoted({field}, '{name}')");
        match &member.kind {
            Kind::Integer => put_if(&format!("{field} <> 0"), &format!("NumberText({field})")),
            Kind::Boolean if member.default.is_none() => put_if(
                &format!("{field} <> hkUnknown"),
                &format!("JSON_OF_KNOWN[{field}]"),
            ),
            Kind::Boolean => put_if(&field, "'true'"),
            Kind::Object(_) => {
                let json = format!("{field}.ToJson");
                put_if(&format!("{json} <> '{{}}'"), &json)
            }
            Kind::Array(each) => {
                let item = match **each {
                    Kind::Object(_) => format!("{field}[I].ToJson"),
                    Kind::Any => format!("{field}[I]"),
                    _ => format!("JsonQuoted({field}[I], '{name}')"),
                };
                let put = match member.required {
                    true => put("'[' + Items + ']'"),
                    false => put_if("Items <> ''", "'[' + Items + ']'"),
                };
                format!(
                    "  Items := '';\n  for I := 0 to High({field}) do\n    AddItem(Items, {item});\n{put}"
                )
            }
            Kind::Map(_) | Kind::Any => put_if(&format!("{field} <> ''"), &field),
            _ if member.required => put(&quoted),
            _ => put_if(&format!("{field} <> ''"), &quoted),
        }
    }

    /// Whether a function takes it.
    fn is_request(&self, object: &Object) -> bool {
        let own = |kind: &Kind| *kind == Kind::Object(object.name.clone());
        let requests = self
            .schema
            .functions
            .iter()
            .map(|function| &function.request);
        requests.flatten().any(|request| own(&request.kind))
    }

    fn declaration(&self, object: &Object) -> String {
        let name = &object.name;
        let mut text = wrapped("  /// ", &escaped(&object.description));
        text += &format!("  THr{name} = record\n");
        for member in &object.members {
            let unsaid = |default: &str| {
                default != "false" && default != "{}" && !member.description.contains("default")
            };
            let said = match member.default.as_deref().is_some_and(unsaid) {
                true => member.with_default(),
                false => member.description.clone(),
            };
            let kind = self.type_of(&member.kind, member, object.taken);
            text += &wrapped("    /// ", &escaped(&said));
            text += &format!("    {}: {kind};\n", field(member, object.taken));
        }
        if object.given {
            let others = match object.open {
                true => "it may have other members",
                false => "also what a newer library adds",
            };
            let sign = if object.open { ':' } else { ',' };
            text += &format!(
                "    /// All of it{sign} {others}.
    Json: TJson;
    class function Read(const Json: TJson): THr{name}; static;
"
            );
        }
        if object.taken {
            text += "    function ToJson: string;\n";
        }
        if self.is_request(object) {
            text += &format!(
                "    /// The same, where a request is a text.
    class operator Implicit(const Value: THr{name}): string;
"
            );
        }
        text + "  end;\n\n"
    }

    fn implementation(&self, object: &Object) -> String {
        let name = &object.name;
        let members = object.members.iter();
        let lists = |member: &Member| matches!(member.kind, Kind::Array(_));
        let listed = |variables| match object.members.iter().any(lists) {
            true => variables,
            false => "",
        };
        let mut text = String::new();
        if object.given {
            let parts = members
                .clone()
                .map(|member| self.reading(member, object.taken));
            text += &format!(
                "class function THr{name}.Read(const Json: TJson): THr{name};
{}begin
  Result := Default(THr{name});
{}  Result.Json := Json;
end;

",
                listed("var\n  Each: TJson;\n"),
                parts.collect::<String>()
            );
        }
        if object.taken {
            let parts = members.map(|member| self.writing(member));
            text += &format!(
                "function THr{name}.ToJson: string;
var
  Members: TJsonMembers;
{}begin
  Members := Default(TJsonMembers);
{}  Result := Members.ToJson;
end;

",
                listed("  Items: string;\n  I: Integer;\n"),
                parts.collect::<String>()
            );
        }
        if self.is_request(object) {
            text += &format!(
                "class operator THr{name}.Implicit(const Value: THr{name}): string;
begin
  Result := Value.ToJson;
end;

"
            );
        }
        text
    }
}

fn constant(list: &str, word: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let word: String = word
        .to_uppercase()
        .replace(", ", "_")
        .chars()
        .map(plain)
        .collect();
    format!("HR_{}_{word}", list.to_uppercase())
}

fn words(list: &Words) -> String {
    let mut text = String::new();
    for (word, meaning) in &list.words {
        if !meaning.is_empty() {
            text += &wrapped("  /// ", &escaped(meaning));
        }
        text += &format!("  {} = '{word}';\n", constant(&list.name, word));
    }
    text
}

pub fn unit(schema: &Schema) -> String {
    let emitter = Emitter { schema };
    let has_words = |list: &&Words| emitter.has_words(&list.name);
    let lists = || schema.words.iter().filter(has_words);
    let mut objects = schema.inner_first();
    objects.retain(|object| !AS_JSON.contains(&&*object.name));
    // What is both comes first.
    objects.sort_by_key(|object| (!(object.given && object.taken), object.taken));
    let mut text = format!(
        "{{ {FROM_SCHEMA} }}
unit HealthRecord.Types;

{{ Words, results, errors, settings and requests.

  Words are open: a newer library may have others, which pass as they are. What is null, or cannot be read, is an empty
  text, -1 (a code or a status: 0), hkUnknown; Json has the value itself. In a request what is empty, 0 or False is left
  out, so that the library's default counts; begin with Default(THrDepositRequest). A member whose name ends with Json
  holds a JSON text. }}

{{$IFDEF FPC}}{{$MODE DELPHIUNICODE}}{{$H+}}{{$ENDIF}}

interface

uses
  HealthRecord.Json;

type
"
    );
    for list in lists().filter(|list| emitter.has_type(&list.name)) {
        text += &wrapped("  /// ", &escaped(&list.description));
        text += &format!("  THr{} = type string;\n", camel(&list.name));
    }
    text += "\nconst\n";
    let constants: Vec<String> = lists().map(words).collect();
    text += &constants.join("\n");
    text += "\ntype\n";
    for object in &objects {
        text += &emitter.declaration(object);
    }
    text += "implementation

uses
  HealthRecord.Text;

const
  JSON_OF_KNOWN: array[THrKnown] of string = ('null', 'false', 'true');

";
    for object in &objects {
        text += &emitter.implementation(object);
    }
    text + "end.\n"
}

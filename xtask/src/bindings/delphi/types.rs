//! Delphi: the words, results, errors, settings and requests that `schema/` describes, as constants and records.

use super::super::prose::{camel, wrapped};
use super::{WIDTH, escaped, notice};
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
    requests: Vec<&'a str>,
    results: Vec<&'a str>,
}

/// The names of an object and of those that it holds, the inner ones first.
fn reach<'a>(schema: &'a Schema, name: &str, found: &mut Vec<&'a str>) {
    let Some(object) = schema
        .object(name)
        .filter(|it| !AS_JSON.contains(&&*it.name))
    else {
        return;
    };
    if found.contains(&&*object.name) {
        return;
    }
    for member in &object.members {
        let kind = match &member.kind {
            Kind::Array(each) => each,
            other => other,
        };
        if let Kind::Object(inner) = kind {
            reach(schema, inner, found);
        }
    }
    found.push(&object.name);
}

impl Emitter<'_> {
    fn has_words(&self, name: &str) -> bool {
        !ELSEWHERE.contains(&name) && self.schema.words(name).is_some()
    }

    /// Whether no object has its name.
    fn has_type(&self, name: &str) -> bool {
        self.has_words(name) && self.schema.object(&camel(name)).is_none()
    }

    /// Whether the host writes it.
    fn written(&self, object: &Object) -> bool {
        self.requests.contains(&&*object.name)
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
        match &member.kind {
            Kind::Array(each) => {
                let item = match &**each {
                    Kind::Object(_) => {
                        format!("{}.Read(Each)", self.type_of(each, member, request))
                    }
                    Kind::Any => "Each.ToJson".to_owned(),
                    _ => "TextOf(Each)".to_owned(),
                };
                format!(
                    "  for Each in {json}.ToArray do
  begin
    SetLength(Result.{field}, Length(Result.{field}) + 1);
    Result.{field}[High(Result.{field})] := {item};
  end;
"
                )
            }
            _ => {
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
        }
    }

    /// What puts the member into `Members`.
    fn writing(&self, member: &Member) -> String {
        let (name, field) = (&member.name, field(member, true));
        match &member.kind {
            Kind::Integer => {
                format!("  if {field} <> 0 then\n    Members.Put('{name}', NumberText({field}));\n")
            }
            Kind::Boolean if member.default.is_none() => {
                format!(
                    "  if {field} <> hkUnknown then\n    Members.Put('{name}', JSON_OF_KNOWN[{field}]);\n"
                )
            }
            Kind::Boolean => {
                format!("  if {field} then\n    Members.Put('{name}', 'true');\n")
            }
            Kind::Object(_) => format!(
                "  if {field}.ToJson <> '{{}}' then\n    Members.Put('{name}', {field}.ToJson);\n"
            ),
            Kind::Array(each) => {
                let items = match **each {
                    Kind::Object(_) => format!("{field}[I].ToJson"),
                    Kind::Any => format!("{field}[I]"),
                    _ => format!("JsonQuoted({field}[I], '{name}')"),
                };
                let put = match member.required {
                    true => format!("  Members.Put('{name}', '[' + Items + ']');\n"),
                    false => {
                        format!(
                            "  if Items <> '' then\n    Members.Put('{name}', '[' + Items + ']');\n"
                        )
                    }
                };
                format!(
                    "  Items := '';\n  for I := 0 to High({field}) do\n    AddItem(Items, {items});\n{put}"
                )
            }
            Kind::Map(_) | Kind::Any => {
                format!("  if {field} <> '' then\n    Members.Put('{name}', {field});\n")
            }
            _ if member.required => {
                format!("  Members.Put('{name}', JsonQuoted({field}, '{name}'));\n")
            }
            _ => format!(
                "  if {field} <> '' then\n    Members.Put('{name}', JsonQuoted({field}, '{name}'));\n"
            ),
        }
    }

    /// Whether a function takes it.
    fn is_request(&self, object: &Object) -> bool {
        let own = |kind: &Kind| *kind == Kind::Object(object.name.clone());
        let mut functions = self.schema.functions.iter();
        functions.any(|function| {
            function
                .request
                .as_ref()
                .is_some_and(|request| own(&request.kind))
        })
    }

    fn declaration(&self, object: &Object) -> String {
        let request = self.written(object);
        let read = self.results.contains(&&*object.name);
        let mut text = wrapped("  /// ", &escaped(&object.description), WIDTH);
        text += &format!("  THr{} = record\n", object.name);
        for member in &object.members {
            let mut said = escaped(&member.description);
            match &member.default {
                Some(default)
                    if !said.contains("default") && default != "false" && default != "{}" =>
                {
                    said = format!("{said} Default: {}.", escaped(default));
                }
                _ => {}
            }
            text += &wrapped("    /// ", &said, WIDTH);
            let kind = self.type_of(&member.kind, member, request);
            text += &format!("    {}: {kind};\n", field(member, request));
        }
        if read {
            text += match object.open {
                true => "    /// All of it: it may have other members.\n",
                false => "    /// All of it, also what a newer library adds.\n",
            };
            text += "    Json: TJson;\n";
            text += &format!(
                "    class function Read(const Json: TJson): THr{}; static;\n",
                object.name
            );
        }
        if request {
            text += "    function ToJson: string;\n";
        }
        if self.is_request(object) {
            text += "    /// The same, where a request is a text.\n";
            text += &format!(
                "    class operator Implicit(const Value: THr{}): string;\n",
                object.name
            );
        }
        text + "  end;\n\n"
    }

    fn implementation(&self, object: &Object) -> String {
        let (name, request) = (&object.name, self.written(object));
        let mut text = String::new();
        let lists = |member: &&Member| matches!(member.kind, Kind::Array(_));
        let listed = object.members.iter().any(|member| lists(&member));
        if self.results.contains(&&*object.name) {
            let parts: String = object
                .members
                .iter()
                .map(|m| self.reading(m, request))
                .collect();
            let variables = match listed {
                true => "var\n  Each: TJson;\n",
                false => "",
            };
            text += &format!(
                "class function THr{name}.Read(const Json: TJson): THr{name};
{variables}begin
  Result := Default(THr{name});
{parts}  Result.Json := Json;
end;

"
            );
        }
        if request {
            let parts: String = object.members.iter().map(|m| self.writing(m)).collect();
            let variables = match listed {
                true => "  Items: string;\n  I: Integer;\n",
                false => "",
            };
            text += &format!(
                "function THr{name}.ToJson: string;
var
  Members: TJsonMembers;
{variables}begin
  Members := Default(TJsonMembers);
{parts}  Result := Members.ToJson;
end;

"
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
            text += &wrapped("  /// ", &escaped(meaning), WIDTH);
        }
        text += &format!("  {} = '{word}';\n", constant(&list.name, word));
    }
    text
}

pub fn unit(schema: &Schema) -> String {
    let notice = notice();
    let (mut requests, mut results) = (Vec::new(), Vec::new());
    for function in &schema.functions {
        if let Some(Kind::Object(name)) = function.request.as_ref().map(|request| &request.kind) {
            reach(schema, name, &mut requests);
        }
        reach(schema, &function.result, &mut results);
    }
    reach(schema, &schema.error, &mut results);
    let mut all = results.clone();
    all.extend(requests.iter().filter(|name| !results.contains(name)));
    // What both hold comes first.
    all.sort_by_key(|name| !(requests.contains(name) && results.contains(name)));
    let emitter = Emitter {
        schema,
        requests,
        results,
    };
    let lists = || {
        schema
            .words
            .iter()
            .filter(|list| emitter.has_words(&list.name))
    };
    let objects = || all.iter().filter_map(|name| schema.object(name));
    let mut text = format!(
        "{{ {notice} }}
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
        text += &wrapped("  /// ", &escaped(&list.description), WIDTH);
        text += &format!("  THr{} = type string;\n", camel(&list.name));
    }
    text += "\nconst\n";
    let constants: Vec<String> = lists().map(words).collect();
    text += &constants.join("\n");
    text += "\ntype\n";
    for object in objects() {
        text += &emitter.declaration(object);
    }
    text += "implementation

uses
  HealthRecord.Text;

const
  JSON_OF_KNOWN: array[THrKnown] of string = ('null', 'false', 'true');

";
    for object in objects() {
        text += &emitter.implementation(object);
    }
    text + "end.\n"
}

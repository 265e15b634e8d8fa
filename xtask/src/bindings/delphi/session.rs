//! Delphi: one method of the low-level session for each function that sends something or asks for a text.

use super::super::api::{Api, Argument, Call, Kind, Returned};
use super::super::prose::camel;
use super::{documentation, kind, notice};
use hr_header::schema::Schema;

/// Written by hand.
const BY_HAND: [&str; 2] = ["hr_close", "hr_set_progress"];

/// An empty text stands for none where the header allows NULL.
fn optional(call: &Call, name: &str) -> bool {
    let said = |text: &str| text.contains("NULL");
    let own = call
        .comment
        .parameter(name)
        .iter()
        .any(|block| match block {
            hr_header::Block::Paragraph(text) => said(text),
            hr_header::Block::Aligned(lines) => lines.iter().any(|line| said(line)),
        });
    own || name == "filename"
        && call
            .arguments
            .iter()
            .any(|argument| argument.name == "path")
}

fn parameters(call: &Call) -> String {
    let mut parts = Vec::new();
    let given: Vec<&Argument> = call.arguments[1..]
        .iter()
        .filter(|it| it.kind != Kind::OutText)
        .collect();
    // Those behind which none is needed may be left out.
    let needed = given
        .iter()
        .rposition(|it| !(it.kind == Kind::Text && optional(call, it.name)));
    for (at, argument) in given.iter().enumerate() {
        let name = camel(argument.name);
        let default = if needed.is_none_or(|last| at > last) {
            " = ''"
        } else {
            ""
        };
        parts.push(match argument.kind {
            Kind::Text => format!("const {name}: string{default}"),
            Kind::Bytes => format!("{name}: Pointer"),
            _ => format!("{name}: {}", kind(argument)),
        });
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!("({})", parts.join("; ")),
    }
}

fn value(call: &Call, argument: &Argument) -> String {
    let name = camel(argument.name);
    match argument.kind {
        Kind::OutText => "@Call.Text".into(),
        Kind::Text if optional(call, argument.name) => {
            format!("Call.Optional('{}', {name})", argument.name)
        }
        Kind::Text => format!("Call.Given('{}', {name})", argument.name),
        _ => name,
    }
}

/// At most 120 characters; what is longer goes on in the next line.
pub fn folded(text: &str, indent: &str) -> String {
    let mut lines = vec![String::new()];
    for part in text.split_inclusive([';', ',']) {
        let line = lines.last_mut().unwrap();
        if line.len() + part.trim_end().len() > 118 {
            *line = line.trim_end().to_owned();
            lines.push(format!("{indent}{}", part.trim_start()));
        } else {
            line.push_str(part);
        }
    }
    lines.join("\n")
}

fn result(schema: &Schema, call: &Call) -> Option<String> {
    call.arguments.iter().find(|it| it.kind == Kind::OutText)?;
    let function = schema.functions.iter().find(|it| it.name == call.name);
    Some(match function {
        Some(function) if call.name != "hr_last" => format!("THr{}", function.result),
        _ => "TJson".into(),
    })
}

fn head(schema: &Schema, call: &Call, owner: &str) -> String {
    let name = format!("{owner}{}{}", camel(call.name), parameters(call));
    match result(schema, call) {
        Some(result) => format!("function {name}: {result};"),
        None => format!("procedure {name};"),
    }
}

fn body(schema: &Schema, call: &Call) -> String {
    let values: Vec<String> = call.arguments[1..]
        .iter()
        .map(|it| value(call, it))
        .collect();
    let values: String = values.iter().map(|value| format!(", {value}")).collect();
    let answer = format!("Call.Answer({}(Handle{values}))", call.name);
    let answer = match result(schema, call).as_deref() {
        None => answer,
        Some("TJson") => format!("Result := {answer}"),
        Some(name) => format!("Result := {name}.Read({answer})"),
    };
    let answer = folded(&format!("    {answer};"), "      ");
    let head = head(schema, call, "THrSession.").replace(" = ''", "");
    format!(
        "{}
var
  Call: THrCall;
begin
  Call.Start(Self, '{}');
  try
{answer}
  finally
    Call.Finish;
  end;
end;

",
        folded(&head, "  "),
        call.name
    )
}

pub fn unit(api: &Api, schema: &Schema) -> String {
    let notice = notice();
    let first = |call: &&Call| call.arguments.first().is_some_and(|it| it.name == "handle");
    let own = |call: &&Call| first(call) && !BY_HAND.contains(&call.name);
    let calls = || api.functions.iter().filter(own);
    let mut text = format!(
        "{{ {notice} }}
unit HealthRecord.Session;

{{ The single calls, one method a function of the library. }}

{{$IFDEF FPC}}{{$MODE DELPHIUNICODE}}{{$H+}}{{$ENDIF}}

interface

uses
  HealthRecord.Calls, HealthRecord.Json, HealthRecord.Types;

type
  /// A handle of the library. Calls block up to their timeout; one at a time (HR_E_BUSY), from any thread. Each raises
  /// EHealthRecord or a class of it. An empty text stands for NULL where the comment speaks of NULL.
  THrSession = class(THrHandle)
  public
"
    );
    for call in calls() {
        text += &documentation("    /// ", call.comment, &[]);
        text += &format!(
            "{}\n",
            folded(&format!("    {}", head(schema, call, "")), "      ")
        );
    }
    let said = |call: &&Call| call.arguments.is_empty() && call.returned == Returned::Text;
    let texts: Vec<&Call> = api.functions.iter().filter(said).collect();
    for call in &texts {
        text += &documentation("    /// ", call.comment, &[]);
        text += &format!("    class function {}: string;\n", camel(call.name));
    }
    text += "  end;\n\nimplementation\n\nuses\n  HrApi;\n\n";
    for Call { name, .. } in &texts {
        let function = camel(name);
        text += &format!(
            "class function THrSession.{function}: string;\nbegin\n  HrLoad;\n  Result := StaticText({name}());\nend;\n\n"
        );
    }
    for call in calls() {
        text += &body(schema, call);
    }
    text + "end.\n"
}

//! Delphi: one method of the low-level session for each function that sends something or asks for a text.

use super::super::FROM_SCHEMA;
use super::super::api::{Api, Argument, Call, Kind, Language, Returned};
use super::super::prose::camel;
use super::documentation;

/// Written by hand.
const BY_HAND: [&str; 3] = ["hr_close", "hr_set_progress", "hr_set_stop"];

fn parameters(call: &Call) -> String {
    let part = |argument: &Argument| {
        let name = camel(argument.name);
        match argument.kind {
            Kind::Text if call.may_end_before(argument) => format!("const {name}: string = ''"),
            Kind::Text => format!("const {name}: string"),
            Kind::Bytes => format!("{name}: Pointer; Length: NativeInt"),
            _ => format!("{name}: {}", argument.spelled(Language::Delphi)),
        }
    };
    let parts: Vec<String> = call.taken().map(part).collect();
    match parts.is_empty() {
        true => String::new(),
        false => format!("({})", parts.join("; ")),
    }
}

fn value(argument: &Argument) -> String {
    let name = camel(argument.name);
    match argument.kind {
        Kind::OutText => "@Call.Text".into(),
        Kind::Text if argument.nullable => format!("Call.Optional('{}', {name})", argument.name),
        Kind::Text => format!("Call.Given('{}', {name})", argument.name),
        _ if argument.name == "length" => format!("Call.Sized({name})"),
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

fn result(call: &Call) -> Option<String> {
    let known = call.result.filter(|_| call.name != "hr_last");
    let class = known.map_or("TJson".to_owned(), |object| format!("THr{}", object.name));
    call.gives().then_some(class)
}

fn head(call: &Call, owner: &str) -> String {
    let name = format!("{owner}{}{}", camel(call.name), parameters(call));
    match result(call) {
        Some(result) => format!("function {name}: {result};"),
        None => format!("procedure {name};"),
    }
}

fn body(call: &Call) -> String {
    let values = call.arguments[1..]
        .iter()
        .map(|it| format!(", {}", value(it)));
    let values: String = values.collect();
    let answer = format!("Call.Answer({}(Handle{values}))", call.name);
    let head = folded(&head(call, "THrSession.").replace(" = ''", ""), "  ");
    let answer = match result(call).as_deref() {
        // There is no text.
        None => {
            let name = call.name;
            return format!("{head}\nbegin\n  Check('{name}', {name}(Handle{values}));\nend;\n\n");
        }
        Some("TJson") => format!("Result := {answer}"),
        Some(name) => format!("Result := {name}.Read({answer})"),
    };
    let answer = folded(&format!("    {answer};"), "      ");
    format!(
        "{head}
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
        call.name
    )
}

pub fn unit(api: &Api) -> String {
    let calls = || api.of_handle(&BY_HAND);
    let mut text = format!(
        "{{ {FROM_SCHEMA} }}
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
        text += &format!("{}\n", folded(&format!("    {}", head(call, "")), "      "));
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
        text += &body(call);
    }
    text + "end.\n"
}

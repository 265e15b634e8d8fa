//! C#: a method of the session, with its asynchronous twin, for each function that takes a handle.

use super::super::api::{Api, Argument, Call, Kind};
use super::super::prose::{camel, list, wrapped};
use super::types::type_name;
use super::{escaped, file};
use hr_header::schema::{Kind as Type, Schema};

const START: &str = "        /// ";

/// Written by hand: they end, watch and stop the others.
const BY_HAND: [&str; 4] = ["hr_close", "hr_cancel", "hr_set_progress", "hr_set_stop"];

/// They only look, and answer at once.
const NO_TWIN: [&str; 2] = ["hr_state", "hr_last"];

const PIN: &str = "pin_code";

struct Parameter<'a> {
    argument: &'a Argument<'a>,
    name: String,
    kind: String,
    optional: bool,
    /// The text of a request: its JSON.
    value: String,
    documentation: String,
}

/// `cardToken` of `card_token`.
fn small(name: &str) -> String {
    let name = camel(name);
    name[..1].to_lowercase() + &name[1..]
}

/// With the names of this language.
fn said(api: &Api, text: &str) -> String {
    let part = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let mut words = String::new();
    for piece in text.split_inclusive(|c| !part(c)) {
        let word = piece.trim_end_matches(|c| !part(c));
        let known = api.functions.iter().any(|function| function.name == word);
        let other = match word {
            "NULL" => "null".to_owned(),
            word if known && !BY_HAND.contains(&word) => camel(word),
            word => word.to_owned(),
        };
        words += &piece.replacen(word, &other, 1);
    }
    escaped(&words)
}

/// The required ones first, as the language wants it.
fn parameters<'a>(api: &Api, schema: &Schema, call: &'a Call) -> Vec<Parameter<'a>> {
    let each = call
        .taken()
        .map(|argument| parameter(api, schema, argument));
    let mut found: Vec<Parameter> = each.collect();
    found.sort_by_key(|parameter| parameter.optional);
    found
}

fn parameter<'a>(api: &Api, schema: &Schema, argument: &'a Argument<'a>) -> Parameter<'a> {
    let (name, plain) = (small(argument.short()), small(argument.name));
    let object = argument.object().and_then(|object| schema.object(object));
    let (name, kind, value) = match (argument.kind, argument.request) {
        (_, Some(Type::Object(object))) => {
            let value = format!("{name}?.ToJson()");
            (name, type_name(object), value)
        }
        (_, Some(_)) => {
            let value = format!("Members.ToJson({name})");
            (name, "IDictionary<string, JsonValue>".to_owned(), value)
        }
        (kind, None) => {
            let kind = match kind {
                Kind::Int => "int",
                Kind::Bytes => "byte[]",
                _ if argument.name == PIN => "char[]",
                _ => "string",
            };
            (plain.clone(), kind.to_owned(), plain)
        }
    };
    Parameter {
        argument,
        name,
        kind,
        optional: argument.nullable && argument.kind == Kind::Text,
        value,
        documentation: said(
            api,
            object.map_or(&argument.said, |object| &object.description),
        ),
    }
}

impl Parameter<'_> {
    fn declared(&self) -> String {
        match self.optional {
            true => format!("[AllowNull] {} {} = null", self.kind, self.name),
            false => format!("{} {}", self.kind, self.name),
        }
    }
}

fn documentation(call: &Call, summary: &str, parameters: &[Parameter]) -> String {
    let more = format!(
        "<remarks>More: <see cref=\"Native.{}\"/>.</remarks>",
        call.name
    );
    let mut text = wrapped(START, &format!("<summary>{summary}</summary>"));
    text += &wrapped(START, &more);
    for it in parameters {
        let said = format!("<param name=\"{}\">{}</param>", it.name, it.documentation);
        text += &wrapped(START, &said);
    }
    text
}

fn failure(said: &str) -> String {
    let (open, close) = ("<exception cref=\"HealthRecordException\">", "</exception>");
    wrapped(START, &format!("{open}{said}{close}"))
}

/// A method with one statement; its arguments on lines of their own where one would be too long.
fn declaration(head: &str, parameters: &[String], statement: &str) -> String {
    let head = format!("        public {head}");
    let head = list(&head, parameters, "", "            ");
    format!("{head}\n        {{\n            {statement};\n        }}\n\n")
}

/// A method that waits on a thread of its own.
fn twin(name: &str, result: &str, parameters: &[Parameter], statement: &str) -> String {
    let mut declared: Vec<String> = parameters.iter().map(Parameter::declared).collect();
    declared.push("CancellationToken token = default(CancellationToken)".to_owned());
    declaration(&format!("Task<{result}> {name}Async"), &declared, statement)
}

fn method(api: &Api, schema: &Schema, call: &Call) -> String {
    let name = camel(call.name);
    let parameters = parameters(api, schema, call);
    let result = call
        .result
        .map_or("JsonValue".to_owned(), |it| type_name(&it.name));
    let values: Vec<&str> = parameters.iter().map(|it| &*it.value).collect();
    let made = format!("{name}Call({})", values.join(", "));
    let declared: Vec<String> = parameters.iter().map(Parameter::declared).collect();

    let mut text = documentation(call, &said(api, &call.comment.summary), &parameters);
    for (code, cause) in call.failures() {
        text += &failure(&format!("{code}: {}.", said(api, cause)));
    }
    let (kind, start) = match call.gives() {
        true => (result.as_str(), "return "),
        false => ("void", ""),
    };
    text += &declaration(
        &format!("{kind} {name}"),
        &declared,
        &format!("{start}{made}.Run()"),
    );
    if call.gives() && !NO_TWIN.contains(&call.name) {
        let summary = format!("<c>{name}</c> on a thread of its own.");
        text += &documentation(call, &summary, &parameters);
        text += &wrapped(START, TOKEN);
        text += &failure(&format!("As of <c>{name}</c>."));
        text += &wrapped(START, STOPPED);
        text += &twin(
            &name,
            &result,
            &parameters,
            &format!("return {made}.Start(token)"),
        );
    }
    text + &maker(call, &name, &result, &parameters)
}

const TOKEN: &str = "<param name=\"token\">Stops the call, also one that has not begun.</param>";
const STOPPED: &str = "<exception cref=\"OperationCanceledException\">The token stopped the call in time; the inner exception \
    is the library's.</exception>";

/// The call with its arguments as the library takes them; a request is JSON text.
fn maker(call: &Call, name: &str, result: &str, parameters: &[Parameter]) -> String {
    let read = match result {
        "JsonValue" => "json => json".to_owned(),
        kind => format!("json => new {kind}(json)"),
    };
    let own = |it: &Parameter| match it.argument.kind == Kind::Text && it.kind != "char[]" {
        true => format!("string {}", it.name),
        false => format!("{} {}", it.kind, it.name),
    };
    let shown: Vec<String> = parameters.iter().map(own).collect();
    let head = format!("        internal Call<{result}> {name}Call");
    let function = call.name;
    let mut text = list(&head, &shown, "\n        {\n", "            ");
    text += &format!("            var call = new Call<{result}>(this, \"{function}\", {read});\n");
    let mut passed = vec!["Handle".to_owned()];
    for argument in call.arguments.iter().skip(1) {
        let known = parameters
            .iter()
            .find(|it| it.argument.name == argument.name);
        let name = known.map_or("", |known| &known.name);
        passed.push(match argument.kind {
            Kind::Text => {
                text +=
                    &format!("            byte[] {name}Text = call.Text({name}, \"{name}\");\n");
                format!("{name}Text")
            }
            Kind::OutText => "out outJson".to_owned(),
            Kind::Length => format!("{}?.Length ?? 0", passed.last().map_or("", |name| name)),
            _ => name.to_owned(),
        });
    }
    let head = "            call.Invoke = (out IntPtr outJson) =>";
    let indent = "                ";
    text += &match call.gives() {
        true => list(&format!("{head} Native.{function}"), &passed, ";\n", indent),
        false => format!(
            "{head}\n            {{\n{indent}outJson = IntPtr.Zero;\n{indent}return Native.{function}({});\n            }};\n",
            passed.join(", ")
        ),
    };
    text + "            return call;\n        }\n"
}

pub fn session(api: &Api, schema: &Schema) -> String {
    let calls = api.of_handle(&BY_HAND);
    let methods: Vec<String> = calls.map(|call| method(api, schema, call)).collect();
    let using = "System;\nusing System.Collections.Generic;\nusing System.Diagnostics.CodeAnalysis;\n\
        using System.Threading;\nusing System.Threading.Tasks";
    let methods = methods.join("\n");
    let class = format!("\n    public sealed partial class Session\n    {{\n{methods}    }}\n");
    file(using, &class)
}

/// The calls that ask, with the client's names for them.
const ASKING: [(&str, &str); 4] = [
    ("hr_connect", "Login"),
    ("hr_patient_find", "Find"),
    ("hr_deposit", "Deposit"),
    ("hr_deposit_bytes", "DepositBytes"),
];

pub fn client(api: &Api, schema: &Schema) -> String {
    let mut methods = Vec::new();
    for (function, name) in ASKING {
        let mut calls = api.functions.iter();
        let Some(call) = calls.find(|call| call.name == function) else {
            continue;
        };
        let result = call.result.map_or(String::new(), |it| type_name(&it.name));
        let mut parameters = parameters(api, schema, call);
        parameters.retain(|parameter| parameter.argument.name != PIN);
        let declared: Vec<String> = parameters.iter().map(Parameter::declared).collect();
        let others = parameters[1..].iter().map(|it| format!(", {}", it.name));
        let others: String = others.collect();
        let pin = match call.taken().any(|argument| argument.name == PIN) {
            true => ", pin",
            false => "",
        };
        let made = format!(
            "Members.Of(request), (text, pin) => Session.{}Call(text{pin}{others}),
                json => new {result}(json)",
            camel(function)
        );
        let mut text = documentation(call, &said(api, &call.comment.summary), &parameters);
        let statement = format!("return Converse({made}, null, CancellationToken.None)");
        text += &declaration(&format!("Result<{result}> {name}"), &declared, &statement);
        let summary =
            format!("<c>{name}</c> on a thread of its own, which asks where this is called.");
        text += &documentation(call, &summary, &parameters);
        let stops = "<param name=\"token\">Stops the call, also while a person is asked; the result says so.</param>";
        text += &wrapped(START, stops);
        let statement = format!("return Start({made}, token)");
        text += &twin(name, &format!("Result<{result}>"), &parameters, &statement);
        methods.push(text);
    }
    let methods = methods.concat();
    let methods = methods.trim_end();
    let using =
        "System.Diagnostics.CodeAnalysis;\nusing System.Threading;\nusing System.Threading.Tasks";
    file(
        using,
        &format!("\n    public sealed partial class Client\n    {{\n{methods}\n    }}\n"),
    )
}

//! C#: a method of the session, with its asynchronous twin, for each function that takes a handle.

use super::super::api::{Api, Argument, Call, Kind};
use super::super::prose::{camel, list, wrapped};
use super::types::type_name;
use super::{WIDTH, escaped, file};
use hr_header::Block;
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

fn one_line(blocks: &[Block]) -> String {
    let lines = blocks.iter().map(|block| match block {
        Block::Paragraph(text) => text.clone(),
        Block::Aligned(lines) => lines.join(" "),
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// The required ones first, as the language wants it.
fn parameters<'a>(api: &Api, schema: &Schema, call: &'a Call) -> Vec<Parameter<'a>> {
    let request = schema
        .functions
        .iter()
        .find(|function| function.name == call.name);
    let request = request.and_then(|function| function.request.as_ref());
    let mut found = Vec::new();
    for (at, argument) in call.arguments.iter().enumerate().skip(1) {
        let length = matches!(call.arguments[at - 1].kind, Kind::Bytes);
        if argument.kind == Kind::OutText || length {
            continue;
        }
        let mut text = one_line(call.comment.parameter(argument.name));
        let typed = request
            .filter(|request| request.argument == argument.name)
            .map(|request| &request.kind);
        let optional = text.contains("NULL") && argument.kind == Kind::Text;
        if let Some(Type::Object(object)) = typed {
            let object = schema.object(object);
            text = object.map_or(String::new(), |it| it.description.clone());
        }
        let name = match typed {
            Some(_) => small(argument.name.trim_end_matches("_json")),
            None => small(argument.name),
        };
        let (kind, value) = match (argument.kind, typed) {
            (_, Some(Type::Object(object))) => (type_name(object), format!("{name}?.ToJson()")),
            (_, Some(_)) => (
                "IDictionary<string, JsonValue>".to_owned(),
                format!("Members.ToJson({name})"),
            ),
            (Kind::Int, None) => ("int".to_owned(), name.clone()),
            (Kind::Bytes, None) => ("byte[]".to_owned(), name.clone()),
            _ if argument.name == PIN => ("char[]".to_owned(), name.clone()),
            _ => ("string".to_owned(), name.clone()),
        };
        found.push(Parameter {
            argument,
            optional,
            name,
            kind,
            value,
            documentation: said(api, &text),
        });
    }
    found.sort_by_key(|parameter| parameter.optional);
    found
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
    let line = |text: String| wrapped(START, &text, WIDTH);
    let mut text = line(format!("<summary>{summary}</summary>"));
    text += &line(format!(
        "<remarks>More: <see cref=\"Native.{}\"/>.</remarks>",
        call.name
    ));
    for Parameter {
        name,
        documentation,
        ..
    } in parameters
    {
        text += &line(format!("<param name=\"{name}\">{documentation}</param>"));
    }
    text
}

fn failures(api: &Api, call: &Call) -> String {
    let mut text = String::new();
    for (code, cause) in call
        .comment
        .codes
        .iter()
        .filter(|(code, _)| code != "HR_OK")
    {
        let (open, close) = ("<exception cref=\"HealthRecordException\">", "</exception>");
        let said = said(api, cause);
        text += &wrapped(START, &format!("{open}{code}: {said}.{close}"), WIDTH);
    }
    text
}

/// A method with one statement; its arguments on lines of their own where one would be too long.
fn declaration(head: &str, parameters: &[String], statement: &str) -> String {
    let head = list(
        &format!("        public {head}"),
        parameters,
        "",
        "            ",
        "",
        WIDTH,
    );
    format!("{head}\n        {{\n            {statement};\n        }}\n\n")
}

fn method(api: &Api, schema: &Schema, call: &Call) -> String {
    let name = camel(call.name);
    let parameters = parameters(api, schema, call);
    let mut functions = schema.functions.iter();
    let result = functions.find(|function| function.name == call.name);
    let result = result.map_or("JsonValue".to_owned(), |it| type_name(&it.result));
    let mut arguments = call.arguments.iter();
    let given = arguments.any(|argument| argument.kind == Kind::OutText);
    let values: Vec<&str> = parameters.iter().map(|it| &*it.value).collect();
    let made = format!("{name}Call({})", values.join(", "));
    let mut declared: Vec<String> = parameters.iter().map(Parameter::declared).collect();

    let summary = said(api, &call.comment.summary);
    let mut text = documentation(call, &summary, &parameters) + &failures(api, call);
    text += &match given {
        true => declaration(
            &format!("{result} {name}"),
            &declared,
            &format!("return {made}.Run()"),
        ),
        false => declaration(&format!("void {name}"), &declared, &format!("{made}.Run()")),
    };
    if given && !NO_TWIN.contains(&call.name) {
        declared.push("CancellationToken token = default(CancellationToken)".to_owned());
        let summary = format!("<c>{name}</c> on a thread of its own.");
        text += &documentation(call, &summary, &parameters);
        for said in [
            "<param name=\"token\">Stops the call, also one that has not begun.</param>".to_owned(),
            format!("<exception cref=\"HealthRecordException\">As of <c>{name}</c>.</exception>"),
            "<exception cref=\"OperationCanceledException\">The token stopped the call in time; the inner exception \
             is the library's.</exception>"
                .to_owned(),
        ] {
            text += &wrapped(START, &said, WIDTH);
        }
        let head = format!("Task<{result}> {name}Async");
        text += &declaration(&head, &declared, &format!("return {made}.Start(token)"));
    }
    text + &maker(call, &name, &result, &parameters)
}

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
    let mut text = list(&head, &shown, "\n        {\n", "            ", "", WIDTH);
    text += &format!(
        "            var call = new Call<{result}>(this, \"{}\", {read});\n",
        call.name
    );
    let mut passed = vec!["Handle".to_owned()];
    for argument in call.arguments.iter().skip(1) {
        let known = parameters
            .iter()
            .find(|it| it.argument.name == argument.name);
        passed.push(match (argument.kind, known) {
            (Kind::Text, Some(Parameter { name, .. })) => {
                text +=
                    &format!("            byte[] {name}Text = call.Text({name}, \"{name}\");\n");
                format!("{name}Text")
            }
            (_, Some(known)) => known.name.clone(),
            (Kind::OutText, None) => "out outJson".to_owned(),
            (_, None) => format!("{}?.Length ?? 0", passed.last().map_or("", |name| name)),
        });
    }
    let given = passed.iter().any(|value| value == "out outJson");
    let head = "            call.Invoke = (out IntPtr outJson) =>";
    let indent = "                ";
    text += &match given {
        true => list(
            &format!("{head} Native.{}", call.name),
            &passed,
            ";\n",
            indent,
            "",
            WIDTH,
        ),
        false => format!(
            "{head}\n            {{\n{indent}outJson = IntPtr.Zero;\n{indent}return Native.{}({});\n            }};\n",
            call.name,
            passed.join(", ")
        ),
    };
    text + "            return call;\n        }\n"
}

pub fn session(api: &Api, schema: &Schema) -> String {
    let mut text = String::from("\n    public sealed partial class Session\n    {\n");
    let of_handle = |call: &&Call| {
        call.arguments
            .first()
            .is_some_and(|argument| argument.name == "handle")
    };
    let functions = api.functions.iter().filter(of_handle);
    let methods: Vec<String> = functions
        .filter(|call| !BY_HAND.contains(&call.name))
        .map(|call| method(api, schema, call))
        .collect();
    text += &methods.join("\n");
    text += "    }\n";
    file(
        "System;\nusing System.Collections.Generic;\nusing System.Diagnostics.CodeAnalysis;\nusing System.Threading;\nusing System.Threading.Tasks",
        &text,
    )
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
        let calls = api.functions.iter().find(|call| call.name == function);
        let result = schema.functions.iter().find(|it| it.name == function);
        let (Some(call), Some(result)) = (calls, result) else {
            continue;
        };
        let result = type_name(&result.result);
        let mut parameters = parameters(api, schema, call);
        parameters.retain(|parameter| parameter.argument.name != PIN);
        let mut declared: Vec<String> = parameters.iter().map(Parameter::declared).collect();
        let others: String = parameters[1..]
            .iter()
            .map(|it| format!(", {}", it.name))
            .collect();
        let request = "Members.Of(request)";
        let pin = if call.arguments.iter().any(|argument| argument.name == PIN) {
            ", pin"
        } else {
            ""
        };
        let made = format!(
            "(text, pin) => Session.{}Call(text{pin}{others}),
                json => new {result}(json)",
            camel(function)
        );
        let summary = said(api, &call.comment.summary);
        let mut text = documentation(call, &summary, &parameters);
        text += &declaration(
            &format!("Result<{result}> {name}"),
            &declared,
            &format!("return Converse({request}, {made}, null, CancellationToken.None)"),
        );
        declared.push("CancellationToken token = default(CancellationToken)".to_owned());
        let summary =
            format!("<c>{name}</c> on a thread of its own, which asks where this is called.");
        text += &documentation(call, &summary, &parameters);
        let stops = "<param name=\"token\">Stops the call, also while a person is asked; the result says so.</param>";
        text += &wrapped(START, stops, WIDTH);
        let head = format!("Task<Result<{result}>> {name}Async");
        text += &declaration(
            &head,
            &declared,
            &format!("return Start({request}, {made}, token)"),
        );
        methods.push(text);
    }
    let types = format!(
        "\n    public sealed partial class Client\n    {{\n{}    }}\n",
        methods.concat().replace("}\n\n    }", "}\n    }")
    );
    file(
        "System.Diagnostics.CodeAnalysis;\nusing System.Threading;\nusing System.Threading.Tasks",
        &types,
    )
}

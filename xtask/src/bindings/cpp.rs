//! C++: the constants, the words, the structures of requests and results, and one method a function. The functions are the
//! header's own.

use super::api::{Api, Argument, Call, Kind as Passed, prefix};
use super::prose::{list, wrapped};
use super::{FROM_SCHEMA, NOTICE};
use hr_header::schema::{Function, Kind, Object, Schema, Words};

/// What `hr/handle.hpp` and `hr/log.hpp` do by hand.
const BY_HAND: [&str; 5] = [
    "hr_close",
    "hr_cancel",
    "hr_set_progress",
    "hr_set_stop",
    "hr_set_log",
];

/// Members of the error that are for the person alone, or of a deposit: an exception has none of them.
const NOT_IN_ERRORS: [&str; 2] = ["choices", "documents"];

/// Each file with its text.
pub fn files(api: &Api, schema: &Schema) -> Vec<(&'static str, String)> {
    let objects = schema.inner_first().into_iter();
    let (requests, results): (Vec<&Object>, Vec<&Object>) = objects
        .filter(|object| object.is_read())
        .partition(|object| object.taken);
    let structures = |objects: &[&Object]| -> String {
        let each = objects.iter().map(|object| structure(schema, object));
        each.collect()
    };
    let words = schema.words.iter().filter(|words| is_enum(words));
    let words = file(
        "words",
        "the words of the texts. A word of a newer library is `unlisted`, and word() has it.",
        &["\"hr/open_enum.hpp\"", "", "<string_view>"],
        &words.map(enumeration).collect::<String>(),
    );
    let requests = file(
        "requests",
        "what the functions take. A member without a value is left out; the library checks the others.",
        &[&["\"hr/argument.hpp\""], INCLUDES].concat(),
        &structures(&requests),
    );
    let results = file(
        "results",
        "what the functions give. Members that are the service's keep its names.",
        &[&["\"hr/requests.hpp\""], INCLUDES].concat(),
        &structures(&results),
    );
    vec![
        ("codes.hpp", codes(api)),
        ("words.hpp", words),
        ("requests.hpp", requests),
        ("results.hpp", results),
        ("session.hpp", session(api)),
    ]
}

const INCLUDES: &[&str] = &[
    "\"hr/json.hpp\"",
    "\"hr/words.hpp\"",
    "",
    "<cstdint>",
    "<optional>",
    "<string>",
    "<vector>",
];

fn file(name: &str, what: &str, includes: &[&str], body: &str) -> String {
    let guard = name.to_uppercase();
    let mut text = format!(
        "// {FROM_SCHEMA}\n// {name}.hpp - {what}\n\n#ifndef HR_{guard}_HPP\n#define HR_{guard}_HPP\n\n"
    );
    let mut includes = includes.to_vec();
    let own = includes.iter().position(|line| line.is_empty());
    includes[..own.unwrap_or(0)].sort_unstable();
    for include in includes {
        text += &match include {
            "" => "\n".to_owned(),
            _ => format!("#include {include}\n"),
        };
    }
    text + &format!("\nnamespace hr {{\n{body}\n}} // namespace hr\n\n#endif\n")
}

/// `connect_request` of `ConnectRequest`; the error is what an hr::error holds.
fn snake(name: &str) -> String {
    let mut text = String::new();
    for c in name.chars() {
        if c.is_ascii_uppercase() && !text.is_empty() {
            text.push('_');
        }
        text.push(c.to_ascii_lowercase());
    }
    match &*text {
        "error" => "error_details".to_owned(),
        _ => text,
    }
}

/// A list of one word, or of names that the header has, is no enumeration.
fn is_enum(words: &Words) -> bool {
    words.words.len() > 1
        && !words.words[0].0.starts_with("HR_")
        && !words.words[0].0.starts_with("hr_")
}

/// The type, and what a member without a value is.
fn kind(schema: &Schema, kind: &Kind) -> (String, &'static str) {
    let class = |name: String| (name, "{}");
    match kind {
        Kind::Integer => ("std::int64_t".to_owned(), " = 0"),
        Kind::Boolean => ("bool".to_owned(), " = false"),
        Kind::Word(name) if schema.words(name).is_some_and(is_enum) => class(format!("hr::{name}")),
        Kind::Text | Kind::Word(_) => class("std::string".to_owned()),
        Kind::Object(name) if schema.object(name).is_some_and(Object::is_read) => {
            class(format!("hr::{}", snake(name)))
        }
        Kind::Array(inner) => class(format!("std::vector<{}>", self::kind(schema, inner).0)),
        Kind::Object(_) | Kind::Map(_) | Kind::Any => class("hr::json".to_owned()),
    }
}

fn enumeration(words: &Words) -> String {
    let name = &words.name;
    let mut text =
        format!("\n/// The words of hr::{name}.\nstruct {name}_words {{\n    enum value {{\n");
    for (word, meaning) in &words.words {
        if !meaning.is_empty() {
            text += &wrapped("        /// ", meaning);
        }
        text += &format!("        {},\n", identifier(word));
    }
    text += "        /// A word of a newer library, or none.\n        unlisted,\n    };\n\n";
    let quoted: Vec<String> = words
        .words
        .iter()
        .map(|(word, _)| format!("\"{word}\""))
        .collect();
    text += "    static constexpr std::string_view names[] = {\n";
    text += &quoted
        .iter()
        .map(|word| format!("        {word},\n"))
        .collect::<String>();
    text += "    };\n};\n\n";
    text += &wrapped("/// ", &words.description);
    text + &format!("using {name} = open_enum<{name}_words>;\n")
}

fn identifier(word: &str) -> String {
    let sign = |c: char| {
        if c.is_ascii_alphanumeric() {
            c.to_ascii_lowercase()
        } else {
            '_'
        }
    };
    word.chars()
        .map(sign)
        .collect::<String>()
        .replace("__", "_")
}

fn structure(schema: &Schema, object: &Object) -> String {
    let given = |function: &Function| function.result == object.name;
    let whole = object.open || schema.functions.iter().any(given);
    let (mut fields, mut visits) = (String::new(), String::new());
    let error = object.name == schema.error;
    let members = object.members.iter();
    for member in members.filter(|member| !(error && NOT_IN_ERRORS.contains(&&*member.name))) {
        let (own, without) = kind(schema, &member.kind);
        let optional = match object.taken {
            true => !(own.starts_with("std::vector") && member.required),
            false => own != "hr::json" && (member.nullable || !member.required),
        };
        fields += &wrapped("    /// ", &member.description);
        if let (true, Some(default)) = (object.taken, &member.default) {
            fields += &format!("    /// Default: {default}.\n");
        }
        let name = &member.name;
        fields += &match optional {
            true => format!("    std::optional<{own}> {name}{{}};\n"),
            false => format!("    {own} {name}{without};\n"),
        };
        visits += &format!("        visit(\"{name}\", self.{name});\n");
    }
    let (says, name) = (wrapped("/// ", &object.description), snake(&object.name));
    let first = match (object.taken, whole) {
        (true, _) => "    detail::by_name by_name{};\n",
        (_, true) => "    /// The whole text.\n    hr::json json{};\n",
        _ => "",
    };
    format!(
        "
{says}struct {name} {{
{first}{fields}
    /// Visits each member with its name.
    template <class Self, class Visit>
    static void each(Self &self, Visit &&visit)
    {{
{visits}    }}
}};
"
    )
}

fn session(api: &Api) -> String {
    let methods: String = api.of_handle(&BY_HAND).map(method).collect();
    let body = format!(
        "\n/// A handle of the library, with one method a function: hr.h has all about each. A failure is thrown as hr::error, but\n\
         /// that of a call that asks, which is a result as well. A text with a NUL character, or a needed one that is a null\n\
         /// pointer, is refused with std::invalid_argument before the call.\n\
         class session : public detail::open_handle {{\npublic:\n    using open_handle::open_handle;\n{methods}}};\n"
    );
    let own = [
        "\"hr.h\"",
        "\"hr/argument.hpp\"",
        "\"hr/handle.hpp\"",
        "\"hr/json.hpp\"",
        "\"hr/requests.hpp\"",
        "\"hr/result.hpp\"",
        "\"hr/results.hpp\"",
        "",
        "<cstdint>",
        "<optional>",
    ];
    file(
        "session",
        "a session: one method a function of hr.h that takes a handle.",
        &own,
        &body,
    )
}

/// The type of a parameter, and how the function gets it.
fn parameter(argument: &Argument) -> (&'static str, String) {
    let name = argument.name;
    let text = |value: &str| format!("detail::c_text(operation, \"{name}\", {value}).get()");
    match argument.kind {
        Passed::Text if argument.object().is_some() => {
            let needed = format!("needed_text({name}.text())");
            ("const hr::json &", text(&needed))
        }
        Passed::Text if argument.nullable => ("const optional_text &", text(name)),
        Passed::Text => ("const needed_text &", text(name)),
        Passed::Bytes => {
            let length = format!("detail::length_of(operation, {name})");
            ("const bytes &", format!("{name}.data(), {length}"))
        }
        _ => ("std::int32_t ", name.to_owned()),
    }
}

/// What a call gives is of no use to everybody: a service's reply, or only which call comes next.
fn may_be_ignored(result: &Object) -> bool {
    result.has("raw") || matches!(&result.members[..], [only] if only.name == "next")
}

fn method(call: &Call) -> String {
    let result = match call.result {
        Some(object) if object.has("ask") => "hr::result".to_owned(),
        Some(object) if object.is_read() => format!("hr::{}", snake(&object.name)),
        _ => "hr::json".to_owned(),
    };
    let asks = result == "hr::result";
    let short = call.short();
    let signature = |typed: bool| {
        let declared = call.taken().map(|argument| {
            let rest = call.may_end_before(argument);
            let (kind, _) = parameter(argument);
            match argument.object() {
                Some(object) if typed => {
                    let default = if rest { " = {}" } else { "" };
                    format!("const hr::{} &{}{default}", snake(object), argument.short())
                }
                None if rest => format!("{kind}{} = std::nullopt", argument.name),
                _ => format!("{kind}{}", argument.name),
            }
        });
        let declared: Vec<String> = declared.collect();
        let head = match call.gives() {
            false => format!("    void {short}"),
            true if asks || call.result.is_some_and(may_be_ignored) => {
                format!("    {result} {short}")
            }
            true => format!("    [[nodiscard]] {result} {short}"),
        };
        list(&head, &declared, "", "        ")
    };
    let mut text = format!("\n{}", wrapped("    /// ", &call.comment.summary));
    let codes: Vec<&str> = call.failures().map(|(code, _)| &**code).collect();
    if !codes.is_empty() {
        let codes = format!("Codes of its own: {}.", codes.join(", "));
        text += &wrapped("    /// ", &codes);
    }
    let mut passed = vec!["handle()".to_owned()];
    passed.extend(call.taken().map(|argument| parameter(argument).1));
    let needed = passed.iter().any(|text| text.contains("operation")) || call.gives();
    passed.extend(call.gives().then(|| "out".to_owned()));
    let name = call.name;
    text += &format!("{}\n    {{\n", signature(false));
    if needed {
        text += &format!("        constexpr const char *operation = \"{name}\";\n");
    }
    let called =
        |head: &str, tail: &str, indent| list(&format!("{head}{name}"), &passed, tail, indent);
    text += &match call.gives() {
        false => called("        check(", ", operation);", "            "),
        true => {
            let fetched = match asks {
                true => "concluded".to_owned(),
                false => format!("fetched<{result}>"),
            };
            let call = called("            return ", ";", "                ");
            format!("        return {fetched}(operation, [&](char **out) {{\n{call}\n        }});")
        }
    };
    text += "\n    }\n";
    if call.taken().any(|argument| argument.object().is_some()) {
        let names = call.taken().map(|argument| match argument.object() {
            Some(_) => format!("hr::json::from({})", argument.short()),
            None => argument.name.to_owned(),
        });
        let names: Vec<String> = names.collect();
        let head = format!("        return {short}");
        let call = list(&head, &names, ";", "            ");
        text += &format!(
            "\n    /// The same with the request as a structure.\n{}\n    {{\n{call}\n    }}\n",
            signature(true)
        );
    }
    text
}

fn codes(api: &Api) -> String {
    let mut codes = String::new();
    let mut others = String::new();
    for block in api.blocks() {
        let kind = prefix(&block[0].name);
        let level = kind == "HR_LOG";
        let (text, start) = match kind {
            "HR_OK" | "HR_E" => (&mut codes, "HR_E_"),
            "HR_LOG" => (&mut others, "HR_LOG_"),
            _ => (&mut others, "HR_"),
        };
        text.push('\n');
        if level {
            *text += "/// How much the log contains; each level includes those before it.\n";
            *text += "enum class log_level : std::int32_t {\n";
        }
        for constant in block {
            let name = &constant.name;
            let short = name.strip_prefix(start).or(name.strip_prefix("HR_"));
            let short = short.unwrap_or(name).to_lowercase();
            let (indent, line) = match kind {
                "HR_OK" | "HR_E" | "HR_LOG" => ("    ", format!("{short} = {name},")),
                _ => (
                    "",
                    format!("inline constexpr std::int32_t {short} = {name};"),
                ),
            };
            *text += &wrapped(&format!("{indent}/// "), &constant.comment.summary);
            *text += &format!("{indent}{line}\n");
        }
        if level {
            *text += "};\n";
        }
    }
    format!(
        "// {NOTICE}\n\
         // codes.hpp - the constants of hr.h: HR_E_PIN_GUARD is hr::code::pin_guard. A newer library may have more codes.\n\n\
         #ifndef HR_CODES_HPP\n#define HR_CODES_HPP\n\n\
         #include \"hr.h\"\n\n#include <cstdint>\n\n\
         namespace hr {{\n\n\
         /// What is wrong. A code of a newer library is another number in it.\n\
         enum class code : std::int32_t {{{codes}}};\n{others}\n}} // namespace hr\n\n#endif\n"
    )
}

//! C++: the constants, the words, the structures of requests and results, and one method a function. The functions are the
//! header's own.

use super::NOTICE;
use super::api::{Api, Argument, Call, Kind as Passed, prefix};
use super::prose::{list, wrapped};
use hr_header::schema::{Kind, Object, Schema, Words};

const WIDTH: usize = 120;

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

pub fn layer(api: &Api, schema: &Schema) -> Vec<(&'static str, String)> {
    let mut requests: Vec<&Object> = Vec::new();
    for function in &schema.functions {
        if let Some(request) = &function.request {
            collect(schema, &request.kind, &mut requests);
        }
    }
    let asked = requests.len();
    let mut all = requests;
    for function in &schema.functions {
        collect(schema, &Kind::Object(function.result.clone()), &mut all);
    }
    collect(schema, &Kind::Object(schema.error.clone()), &mut all);
    let structures = |objects: &[&Object], request: bool| -> String {
        let texts = objects
            .iter()
            .map(|object| structure(schema, object, request));
        texts.collect()
    };
    let words = schema.words.iter().filter(|words| is_enum(words));
    vec![
        ("bindings/cpp/hr/codes.hpp", codes(api)),
        (
            "bindings/cpp/hr/words.hpp",
            file(
                "words",
                "the words of the texts. A word of a newer library is `unlisted`, and word() has it.",
                &["\"hr/open_enum.hpp\"", "", "<string_view>"],
                &words.map(enumeration).collect::<String>(),
            ),
        ),
        (
            "bindings/cpp/hr/requests.hpp",
            file(
                "requests",
                "what the functions take. A member without a value is left out; the library checks the others.",
                &[INCLUDES, &["\"hr/argument.hpp\""], STANDARD].concat(),
                &structures(&all[..asked], true),
            ),
        ),
        (
            "bindings/cpp/hr/results.hpp",
            file(
                "results",
                "what the functions give. Members that are the service's keep its names.",
                &[INCLUDES, &["\"hr/requests.hpp\""], STANDARD].concat(),
                &structures(&all[asked..], false),
            ),
        ),
        ("bindings/cpp/hr/session.hpp", session(api, schema)),
    ]
}

const INCLUDES: &[&str] = &["\"hr/json.hpp\"", "\"hr/words.hpp\""];
const STANDARD: &[&str] = &["", "<cstdint>", "<optional>", "<string>", "<vector>"];

fn file(name: &str, what: &str, includes: &[&str], body: &str) -> String {
    let guard = name.to_uppercase();
    let notice = NOTICE.replace("hr.h", "hr.h and schema/");
    let mut text = format!(
        "// {notice}\n// {name}.hpp - {what}\n\n#ifndef HR_{guard}_HPP\n#define HR_{guard}_HPP\n\n"
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

/// Whether it has members that are read; an answer goes on as it is.
fn is_structure(object: &Object) -> bool {
    !object.members.is_empty() && object.name != "Answer"
}

/// The objects of a kind, each behind those that it needs.
fn collect<'s>(schema: &'s Schema, kind: &Kind, found: &mut Vec<&'s Object>) {
    match kind {
        Kind::Array(inner) => collect(schema, inner, found),
        Kind::Object(name) => {
            let known = |object: &&Object| object.name == *name;
            let Some(object) = schema.object(name) else {
                return;
            };
            if !is_structure(object) || found.iter().any(known) {
                return;
            }
            for member in &object.members {
                if !(object.name == schema.error && NOT_IN_ERRORS.contains(&&*member.name)) {
                    collect(schema, &member.kind, found);
                }
            }
            found.push(object);
        }
        _ => {}
    }
}

/// The type, and what a member without a value is.
fn kind(schema: &Schema, kind: &Kind) -> (String, &'static str) {
    let any = || ("hr::json".to_owned(), "{}");
    match kind {
        Kind::Text => ("std::string".to_owned(), "{}"),
        Kind::Integer => ("std::int64_t".to_owned(), " = 0"),
        Kind::Boolean => ("bool".to_owned(), " = false"),
        Kind::Word(name) => match schema.words(name) {
            Some(words) if is_enum(words) => (format!("hr::{name}"), "{}"),
            _ => ("std::string".to_owned(), "{}"),
        },
        Kind::Object(name) => match schema.object(name) {
            Some(object) if is_structure(object) => (format!("hr::{}", snake(name)), "{}"),
            _ => any(),
        },
        Kind::Array(inner) => (
            format!("std::vector<{}>", self::kind(schema, inner).0),
            "{}",
        ),
        Kind::Map(_) | Kind::Any => any(),
    }
}

fn enumeration(words: &Words) -> String {
    let name = &words.name;
    let mut text =
        format!("\n/// The words of hr::{name}.\nstruct {name}_words {{\n    enum value {{\n");
    for (word, meaning) in &words.words {
        if !meaning.is_empty() {
            text += &wrapped("        /// ", meaning, WIDTH);
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
    text += &wrapped("/// ", &words.description, WIDTH);
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

fn structure(schema: &Schema, object: &Object, request: bool) -> String {
    let mut text = "\n".to_owned();
    text += &wrapped("/// ", &object.description, WIDTH);
    text += &format!("struct {} {{\n", snake(&object.name));
    if request {
        text += "    detail::by_name by_name{};\n";
    } else if object.open
        || schema
            .functions
            .iter()
            .any(|function| function.result == object.name)
    {
        text += "    /// The whole text.\n    hr::json json{};\n";
    }
    let mut visits = String::new();
    for member in &object.members {
        if object.name == schema.error && NOT_IN_ERRORS.contains(&&*member.name) {
            continue;
        }
        let (own, without) = kind(schema, &member.kind);
        let list = own.starts_with("std::vector") && member.required;
        let optional = match request {
            true => !list,
            false => own != "hr::json" && (member.nullable || !member.required),
        };
        text += &wrapped("    /// ", &member.description, WIDTH);
        if let (true, Some(default)) = (request, &member.default) {
            text += &wrapped("    /// ", &format!("Default: {default}."), WIDTH);
        }
        let name = &member.name;
        text += &match optional {
            true => format!("    std::optional<{own}> {name}{{}};\n"),
            false => format!("    {own} {name}{without};\n"),
        };
        visits += &format!("        visit(\"{name}\", self.{name});\n");
    }
    text += "\n    /// Visits each member with its name.\n";
    text += "    template <class Self, class Visit>\n    static void each(Self &self, Visit &&visit)\n    {\n";
    text + &visits + "    }\n};\n"
}

fn session(api: &Api, schema: &Schema) -> String {
    let mut methods = String::new();
    let of_a_handle = |call: &&Call| {
        let first = call.arguments.first();
        first.is_some_and(|first| first.name == "handle") && !BY_HAND.contains(&call.name)
    };
    for call in api.functions.iter().filter(of_a_handle) {
        methods += &method(call, schema);
    }
    let body = format!(
        "\n/// A handle of the library, with one method a function: hr.h has all about each. A failure is thrown as hr::error, but\n\
         /// that of a call that asks, which is a result as well. A text with a NUL character, or a needed one that is a null\n\
         /// pointer, is refused with std::invalid_argument before the call.\n\
         class session : public detail::open_handle {{\npublic:\n    using open_handle::open_handle;\n{methods}}};\n"
    );
    let own = [
        "\"hr.h\"",
        "\"hr/argument.hpp\"",
        "\"hr/call.hpp\"",
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

/// The name of a structure in the place of its JSON text.
fn bare(name: &str) -> &str {
    name.trim_end_matches("_json")
}

/// A parameter of the method, how the function gets it, and whether it may be left out.
fn parameter(call: &Call, at: usize, request: Option<&str>) -> Option<(String, Vec<String>, bool)> {
    let Argument { name, kind, .. } = call.arguments[at];
    let about = format!("{:?}", call.comment.parameter(name));
    let text = |value: &str| format!("detail::c_text(operation, \"{name}\", {value}).get()");
    Some(match kind {
        Passed::Text if request == Some(name) => (
            format!("const hr::json &{name}"),
            vec![text(&format!("needed_text({name}.text())"))],
            about.contains("NULL"),
        ),
        Passed::Text if about.contains("NULL") => (
            format!("const optional_text &{name}"),
            vec![text(name)],
            true,
        ),
        Passed::Text => (
            format!("const needed_text &{name}"),
            vec![text(name)],
            false,
        ),
        Passed::Bytes => {
            let length = format!("detail::length_of(operation, {name})");
            (
                format!("const bytes &{name}"),
                vec![format!("{name}.data()"), length],
                false,
            )
        }
        Passed::Int if call.arguments[at - 1].kind == Passed::Bytes => return None,
        Passed::Int => (format!("std::int32_t {name}"), vec![name.to_owned()], false),
        _ => return None,
    })
}

fn method(call: &Call, schema: &Schema) -> String {
    let about = schema
        .functions
        .iter()
        .find(|function| function.name == call.name);
    let request = about.and_then(|about| about.request.as_ref());
    let request = request.and_then(|request| match &request.kind {
        Kind::Object(object) => Some((&*request.argument, format!("hr::{}", snake(object)))),
        _ => None,
    });
    let object = about.and_then(|about| schema.object(&about.result));
    let has = |member: &str| {
        object.is_some_and(|object| object.members.iter().any(|own| own.name == member))
    };
    let result = match object {
        None => "hr::json".to_owned(),
        Some(_) if has("ask") => "hr::result".to_owned(),
        Some(object) => kind(schema, &Kind::Object(object.name.clone())).0,
    };
    let out = call
        .arguments
        .iter()
        .any(|argument| argument.kind == Passed::OutText);
    let places = 1..call.arguments.len();
    let parameters: Vec<_> = places
        .filter_map(|at| parameter(call, at, request.as_ref().map(|(name, _)| *name)))
        .collect();
    let short = call.name.trim_start_matches("hr_");
    let signature = |typed: bool| {
        let mut declared = Vec::new();
        for (at, (own, _, optional)) in parameters.iter().enumerate() {
            let rest = parameters[at..].iter().all(|(_, _, optional)| *optional);
            declared.push(match &request {
                Some((name, object)) if typed && own.ends_with(name) => {
                    let default = if *optional && rest { " = {}" } else { "" };
                    format!("const {object} &{}{default}", bare(name))
                }
                _ if *optional && rest && own.contains("optional_text") => {
                    format!("{own} = std::nullopt")
                }
                _ => own.clone(),
            });
        }
        let head = match (out, &*result) {
            (false, _) => format!("    void {short}"),
            (true, "hr::result") => format!("    hr::result {short}"),
            (true, "hr::next_call") => format!("    {result} {short}"),
            (true, _) if has("raw") => format!("    {result} {short}"),
            _ => format!("    [[nodiscard]] {result} {short}"),
        };
        list(&head, &declared, "", "        ", "", WIDTH)
    };
    let mut text = "\n".to_owned();
    text += &wrapped("    /// ", &call.comment.summary, WIDTH);
    let codes: Vec<&str> = call.comment.codes.iter().map(|(code, _)| &**code).collect();
    let codes: Vec<&str> = codes.into_iter().filter(|code| *code != "HR_OK").collect();
    if !codes.is_empty() {
        text += &wrapped(
            "    /// ",
            &format!("Codes of its own: {}.", codes.join(", ")),
            WIDTH,
        );
    }
    let mut passed = vec!["handle()".to_owned()];
    passed.extend(parameters.iter().flat_map(|(_, passed, _)| passed.clone()));
    if out {
        passed.push("out".to_owned());
    }
    let operation = match passed.iter().any(|text| text.contains("operation")) || out {
        true => format!(
            "        constexpr const char *operation = \"{}\";\n",
            call.name
        ),
        false => String::new(),
    };
    text += &format!("{}\n    {{\n{operation}", signature(false));
    let called = |head: &str, tail: &str, indent| {
        list(
            &format!("{head}{}", call.name),
            &passed,
            tail,
            indent,
            "",
            WIDTH,
        )
    };
    text += &match (out, &*result) {
        (false, _) => called("        check(", ", operation);", "            "),
        (true, "hr::result") => format!(
            "        return detail::concluded(operation, [&](char **out) {{\n{}\n        }});",
            called("            return ", ";", "                ")
        ),
        (true, _) => format!(
            "        return detail::fetched<{result}>(operation, [&](char **out) {{\n{}\n        }});",
            called("            return ", ";", "                ")
        ),
    };
    text += "\n    }\n";
    if let Some((name, _)) = &request {
        let names = parameters
            .iter()
            .map(|(own, _, _)| own.rsplit([' ', '&']).next().unwrap_or_default());
        let names: Vec<String> = names
            .map(|own| {
                if own == *name {
                    format!("hr::json::from({})", bare(own))
                } else {
                    own.to_owned()
                }
            })
            .collect();
        let call = list(
            &format!("        return {short}"),
            &names,
            ";",
            "            ",
            "",
            WIDTH,
        );
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
            *text += &wrapped(&format!("{indent}/// "), &constant.comment.summary, 120);
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

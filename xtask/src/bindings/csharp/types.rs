//! C#: the words, results and requests of the schema.

use super::super::api::Api;
use super::super::prose::{camel, wrapped};
use super::{escaped, file};
use hr_header::schema::{Kind, Member, Object, Schema, Words};

const CLASS: &str = "    /// ";
const MEMBER: &str = "        /// ";

/// Names that are taken, or say too little, with those that stand for them.
const NAMES: [(&str, &str); 7] = [
    ("at", "Origin"),
    ("card_client_owners", "CardClientOwner"),
    ("Cards", "CardList"),
    ("code", "ErrorCode"),
    ("doubts", "DoubtAnswer"),
    ("journal", "JournalState"),
    ("Last", "JsonValue"),
];

pub fn type_name(name: &str) -> String {
    let known = NAMES.iter().find(|(own, _)| *own == name);
    known.map_or_else(|| camel(name), |(_, other)| (*other).to_owned())
}

fn summary(start: &str, text: &str) -> String {
    let text = format!("<summary>{}</summary>", escaped(text));
    wrapped(start, &text)
}

/// Whether all words can be names.
fn named(words: &Words) -> bool {
    let sign = |c: char| c.is_ascii_alphanumeric() || c == '_';
    words.words.iter().all(|(word, _)| word.chars().all(sign))
}

fn word_name(word: &str) -> String {
    let word = word.strip_prefix("HR_E_").unwrap_or(word);
    camel(&word.to_lowercase())
}

/// The levels of the log are numbers, and have an order.
fn levels(api: &Api) -> String {
    let said = "How much is logged; each level includes those before it.";
    let mut text = summary(CLASS, said) + "    public enum LogLevel\n    {\n";
    for constant in api.constants {
        if let Some(level) = constant.name.strip_prefix("HR_LOG_") {
            text += &summary(MEMBER, &constant.comment.summary);
            let (own, name) = (word_name(level), &constant.name);
            text += &format!("        {own} = Native.{name},\n\n");
        }
    }
    format!("{}\n    }}\n", text.trim_end_matches([',', '\n']))
}

pub fn words(api: &Api, schema: &Schema) -> String {
    let mut text = levels(api);
    for list in schema.words.iter().filter(|list| named(list)) {
        let name = type_name(&list.name);
        let open = format!("{} A word of a later library is kept.", list.description);
        text += &format!("\n{}", summary(CLASS, &open));
        text += &format!("    public struct {name} : IEquatable<{name}>\n    {{\n");
        for (word, meaning) in &list.words {
            let meaning = match meaning.is_empty() {
                true => format!("The word {word}."),
                false => meaning.clone(),
            };
            let own = word_name(word);
            text += &summary(MEMBER, &meaning);
            text += &format!("        public static {name} {own} => new {name}(\"{word}\");\n\n");
        }
        text += &WORD.replace("WORD", &name);
    }
    file("System", &text)
}

const WORD: &str = "        /// <summary>Any word.</summary>
        public WORD(string value)
        {
            Value = value;
        }

        /// <summary>The word as the library writes it.</summary>
        public string Value { get; }

        /// <summary>Any word.</summary>
        public static implicit operator WORD(string value) => new WORD(value);

        /// <summary>Whether both are the same word.</summary>
        public static bool operator ==(WORD left, WORD right) => left.Equals(right);

        /// <summary>Whether they are two words.</summary>
        public static bool operator !=(WORD left, WORD right) => !left.Equals(right);

        /// <inheritdoc/>
        public bool Equals(WORD other) => Value == other.Value;

        /// <inheritdoc/>
        public override bool Equals(object obj) => obj is WORD other && Equals(other);

        /// <inheritdoc/>
        public override int GetHashCode() => Value == null ? 0 : Value.GetHashCode();

        /// <summary>The word.</summary>
        public override string ToString() => Value;
    }
";

/// A property with its type and how it is read; a reference that may be null says so.
struct Property {
    name: String,
    kind: String,
    value: String,
    nullable: bool,
}

/// A member that may be null or missing is null.
fn of_result(schema: &Schema, object: &Object, member: &Member) -> Property {
    let key = &member.name;
    let optional = member.nullable || !member.required;
    let struct_of = |kind: &str, read: String| match optional {
        true => (format!("{kind}?"), read),
        false => (kind.to_owned(), format!("{read}.GetValueOrDefault()")),
    };
    let word = |list: &str| {
        let name = type_name(list);
        struct_of(&name, format!("Word(\"{key}\", word => new {name}(word))"))
    };
    let class = |name: &str| {
        let known = schema
            .object(name)
            .filter(|known| !known.taken && known.is_read());
        known.map(|known| type_name(&known.name))
    };
    let of_class = |name: &str, read: &str| format!("{read}(\"{key}\", json => new {name}(json))");
    // One fact is one property: the code's name stands for its number.
    let code = key == "name" && object.has("code");
    let (kind, value) = match &member.kind {
        Kind::Text if code => word("code"),
        Kind::Text if key == "outcome" => word("outcome"),
        Kind::Word(list) if schema.words(list).is_some_and(named) => word(list),
        Kind::Text | Kind::Word(_) => ("string".to_owned(), format!("Text(\"{key}\")")),
        Kind::Integer if key == "bytes" => struct_of("long", format!("Long(\"{key}\")")),
        Kind::Integer => struct_of("int", format!("Integer(\"{key}\")")),
        Kind::Boolean => struct_of("bool", format!("Boolean(\"{key}\")")),
        Kind::Array(inner) => match inner.object().and_then(class) {
            Some(name) => (format!("IReadOnlyList<{name}>"), of_class(&name, "List")),
            None => (
                "IReadOnlyList<JsonValue>".to_owned(),
                format!("List(\"{key}\", json => json)"),
            ),
        },
        kind => match kind.object().and_then(class) {
            Some(name) => (name.clone(), of_class(&name, "Object")),
            None => ("JsonValue".to_owned(), format!("Any(\"{key}\")")),
        },
    };
    let reference = matches!(member.kind, Kind::Any | Kind::Object(_)) || kind == "string";
    let code = code || key == "name" && kind.starts_with("ErrorCode");
    Property {
        name: if code { "Code".to_owned() } else { camel(key) },
        nullable: reference && (optional || member.kind == Kind::Any),
        kind,
        value,
    }
}

/// What a person is asked: the members that the three calls have in common, as the client calls them.
const QUESTION: [(&str, &str); 4] = [
    ("ask", "Kind"),
    ("message", "Sentence"),
    ("message_fr", "SentenceFr"),
    ("choices", "Choices"),
];

fn question(schema: &Schema) -> String {
    let Some(object) = schema.object("Connection") else {
        return String::new();
    };
    let said =
        "What a person is asked. It may hold names, for the person alone: keep it out of logs.";
    let mut text = format!("\n{}", summary(CLASS, said));
    text += "    public sealed class Question : LibraryObject\n    {\n";
    text += "        internal Question(JsonValue json) : base(json) { }\n";
    for (key, name) in QUESTION {
        for member in object.members.iter().filter(|member| member.name == key) {
            let Property { kind, value, .. } = of_result(schema, object, member);
            let value = match key {
                "ask" => format!("{value}.GetValueOrDefault()"),
                _ => value,
            };
            text += &format!("\n{}", summary(MEMBER, &member.description));
            text += &format!(
                "        public {} {name} => {value};\n",
                kind.trim_end_matches('?')
            );
        }
    }
    text + "    }\n"
}

pub fn results(schema: &Schema) -> String {
    let mut text = String::new();
    let objects = schema.objects.iter();
    for object in objects.filter(|it| it.given && !it.taken && it.is_read()) {
        let name = type_name(&object.name);
        let others = match object.open {
            true => " There may be other members.",
            false => "",
        };
        text += &format!(
            "\n{}",
            summary(CLASS, &format!("{}{others}", object.description))
        );
        text += &format!("    public sealed class {name} : LibraryObject\n    {{\n");
        text += &format!("        internal {name}(JsonValue json) : base(json) {{ }}\n");
        for member in object.members.iter().filter(|member| member.name != "code") {
            let it = of_result(schema, object, member);
            let mark = match it.nullable {
                true => "        [MaybeNull]\n",
                false => "",
            };
            text += &format!("\n{}", summary(MEMBER, &member.description));
            text += &format!(
                "{mark}        public {} {} => {};\n",
                it.kind, it.name, it.value
            );
        }
        text += "    }\n";
    }
    file(
        "System.Collections.Generic;\nusing System.Diagnostics.CodeAnalysis",
        &(text + &question(schema)),
    )
}

/// The type of a member of a request, and what is added of it to the JSON text.
fn of_request(schema: &Schema, member: &Member) -> (String, String) {
    let name = camel(&member.name);
    let is_word = |list: &String| schema.words(list).is_some_and(named);
    let plain = |kind: &str| (kind.to_owned(), name.clone());
    match &member.kind {
        Kind::Word(list) if is_word(list) => {
            (format!("{}?", type_name(list)), format!("{name}?.Value"))
        }
        Kind::Text | Kind::Word(_) => plain("string"),
        Kind::Integer => plain("int?"),
        Kind::Boolean => plain("bool?"),
        Kind::Object(object) => plain(&type_name(object)),
        Kind::Array(inner) => match &**inner {
            Kind::Word(list) if is_word(list) => {
                let kind = format!("IList<{}>", type_name(list));
                (kind, format!("{name}?.Select(word => word.Value)"))
            }
            Kind::Text | Kind::Word(_) => plain("IList<string>"),
            Kind::Object(object) => plain(&format!("IList<{}>", type_name(object))),
            _ => plain("IList<JsonValue>"),
        },
        Kind::Map(inner) => match &**inner {
            Kind::Word(list) if is_word(list) => {
                let kind = format!("IDictionary<string, {}>", type_name(list));
                let value = "one => one.Key, one => (JsonValue)one.Value.Value";
                (kind, format!("{name}?.ToDictionary({value})"))
            }
            _ => plain("IDictionary<string, JsonValue>"),
        },
        Kind::Any => plain("JsonValue"),
    }
}

pub fn requests(schema: &Schema) -> String {
    let mut text = String::new();
    for object in schema.objects.iter().filter(|object| object.taken) {
        text += &format!("\n{}", summary(CLASS, &object.description));
        let class = type_name(&object.name);
        text += &format!("    public sealed class {class} : LibraryRequest\n    {{\n");
        let mut adding = String::new();
        for member in &object.members {
            let (kind, value) = of_request(schema, member);
            let list = kind.strip_prefix("IList<").filter(|_| member.required);
            text += &summary(MEMBER, &member.with_default());
            if !member.required && !kind.ends_with('?') {
                text += "        [MaybeNull, AllowNull]\n";
            }
            let value_at_first = list.map(|inner| format!(" = new List<{inner}();"));
            let value_at_first = value_at_first.unwrap_or_default();
            let name = camel(&member.name);
            text += &format!("        public {kind} {name} {{ get; set; }}{value_at_first}\n\n");
            adding += &format!("            members.Add(\"{}\", {value});\n", member.name);
        }
        text += &format!(
            "        internal override void AddTo(Members members)\n        {{\n{adding}        }}\n    }}\n"
        );
    }
    file(
        "System.Collections.Generic;\nusing System.Diagnostics.CodeAnalysis;\nusing System.Linq",
        &text,
    )
}

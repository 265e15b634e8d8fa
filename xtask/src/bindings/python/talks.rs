//! The client's methods for the calls that ask, and their twins for asyncio.

use super::super::prose::wrapped;
use super::session::{broken, hanging};
use super::{WIDTH, heading};
use hr_header::schema::{Function, Kind, Member, Schema};

/// The method, the function, and what it does.
const TALKS: [(&str, &str, &str); 4] = [
    (
        "login",
        "hr_connect",
        "Waits for a card, presents its PIN, and says who works where when the service asks for that.",
    ),
    (
        "find",
        "hr_patient_find",
        "Searches a patient by traits, and reads the one who was found. Changes nothing.",
    ),
    (
        "deposit",
        "hr_deposit",
        "Finds the patient, opens the record, and sends each document once, in their order.",
    ),
    (
        "deposit_bytes",
        "hr_deposit_bytes",
        "As deposit(), with one document from memory.",
    ),
];

/// Members that only answers bring.
const ANSWERED: [&str; 2] = ["confirmed", "retry"];

/// A parameter, and the member of the request that it is.
struct Part {
    name: String,
    kind: &'static str,
    default: &'static str,
    member: String,
    value: String,
    /// Any JSON, a text of which goes out as it is.
    body: bool,
    says: String,
    /// Which class has its members.
    class: Option<&'static str>,
}

fn part(member: &Member, memory: bool) -> Part {
    let mut part = Part {
        name: member.name.clone(),
        kind: "str | None",
        default: " = None",
        member: member.name.clone(),
        value: member.name.clone(),
        body: member.kind == Kind::Any,
        says: member.description.clone(),
        class: None,
    };
    match &member.kind {
        Kind::Any => part.kind = "Json | None",
        Kind::Map(_) => part.kind = "Mapping[str, object] | None",
        Kind::Object(_) => {
            part.name = "traits".to_owned();
            part.value = part.name.clone();
            part.kind = "Mapping[str, object] | None";
            part.class = Some("Traits");
        }
        Kind::Array(_) if memory => {
            part.name = "document".to_owned();
            part.kind = "Mapping[str, object]";
            part.class = Some("DocumentInMemory");
            part.value = "[document]".to_owned();
            part.default = "";
        }
        Kind::Array(_) => {
            part.kind = "Iterable[Mapping[str, object]]";
            part.class = Some("DocumentFile");
            part.value = "list(documents)".to_owned();
            part.default = "";
        }
        Kind::Integer => {
            part.name = part.name.trim_end_matches("_ms").to_owned();
            part.kind = "float";
            part.default = " = 0";
            part.value = format!("milliseconds({0}, \"{0}\")", part.name);
            part.says = part.says.replace("milliseconds", "seconds");
        }
        _ => {}
    }
    part
}

fn method(
    schema: &Schema,
    function: &Function,
    name: &str,
    says: &str,
    twin: bool,
) -> Option<String> {
    let Some(Kind::Object(request)) = function.request.as_ref().map(|request| &request.kind) else {
        return None;
    };
    let memory = name.ends_with("_bytes");
    let members = schema.object(request)?.members.iter();
    let members = members.filter(|member| !ANSWERED.contains(&member.name.as_str()));
    let mut parts: Vec<Part> = members.map(|member| part(member, memory)).collect();
    // Who, or how long, comes first; the others have to be named.
    parts.sort_by_key(|part| !matches!(part.name.as_str(), "traits" | "wait_card"));
    let shown = |part: &Part| format!("{}: {}{}", part.name, part.kind, part.default);
    let mut parameters = vec!["self".to_owned()];
    parameters.extend(memory.then(|| "data: Data".to_owned()));
    parameters.extend(parts.first().map(shown));
    parameters.push("*".to_owned());
    parameters.extend(parts[1..].iter().map(shown));
    parameters.push("stop: Stop | None = None".to_owned());

    let (start, wait) = if twin { ("async ", "await ") } else { ("", "") };
    let result = &function.result;
    let mut text = format!("\n    @sealed{}\n", if twin { "_async" } else { "" });
    text += &broken(
        &format!("    {start}def {name}"),
        &parameters,
        &format!(" -> Result[{result}]:"),
        4,
    );
    if twin {
        text += &format!("        \"\"\"As Client.{name}().\"\"\"\n");
    } else {
        text += &wrapped("        ", &format!("\"\"\"{says}"), WIDTH);
        text.push('\n');
        for part in &parts {
            let see = part.class.iter().map(|class| format!(" See {class}."));
            let see: String = see.collect();
            text += &hanging("        ", &format!("{}: {}{see}", part.name, part.says));
        }
        text += "        \"\"\"\n";
    }
    let mut arguments = vec![
        "self._handle".to_owned(),
        format!("\"{}\"", function.name),
        result.clone(),
    ];
    arguments.extend(memory.then(|| "*bytes_of(data)".to_owned()));
    text += &broken("        talk = Conversation", &arguments, "", 8);
    for Part {
        member,
        value,
        body,
        ..
    } in &parts
    {
        let put = if *body { "put_json" } else { "put" };
        text += &format!("        talk.{put}(\"{member}\", {value})\n");
    }
    Some(text + &format!("        return {wait}self._hold(talk, stop)\n"))
}

pub fn talks(schema: &Schema) -> String {
    let mut text =
        heading("The client's calls that may ask a person: their requests as parameters.");
    text += "from collections.abc import Iterable, Mapping\n\n\
             from ._boundary import Data, Json, milliseconds\nfrom ._boundary import document as bytes_of\n\
             from ._conversation import Conversation, Result, SyncTalker\nfrom ._handle import Stop\n\
             from ._sealed import sealed, sealed_async\nfrom ._threads import AsyncTalker\n\
             from .async_session import AsyncSession\n\
             from .results import Connection, Deposit, FoundPatient, Journal\n";
    let classes = [
        (false, "SyncTalker", "Calls"),
        (true, "AsyncTalker", "AsyncCalls"),
    ];
    for (twin, class, calls) in classes {
        let client = calls.replace("Calls", "Client");
        text += &format!("\n\nclass {calls}({class}):\n    \"\"\"Part of {client}.\"\"\"\n");
        if twin {
            text +=
                "\n    session: AsyncSession\n    \"\"\"The session of the single steps.\"\"\"\n";
        }
        for (name, function, says) in TALKS {
            let known = schema.functions.iter().find(|known| known.name == function);
            let method = known.and_then(|known| method(schema, known, name, says, twin));
            text += &method.unwrap_or_default();
        }
        text += &journal(twin);
    }
    text
}

fn journal(twin: bool) -> String {
    let (seal, start, says, call) = match twin {
        false => (
            "",
            "",
            "The uploads that the journal knows, the newest first. Sends nothing.",
            "self._handle",
        ),
        true => (
            "_async",
            "async ",
            "As Client.journal().",
            "await self.session",
        ),
    };
    let parameters = ["self", "filter: Mapping[str, object] | None = None"];
    let parameters = parameters.map(str::to_owned);
    let head = broken(
        &format!("    {start}def journal"),
        &parameters,
        " -> Journal:",
        4,
    );
    format!(
        "\n    @sealed{seal}\n{head}        \"\"\"{says}\"\"\"\n        return {call}.journal(filter)\n"
    )
}

//! The client's methods for the calls that ask, and their twins for asyncio.

use super::super::api::{Api, Call};
use super::super::prose::wrapped;
use super::heading;
use super::session::{broken, hanging};
use hr_header::schema::{Kind, Member, Schema};

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
struct Part<'s> {
    member: &'s Member,
    name: &'s str,
    /// Its type, and what it is when it is left out.
    kind: &'static str,
    value: String,
    /// Which class has its members.
    class: Option<&'s str>,
}

fn part(member: &Member, memory: bool) -> Part<'_> {
    let own = member.name.as_str();
    let short = own.trim_end_matches("_ms");
    let (name, kind, value) = match &member.kind {
        Kind::Any => (own, "Json | None = None", own.to_owned()),
        Kind::Map(_) => (own, "Mapping[str, object] | None = None", own.to_owned()),
        Kind::Object(_) => (
            "traits",
            "Mapping[str, object] | None = None",
            "traits".to_owned(),
        ),
        Kind::Array(_) if memory => ("document", "Mapping[str, object]", "[document]".to_owned()),
        Kind::Array(_) => (
            own,
            "Iterable[Mapping[str, object]]",
            format!("list({own})"),
        ),
        Kind::Integer => (
            short,
            "float = 0",
            format!("milliseconds({short}, \"{short}\")"),
        ),
        _ => (own, "str | None = None", own.to_owned()),
    };
    let class = match &member.kind {
        Kind::Map(_) => None,
        kind => kind.object(),
    };
    Part {
        member,
        name,
        kind,
        value,
        class,
    }
}

fn method(schema: &Schema, call: &Call, name: &str, says: &str, twin: bool) -> Option<String> {
    let request = call.taken().find_map(|argument| argument.object())?;
    let result = &call.result?.name;
    let memory = name.ends_with("_bytes");
    let members = schema.object(request)?.members.iter();
    let members = members.filter(|member| !ANSWERED.contains(&member.name.as_str()));
    let mut parts: Vec<Part> = members.map(|member| part(member, memory)).collect();
    // Who, or how long, comes first; the others have to be named.
    parts.sort_by_key(|part| !matches!(part.name, "traits" | "wait_card"));
    let shown = |part: &Part| format!("{}: {}", part.name, part.kind);
    let mut parameters = vec!["self".to_owned()];
    parameters.extend(memory.then(|| "data: Data".to_owned()));
    parameters.extend(parts.first().map(shown));
    parameters.push("*".to_owned());
    parameters.extend(parts[1..].iter().map(shown));
    parameters.push("stop: Stop | None = None".to_owned());

    let (start, wait) = if twin { ("async ", "await ") } else { ("", "") };
    let mut text = format!("\n    @sealed{}\n", if twin { "_async" } else { "" });
    let head = format!("    {start}def {name}");
    text += &broken(&head, &parameters, &format!(" -> Result[{result}]:"), 4);
    if twin {
        text += &format!("        \"\"\"As Client.{name}().\"\"\"\n");
    } else {
        text += &wrapped("        ", &format!("\"\"\"{says}"));
        text.push('\n');
        for Part {
            name,
            member,
            class,
            ..
        } in &parts
        {
            let says = match member.kind {
                Kind::Integer => member.description.replace("milliseconds", "seconds"),
                _ => member.description.clone(),
            };
            let see = class.map_or(String::new(), |class| format!(" See {class}."));
            text += &hanging("        ", &format!("{name}: {says}{see}"));
        }
        text += "        \"\"\"\n";
    }
    let function = format!("\"{}\"", call.name);
    let mut arguments = vec!["self._handle".to_owned(), function, result.clone()];
    arguments.extend(memory.then(|| "*bytes_of(data)".to_owned()));
    text += &broken("        talk = Conversation", &arguments, "", 8);
    for Part { member, value, .. } in &parts {
        // A text that is any JSON goes out as it is.
        let put = match member.kind {
            Kind::Any => "put_json",
            _ => "put",
        };
        text += &format!("        talk.{put}(\"{}\", {value})\n", member.name);
    }
    Some(text + &format!("        return {wait}self._hold(talk, stop)\n"))
}

pub fn talks(api: &Api, schema: &Schema) -> String {
    let heading =
        heading("The client's calls that may ask a person: their requests as parameters.");
    let mut text = format!(
        "{heading}from collections.abc import Iterable, Mapping

from ._boundary import Data, Json, milliseconds
from ._boundary import document as bytes_of
from ._conversation import Conversation, Result, SyncTalker
from ._handle import Stop
from ._sealed import sealed, sealed_async
from ._threads import AsyncTalker
from .async_session import AsyncSession
from .results import Connection, Deposit, FoundPatient, Journal
"
    );
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
            let mut functions = api.functions.iter();
            let call = functions.find(|call| call.name == function);
            let method = call.and_then(|call| method(schema, call, name, says, twin));
            text += &method.unwrap_or_default();
        }
        text += &journal(twin);
    }
    text
}

fn journal(twin: bool) -> String {
    let (seal, start, call) = match twin {
        false => ("", "", "self._handle"),
        true => ("_async", "async ", "await self.session"),
    };
    let says = match twin {
        false => "The uploads that the journal knows, the newest first. Sends nothing.",
        true => "As Client.journal().",
    };
    format!(
        "
    @sealed{seal}
    {start}def journal(self, filter: Mapping[str, object] | None = None) -> Journal:
        \"\"\"{says}\"\"\"
        return {call}.journal(filter)
"
    )
}

//! The error object of the contract.

use crate::call_id;
use crate::ending::{self, Ask, Ending};
use crate::error::Error;
use crate::json::ObjectWriter;
use crate::messages::{Case, Language};
use crate::operation::Operation;
use crate::reason::Reason;
use crate::wiping::WipingBuffer;

pub fn error_object(
    error: &Error,
    operation: Operation,
    language: Language,
) -> Option<WipingBuffer> {
    let case = Case::new(operation, error);
    // Of several documents each has its own; a child knows nothing of the call.
    let of_all = !operation.deposits() || error.reason == Reason::Forked;
    let outcome = error.outcome.filter(|_| of_all);
    let details = error.details.as_deref();
    let mut out = ObjectWriter::with_capacity(1024);
    out.field("code", error.code as i32)
        .field("name", error.code.name())
        .field("operation", operation.name())
        .field("call_id", call_id::current())
        .field("step", error.step().map(Operation::name))
        .field("at", error.origin.word());
    case.message().write(&mut out, "message", language);
    case.remedy().write(&mut out, "remedy", language);
    out.field("reason", error.reason.word())
        .field("http_status", error.http_status)
        .raw(
            "service_code",
            error.service_code.as_deref().unwrap_or("null"),
        )
        .field("service_message", &error.service_message)
        .field("outcome", outcome.map(|outcome| outcome.word()))
        .field("phase", error.phase.map(|phase| phase.word()))
        .field("cause", error.cause.map(|cause| cause.name()))
        .field("retry_after_s", error.retry_after_s)
        .field("sha256", error.document.as_ref().map(|d| &d.sha256))
        .field("bytes", error.document.as_ref().map(|d| d.bytes))
        .field("entry", error.entry())
        .field(
            "journal",
            error.journal_not_completed.then_some("not_completed"),
        );
    let documents = details.and_then(|known| known.documents.as_ref());
    let steps = matches!(operation, Operation::Connect | Operation::PatientFind);
    let (ending, ask) = match steps || operation.deposits() {
        true => Some(ending::of_error(error)).unzip(),
        false => (None, None),
    };
    let ask = ask.flatten();
    let choices = match (ask, details.and_then(|known| known.choices.as_ref())) {
        (None, _) => b"null",
        (Some(_), None) => &b"[]"[..],
        (Some(_), Some(choices)) => choices,
    };
    out.field("ending", ending.map(Ending::word))
        .field("ask", ask.map(Ask::word))
        .field("session", details.and_then(|known| known.session))
        .raw("choices", choices)
        .raw("documents", documents.map_or(&b"null"[..], |text| text));
    out.finish()
}

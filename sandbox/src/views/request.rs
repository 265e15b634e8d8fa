//! A request and its end.

use super::{Show, time};
use crate::call::Call;
use crate::findings::{Finding, Mismatch, UploadPart};
use crate::mask;
use crate::request_log::{LoggedRequest, LoggedResponse};
use serde_json::{Value, json};

/// What fits in a line of a list.
pub(crate) fn request_brief(seen: &LoggedRequest, show: Show) -> Value {
    let text = |text: &String| mask::text_for(text, show);
    json!({
        "number": seen.number,
        "time": time(seen.time),
        "service": seen.service,
        "call": seen.call,
        "method": seen.method,
        "path": text(&seen.path),
        "query": seen.query.as_ref().map(text),
        "status": seen.status,
        "ended": seen.ended,
        "duration_ms": seen.duration.map(|time| (time.as_secs_f64() * 1e4).round() / 10.0),
        "peer": seen.peer,
        "bytes": seen.bytes,
        "session": seen.session,
        "ticket": seen.ticket,
        "card": seen.card,
        "problem": seen.problem.as_ref().map(text),
        "problem_fr": seen.problem_fr.as_ref().map(text),
        "refusal": seen.refusal.as_ref().map(|mismatch| refusal(mismatch, show)),
        "fault": seen.fault,
        "remarks": seen.remarks,
    })
}

/// All that is known of it.
pub(crate) fn request(seen: &LoggedRequest, show: Show) -> Value {
    let mut full = request_brief(seen, show);
    full["headers"] = headers(&seen.headers, show);
    full["body"] = body(seen, show);
    full["findings"] = seen.findings.iter().map(|one| finding(one, show)).collect();
    full["response"] = seen
        .response
        .as_deref()
        .map_or(Value::Null, |given| response(given, show));
    full
}

fn refusal(mismatch: &Mismatch, show: Show) -> Value {
    let (expected, found) = (&mismatch.expected, &mismatch.found);
    json!({
        "expected": mask::text_for(&expected.en, show),
        "expected_fr": mask::text_for(&expected.fr, show),
        "found": mask::text_for(&found.en, show),
        "found_fr": mask::text_for(&found.fr, show),
    })
}

fn finding(finding: &Finding, show: Show) -> Value {
    let mut shown = json!({
        "ok": finding.ok,
        "text": mask::text_for(&finding.text.en, show),
        "text_fr": mask::text_for(&finding.text.fr, show),
        "expected": null,
        "expected_fr": null,
        "found": null,
        "found_fr": null,
    });
    if let (Some(mismatch), Value::Object(shown)) = (&finding.mismatch, &mut shown)
        && let Value::Object(mismatch) = refusal(mismatch, show)
    {
        shown.extend(mismatch);
    }
    shown
}

fn headers(headers: &[(String, String)], show: Show) -> Value {
    let shown = |(name, value): &(String, String)| json!([name, mask::header(name, value, show)]);
    headers.iter().map(shown).collect()
}

fn body(seen: &LoggedRequest, show: Show) -> Value {
    match seen.call {
        Call::DmpSend if seen.parts.is_empty() && seen.bytes == 0 => Value::Null,
        Call::DmpSend if seen.parts.is_empty() => length(seen.bytes),
        Call::DmpSend => {
            let parts: Vec<_> = seen.parts.iter().map(|one| part(one, show)).collect();
            json!({ "multipart": parts })
        }
        _ if seen.body.is_empty() && seen.bytes > 0 => length(seen.bytes),
        _ => mask::body(&seen.body, show),
    }
}

fn length(bytes: u64) -> Value {
    format!("{bytes} bytes that are not kept").into()
}

fn part(part: &UploadPart, show: Show) -> Value {
    let text = |text: &String| mask::text_for(text, show);
    json!({
        "name": text(&part.name),
        "filename": part.filename.as_ref().map(text),
        "content_type": part.content_type,
        "bytes": part.bytes,
        "value": part.value.as_ref().map(text),
    })
}

fn response(given: &LoggedResponse, show: Show) -> Value {
    let body = match (&given.body, given.bytes, given.cut_after) {
        (_, Some(bytes), Some(sent)) => format!("cut after {sent} of {bytes} bytes").into(),
        (Some(body), ..) => match std::str::from_utf8(body) {
            Ok(text) if !text.is_empty() && serde_json::from_str::<Value>(text).is_err() => {
                mask::text_for(text, show).into()
            }
            _ => mask::body(body, show),
        },
        (None, Some(bytes), None) => length(bytes),
        (None, None, _) => "a stream".into(),
    };
    json!({ "headers": headers(&given.headers, show), "body": body })
}

//! The result of the run: the calls, and the document as sent and as stored.

use super::document::Document;
use super::step::Step;
use crate::host::version;
use hr_sandbox::StoredDocument;
use serde_json::{Value, json};

pub(super) struct Report<'a> {
    pub document: &'a Document,
    pub steps: Vec<Step>,
    /// Why the calls ended early, when no call failed.
    pub problem: Option<String>,
    pub stored: Vec<StoredDocument>,
    pub requests: usize,
    pub presentations: u32,
}

impl Report<'_> {
    /// Everything that differs from what is expected; empty for a success.
    pub(super) fn differences(&self) -> Vec<String> {
        let mut differences: Vec<_> = self.problem.iter().cloned().collect();
        let failed = self.steps.iter().filter(|step| !step.reply.is_ok());
        differences.extend(failed.map(|step| format!("{}: {}", step.function, step.summary)));
        if !differences.is_empty() {
            return differences;
        }
        for step in &self.steps {
            let seen = step.request.as_ref().and_then(|request| request.status);
            let reported = step.reply.value["http_status"].as_u64();
            if seen.map(u64::from) != reported {
                let text = "the library's HTTP status is not the one that the sandbox answered";
                differences.push(format!("{}: {text}", step.function));
            }
        }
        if self.requests != self.steps.len() {
            differences.push("the sandbox saw more or fewer requests than calls".into());
        }
        if self.presentations != 1 {
            differences.push("the PIN was not presented once".into());
        }
        differences.extend(self.content());
        differences
    }

    fn content(&self) -> Option<String> {
        let [stored] = self.stored.as_slice() else {
            return Some("the sandbox did not store one document".into());
        };
        let of_file = (&self.document.sha256, self.document.bytes);
        let reported = self.uploaded();
        let of_library = (reported["sha256"].as_str(), reported["bytes"].as_u64());
        if (&stored.sha256, stored.bytes) != of_file {
            Some("the document stored is not the file".into())
        } else if of_library != (Some(of_file.0), Some(of_file.1)) {
            Some("the library's SHA-256 or length is not the file's".into())
        } else {
            None
        }
    }

    /// The result of the upload, if it was made.
    fn uploaded(&self) -> &Value {
        let sent = self.steps.iter().find(|step| step.number == 9);
        sent.map_or(&Value::Null, |step| &step.reply.value)
    }

    pub(super) fn json(&self) -> Value {
        let steps: Vec<_> = self.steps.iter().map(step).collect();
        let (reported, stored) = (self.uploaded(), self.stored.last());
        let differences = self.differences();
        json!({
            "ok": differences.is_empty(),
            "library": version(),
            "document": self.document.name,
            "steps": steps,
            "comparison": {
                "sha256": {
                    "file": self.document.sha256,
                    "library": reported["sha256"],
                    "sandbox": stored.map(|stored| &stored.sha256),
                },
                "bytes": {
                    "file": self.document.bytes,
                    "library": reported["bytes"],
                    "sandbox": stored.map(|stored| stored.bytes),
                },
                "requests": self.requests,
                "pin_presentations": self.presentations,
                "documents": self.stored.len(),
            },
            "differences": differences,
        })
    }
}

fn step(step: &Step) -> Value {
    let request = step.request.as_ref();
    json!({
        "number": step.number,
        "function": step.function,
        "method": request.map(|request| &request.method),
        "path": request.map(|request| &request.path),
        "http_status": request.and_then(|request| request.status),
        "ms": (step.time.as_secs_f64() * 1e6).round() / 1e3,
        "outcome": step.reply.value["outcome"],
        "next": step.reply.value["next"],
        "code": step.reply.code,
        "summary": step.summary,
        // An error object holds no secret and no patient's data; a result may.
        "error": if step.reply.is_ok() { &Value::Null } else { &step.reply.value },
    })
}

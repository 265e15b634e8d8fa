//! A refusal: a status and a sentence an integrator can act on, in two languages. A program gets the English one.

use crate::bilingual::Bilingual;
use crate::findings::Mismatch;
use axum::Json;
use axum::http::header::{ALLOW, CONNECTION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value};

/// What is answered to a request that cannot be served.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub status: StatusCode,
    wrong: Box<Wrong>,
    fields: Map<String, Value>,
    allow: Option<&'static str>,
    close: bool,
}

/// What was wrong with a request, carried by its response up to the request log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// What a fault did to the response.
    pub fault: Option<Bilingual>,
    pub refusal: Option<Wrong>,
}

/// What a refusal says.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub text: Bilingual,
    /// What kind of refusal it is, where a reader tells kinds apart.
    pub code: Option<&'static str>,
    pub mismatch: Option<Mismatch>,
}

impl Problem {
    /// All of it in words.
    pub(crate) fn text(&self) -> Bilingual {
        let refusal = self.refusal.as_ref().map(|wrong| &wrong.text);
        match (&self.fault, refusal) {
            (Some(fault), Some(refusal)) => Bilingual::new(
                format!("{}; {}", fault.en, refusal.en),
                format!("{} ; {}", fault.fr, refusal.fr),
            ),
            (Some(text), None) | (None, Some(text)) => text.clone(),
            (None, None) => words!(""),
        }
    }
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, error: Bilingual) -> Refusal {
        Refusal {
            status,
            wrong: Box::new(Wrong {
                text: error,
                code: None,
                mismatch: None,
            }),
            fields: Map::new(),
            allow: None,
            close: false,
        }
    }

    pub(crate) fn bad_request(error: Bilingual) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, error)
    }

    pub(crate) fn unauthorized(error: Bilingual) -> Refusal {
        Refusal::new(StatusCode::UNAUTHORIZED, error)
    }

    pub(crate) fn not_found(error: Bilingual) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, error)
    }

    pub(crate) fn conflict(error: Bilingual) -> Refusal {
        Refusal::new(StatusCode::CONFLICT, error)
    }

    /// A method that the path does not take.
    pub(crate) fn method(allow: &'static str, error: Bilingual) -> Refusal {
        Refusal {
            allow: Some(allow),
            ..Refusal::new(StatusCode::METHOD_NOT_ALLOWED, error)
        }
    }

    /// Adds fields beside `error` in the body.
    pub(crate) fn with(mut self, fields: Value) -> Refusal {
        if let Value::Object(map) = fields {
            self.fields.extend(map);
        }
        self
    }

    pub(crate) fn code(mut self, code: &'static str) -> Refusal {
        self.wrong.code = Some(code);
        self
    }

    /// Adds what was expected and what came instead.
    pub(crate) fn mismatch(mut self, expected: Bilingual, found: Bilingual) -> Refusal {
        self.wrong.mismatch = Some(Mismatch { expected, found });
        self
    }

    /// Closes the connection after the reply; the rest of the request is not read.
    pub(crate) fn closing(mut self) -> Refusal {
        self.close = true;
        self
    }

    pub(crate) fn closes(&self) -> bool {
        self.close
    }
}

/// A request that says something which cannot be.
impl From<Bilingual> for Refusal {
    fn from(error: Bilingual) -> Refusal {
        Refusal::bad_request(error)
    }
}

impl IntoResponse for Refusal {
    fn into_response(mut self) -> Response {
        self.fields
            .insert("error".into(), Value::String(self.wrong.text.en.clone()));
        let mut response = (self.status, Json(Value::Object(self.fields))).into_response();
        if let Some(allow) = self.allow {
            response
                .headers_mut()
                .insert(ALLOW, HeaderValue::from_static(allow));
        }
        if self.close {
            response
                .headers_mut()
                .insert(CONNECTION, HeaderValue::from_static("close"));
        }
        response.extensions_mut().insert(Problem {
            fault: None,
            refusal: Some(*self.wrong),
        });
        response
    }
}

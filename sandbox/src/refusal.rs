//! A refusal: a status and a sentence an integrator can act on, in two languages. A program gets the English one.

use crate::bilingual::{Bilingual, Values, said, said_if_any};
use crate::findings::{Finding, Mismatch};
use axum::Json;
use axum::http::header::{ALLOW, CONNECTION};
use axum::http::{HeaderName, StatusCode};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde_json::{Map, Value};

/// What is answered to a request.
pub(crate) type Reply = Result<Json<Value>, Refusal>;

/// What is answered to a request that cannot be served.
#[derive(Debug)]
pub(crate) struct Refusal {
    pub status: StatusCode,
    wrong: Box<Finding>,
    code: Option<&'static str>,
    fields: Map<String, Value>,
    headers: Vec<(HeaderName, &'static str)>,
}

/// What was wrong with a request, carried by its response up to the request log.
#[derive(Clone, Debug, Default)]
pub(crate) struct Problem {
    /// What a fault did to the response.
    pub fault: Option<Bilingual>,
    pub refusal: Option<Finding>,
    /// What kind of refusal it is, where a reader tells kinds apart.
    pub code: Option<&'static str>,
}

impl Problem {
    pub(crate) fn text(&self) -> Bilingual {
        let refusal = self.refusal.as_ref().map(|wrong| &wrong.text);
        match (&self.fault, refusal) {
            (Some(fault), Some(refusal)) => Bilingual::new(
                format!("{}; {}", fault.en, refusal.en),
                format!("{} ; {}", fault.fr, refusal.fr),
            ),
            (Some(text), None) | (None, Some(text)) => text.clone(),
            (None, None) => Bilingual::new("", ""),
        }
    }
}

/// A refusal by its status and the key of its sentence; `KEY.expected` and `KEY.found` are what was expected and what came.
macro_rules! refusal {
    ($status:ident, $key:literal $(, $name:ident $(= $value:expr)?)* $(,)?) => {
        $crate::refusal::Refusal::new(
            axum::http::StatusCode::$status,
            $key,
            &[$((stringify!($name), &value!($name $(= $value)?))),*],
        )
    };
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, key: &str, values: &Values) -> Refusal {
        let part = |name: &str| Some(said_if_any(&format!("{key}.{name}"), values)?.bounded());
        let mut refusal = Refusal::from(said(key, values));
        refusal.status = status;
        let both = part("expected").zip(part("found"));
        refusal.wrong.mismatch = both.map(|(expected, found)| Mismatch { expected, found });
        refusal
    }

    /// The methods that the path takes.
    pub(crate) fn allow(mut self, allow: &'static str) -> Refusal {
        self.headers.push((ALLOW, allow));
        self
    }

    /// The sentence that a program gets.
    pub(crate) fn english(&self) -> &str {
        &self.wrong.text.en
    }

    /// Adds fields beside `error` in the body.
    pub(crate) fn with(mut self, fields: Value) -> Refusal {
        if let Value::Object(map) = fields {
            self.fields.extend(map);
        }
        self
    }

    pub(crate) fn code(mut self, code: &'static str) -> Refusal {
        self.code = Some(code);
        self
    }

    /// Closes the connection after the reply; the rest of the request is not read.
    pub(crate) fn closing(mut self) -> Refusal {
        self.headers.push((CONNECTION, "close"));
        self
    }

    pub(crate) fn closes(&self) -> bool {
        self.headers.iter().any(|(name, _)| name == CONNECTION)
    }
}

/// A request that says something which cannot be.
impl From<Bilingual> for Refusal {
    fn from(error: Bilingual) -> Refusal {
        Refusal {
            status: StatusCode::BAD_REQUEST,
            wrong: Box::new(Finding {
                ok: Some(false),
                text: error.bounded(),
                mismatch: None,
            }),
            code: None,
            fields: Map::new(),
            headers: Vec::new(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(mut self) -> Response {
        let error = self.english().into();
        self.fields.insert("error".into(), error);
        let headers = AppendHeaders(self.headers);
        let mut response = (self.status, headers, Json(self.fields)).into_response();
        response.extensions_mut().insert(Problem {
            fault: None,
            refusal: Some(*self.wrong),
            code: self.code,
        });
        response
    }
}

/// A body that must be a JSON object; `what` is what it is called.
pub(crate) fn object(body: &[u8], what: &Bilingual) -> Result<Map<String, Value>, Refusal> {
    let length = body.len();
    Err(match serde_json::from_slice(body) {
        Ok(Value::Object(map)) => {
            right!("object.right", what);
            return Ok(map);
        }
        Ok(_) => refusal!(BAD_REQUEST, "object.other", what),
        Err(_) if body.is_empty() => refusal!(BAD_REQUEST, "object.empty", what),
        Err(error) => {
            let (line, column) = (error.line(), error.column());
            refusal!(
                BAD_REQUEST,
                "object.no_json",
                what,
                error,
                line,
                column,
                length
            )
        }
    })
}

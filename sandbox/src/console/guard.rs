//! Who may speak to the control port: programs of this machine, and the console's own page. A page of another origin
//! may not, even one whose name was made to lead to 127.0.0.1.

use super::headers;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::extract::{Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    let port = shared.urls.control.rsplit(':').next().unwrap_or_default();
    let mut response = match check(&request, port) {
        Ok(()) => next.run(request).await,
        // The rest of the request is not read.
        Err(refusal) => refusal.closing().into_response(),
    };
    headers::complete(response.headers_mut());
    response
}

fn check(request: &Request, port: &str) -> Result<(), Refusal> {
    let host = host(request).filter(|host| is_own(host, port));
    let host = host.ok_or_else(|| {
        let text = words!(
            "the control port is 127.0.0.1:{port}: send this Host header",
            port
        );
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, text)
    })?;
    let own = format!("http://{host}");
    let fine = all(request.headers(), ORIGIN.as_str(), |origin| {
        origin.eq_ignore_ascii_case(&own)
    }) && (is_visit(request)
        || all(request.headers(), "sec-fetch-site", |site| {
            ["same-origin", "none"].contains(&site)
        }));
    match fine {
        true => Ok(()),
        false => Err(Refusal::new(
            StatusCode::FORBIDDEN,
            words!(
                "a page of another origin may not use the control port: only the console's own page and programs may"
            ),
        )),
    }
}

/// The one host that the request names; none when two are named that differ.
fn host(request: &Request) -> Option<&str> {
    let mut named = request.headers().get_all(HOST).iter();
    let host = named.next()?.to_str().ok()?;
    let target = request.uri().authority().map(|it| it.as_str());
    (named.next().is_none() && target.is_none_or(|target| target == host)).then_some(host)
}

fn is_own(host: &str, port: &str) -> bool {
    let name = match host.strip_suffix(port).and_then(|it| it.strip_suffix(':')) {
        Some(name) => name,
        // What a client leaves out that knows the scheme's own port.
        None if port == "80" => host,
        None => return false,
    };
    NAMES.iter().any(|own| name.eq_ignore_ascii_case(own))
}

/// A person who follows a link to the console.
fn is_visit(request: &Request) -> bool {
    let is = |name, value| all(request.headers(), name, |it| it == value);
    *request.method() == Method::GET
        && request.uri().path() == "/"
        && request.headers().contains_key("sec-fetch-mode")
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

/// Whether each value of a header is as wanted; so it is when there is none.
fn all(headers: &HeaderMap, name: &str, wanted: impl Fn(&str) -> bool) -> bool {
    let mut values = headers.get_all(name).iter();
    values.all(|value| value.to_str().is_ok_and(&wanted))
}

//! The console: a page on the control port, with all its files inside the program, and who may speak to that port:
//! programs of this machine, and the page itself. A page of another origin may not, even one whose name was made to lead
//! to 127.0.0.1.

use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use std::sync::Arc;

pub(crate) fn router() -> Router<Arc<Shared>> {
    Router::new()
        .route("/", get(index))
        .route("/console/{*name}", get(file))
}

static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/console.rs"));

async fn index() -> Result<Response, Refusal> {
    found("index.html")
}

async fn file(Path(name): Path<String>) -> Result<Response, Refusal> {
    found(&name)
}

fn found(name: &str) -> Result<Response, Refusal> {
    let Some((_, content)) = FILES.iter().find(|(file, _)| *file == name) else {
        return Err(refusal!(NOT_FOUND, "console.no_file"));
    };
    let headers = [
        (CONTENT_TYPE, media_type(name)),
        (CONTENT_SECURITY_POLICY, PAGE_POLICY),
    ];
    Ok((headers, *content).into_response())
}

pub(crate) fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("c" | "h" | "md" | "txt") => "text/plain; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("woff2") => "font/woff2",
        _ => "application/octet-stream",
    }
}

const NAMES: [&str; 3] = ["127.0.0.1", "localhost", "[::1]"];

/// Of the port with this number.
pub(crate) async fn guard(State(port): State<Arc<str>>, request: Request, next: Next) -> Response {
    let mut response = match check(&request, &port) {
        Ok(()) => next.run(request).await,
        // The rest of the request is not read.
        Err(refusal) => refusal.closing().into_response(),
    };
    complete(response.headers_mut());
    response
}

fn check(request: &Request, port: &str) -> Result<(), Refusal> {
    let Some(host) = host(request).filter(|host| is_own(host, port)) else {
        return Err(refusal!(MISDIRECTED_REQUEST, "console.host", port));
    };
    let own = format!("http://{host}");
    let is_own = |origin: &str| origin.eq_ignore_ascii_case(&own);
    let is_near = |site: &str| ["same-origin", "none"].contains(&site);
    let headers = request.headers();
    let may = all(headers, ORIGIN.as_str(), is_own)
        && (is_visit(request) || all(headers, "sec-fetch-site", is_near));
    match may {
        true => Ok(()),
        false => Err(refusal!(FORBIDDEN, "console.origin")),
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

/// The page runs its own scripts, speaks to its own port, and makes no HTML of a text.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; \
    style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
    require-trusted-types-for 'script'";

const DATA_POLICY: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// What each answer has, unless it says otherwise.
const HEADERS: [(&str, &str); 6] = [
    ("content-security-policy", DATA_POLICY),
    ("cache-control", "no-store"),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

fn complete(headers: &mut HeaderMap) {
    for (name, value) in HEADERS {
        let value = HeaderValue::from_static(value);
        headers.entry(name).or_insert(value);
    }
}

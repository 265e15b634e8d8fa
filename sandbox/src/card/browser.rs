//! Pages in the user's browser call the card client too: they need permission to read its
//! answers. Which pages a real one permits is not shown; this one permits all.

use axum::extract::Request;
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_REQUEST_METHOD, ORIGIN,
};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

const PRIVATE_NETWORK: HeaderName = HeaderName::from_static("access-control-allow-private-network");

/// Answers the browser's question before a request, and marks answers to pages as readable.
pub(super) async fn allow(request: Request, next: Next) -> Response {
    let from_page = request.headers().contains_key(ORIGIN);
    let asks = request.method() == Method::OPTIONS
        && request
            .headers()
            .contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = if asks {
        StatusCode::NO_CONTENT.into_response()
    } else {
        next.run(request).await
    };
    if from_page {
        let headers = response.headers_mut();
        let mut set = |name, value| headers.insert(name, HeaderValue::from_static(value));
        set(ACCESS_CONTROL_ALLOW_ORIGIN, "*");
        set(ACCESS_CONTROL_ALLOW_METHODS, "GET, POST");
        set(ACCESS_CONTROL_ALLOW_HEADERS, "authorization, content-type");
        set(PRIVATE_NETWORK, "true");
    }
    response
}

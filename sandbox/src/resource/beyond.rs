//! What the interface does not have or does not describe: `echo`, which reports what it received, and the websocket at
//! `connectedTo`, where a hello and an echo are the sandbox's own choice.

use super::{Bearer, Segment, segment};
use crate::findings;
use crate::refusal::Refusal;
use crate::shared::App;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{Method, Uri};
use axum::response::Response;
use serde_json::{Value, json};

/// Any method on `echo`: gives back method, path, query and body, as JSON where it is JSON.
pub(super) async fn echo(_bearer: Bearer, method: Method, uri: Uri, body: Bytes) -> Json<Value> {
    let body = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(_) if body.is_empty() => Value::Null,
        Err(_) => String::from_utf8_lossy(&body).into(),
    };
    Json(json!({
        "method": method.as_str(),
        "path": uri.path(),
        "query": uri.query(),
        "body": body,
    }))
}

pub(super) async fn connect(
    State(shared): App,
    path: Segment,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let id = segment(path)?;
    let is_open = |id: &str| {
        let state = shared.state();
        let mut sessions = state.sessions.values();
        sessions.any(|session| session.connection_id == id)
    };
    if !is_open(&id) {
        return Err(refusal!(NOT_FOUND, "connection.unknown"));
    }
    findings::note(|noted| noted.session = Some(id.clone()));
    right!("connection.right");
    let upgrade = upgrade.map_err(|rejection| {
        let why = rejection.body_text();
        let mut refusal = refusal!(BAD_REQUEST, "connection.no_websocket", why);
        refusal.status = rejection.status();
        refusal
    })?;
    Ok(upgrade.on_upgrade(move |socket| talk(socket, id)))
}

async fn talk(mut socket: WebSocket, id: String) {
    let hello = json!({ "type": "hello", "connectionId": id }).to_string();
    let mut reply = Some(Message::Text(hello.into()));
    loop {
        if let Some(message) = reply.take()
            && socket.send(message).await.is_err()
        {
            return;
        }
        match socket.recv().await {
            Some(Ok(Message::Text(text))) => reply = Some(Message::Text(text)),
            Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            Some(Ok(_)) => {}
        }
    }
}

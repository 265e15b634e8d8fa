//! The websocket at `connectedTo`. The interface describes no message: a hello and an echo are
//! the sandbox's own choice.

use super::segment;
use crate::findings;
use crate::refusal::Refusal;
use crate::shared::Shared;
use axum::extract::rejection::PathRejection;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use serde_json::json;
use std::sync::Arc;

pub(super) async fn connect(
    State(shared): State<Arc<Shared>>,
    path: Result<Path<String>, PathRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refusal> {
    let id = segment(path)?;
    let known = shared
        .state()
        .sessions
        .values()
        .any(|session| session.connection_id == id);
    if !known {
        let text = words!("no login has this connectionId");
        let expected = words!("the connectionId of an open session");
        let found = words!("another identifier");
        return Err(Refusal::not_found(text).mismatch(expected, found));
    }
    findings::session(&id);
    findings::right(words!("the connectionId is that of an open session"));
    let upgrade = upgrade.map_err(|rejection| {
        let why = rejection.body_text();
        let text = words!("this address speaks websocket: {why}", why);
        let expected = words!("a websocket handshake");
        let found = words!("a request of another kind");
        Refusal::new(rejection.status(), text).mismatch(expected, found)
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

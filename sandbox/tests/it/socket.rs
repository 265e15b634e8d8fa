//! The websocket at `connectedTo`.

use crate::client::*;
use serde_json::{Value, json};
use tungstenite::{Error, HandshakeError, Message};

#[test]
fn the_socket_of_a_login_says_hello_and_echoes() {
    let sandbox = sandbox();
    let session = Session::open(&sandbox);
    let url = session.login["connectedTo"].as_str().unwrap();
    assert!(url.starts_with("ws://"));
    let (mut socket, _) = tungstenite::client(url, connect(url)).unwrap();
    let hello = socket.read().unwrap().into_text().unwrap();
    let hello: Value = serde_json::from_str(&hello).unwrap();
    assert_eq!(hello["type"], json!("hello"));
    assert_eq!(hello["connectionId"], session.login["connectionId"]);
    socket.send(Message::text("oui !")).unwrap();
    assert_eq!(socket.read().unwrap(), Message::text("oui !"));

    let plain = send("GET", url, &[], b"");
    assert!(plain.error().contains("websocket"));
    let (base, _) = url.rsplit_once('/').unwrap();
    let refused = tungstenite::client(format!("{base}/0123"), connect(url));
    let Err(HandshakeError::Failure(Error::Http(reply))) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(reply.status(), 404);
}

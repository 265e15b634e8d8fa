//! The replies of services that mean well, so that a few bytes of input lead far.

use super::http::Request;
use super::secrets::{PATIENT, SESSION, TICKET};

/// Where the canonical configuration has each service. Addresses distinguish them.
pub const LICENSE_URL: &str = "http://127.0.0.1:1";
pub const CARD_URL: &str = "http://127.0.0.2:2";
pub const SERVICE_URL: &str = "http://127.0.0.3:3/base";

/// The token of the card that is in the reader.
pub const TOKEN: &str = "t-1";

pub fn ok(body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

pub fn cards() -> String {
    format!(
        r#"{{"messageType":1,"operation":2,"response":null,"timestamp":"2026-11-21T14:00:00.123Z","status":{{"code":0,"message":"ok"}},"data":{{"data":{{"{TOKEN}":[{{"model":"IAS%20ECC%00%00","manufacturer":"Fabricant%20d%27essai","serial":"2000000001","token":"{TOKEN}","categoryCard":"CPS","cardType":"CPS","idNat":"800000000001","civTitle":"DR","firstName":"Jean","lastName":"D'ESSAI","profCode":10,"trainCode":0,"specCode":"SM26","pinAttempt":3}}],"t-2":[]}}}}}}"#
    )
}

pub fn login() -> String {
    format!(
        r#"{{"connectionId":"0af1","connectedTo":"wss://card.example/ws","bearer":"{SESSION}","serviceUrl":"{SERVICE_URL}","masterData":{{"known":true}},"identified":true}}"#
    )
}

pub fn ticket() -> String {
    format!(r#"{{"licenseTicket":"{TICKET}"}}"#)
}

/// The parameters of a patient who asks for an update.
pub fn patient() -> String {
    format!(r#"{{"patient_id":"{PATIENT}","insQualified":false,"alimentationConsent":true,"x":1}}"#)
}

pub fn answer(request: &Request) -> Vec<u8> {
    let path = request.target.split('?').next().unwrap_or_default();
    if request.method == "CONNECT" {
        return b"HTTP/1.1 200 Open\r\n\r\n".to_vec();
    }
    let body = match path {
        _ if path.ends_with("/v1/license/ticket") => ticket(),
        _ if path.ends_with("/direct/ready") => cards(),
        _ if path.ends_with("/direct/login") => login(),
        _ if path.ends_with("/patient") && request.method == "GET" => patient(),
        _ => r#"{"done":true}"#.to_owned(),
    };
    match request.method {
        "HEAD" => b"HTTP/1.1 200 OK\r\n\r\n".to_vec(),
        _ => ok(&body),
    }
}

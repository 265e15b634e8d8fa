//! Replies as services give them, and as they should not; see `src/replies.rs` for the first six bytes.

use super::SeedFolder;

const OPERATIONS: u8 = 16;

const BODIES: [&str; 16] = [
    "",
    r#"{"licenseTicket":"canary-ticket-b86d40e2"}"#,
    r#"{"messageType":1,"operation":2,"response":null,"timestamp":"2026-11-21T14:00:00.123Z","status":{"code":0,"message":"ok"},"data":{"data":{"t-1":[{"model":"IAS%20ECC%00%00","manufacturer":"Fabricant%20d%27essai","serial":"2000000001","token":"t-1","categoryCard":"CPS","cardType":"CPS","idNat":"800000000001","civTitle":"DR","firstName":"Jean","lastName":"D'ESSAI","profCode":10,"trainCode":0,"specCode":"SM26","pinAttempt":3}],"t-2":[]}}}"#,
    r#"{"connectionId":"0af1","connectedTo":"wss://card.example/ws","bearer":"canary-session-5e0c1a77","serviceUrl":"http://127.0.0.3:3/base","masterData":{"known":true},"the":{"flag":true}}"#,
    r#"{"bearer":"b","serviceUrl":"https://service.example","the":{"flag":false}}"#,
    r#"{"bearer":"b","serviceUrl":"http://service.example"}"#,
    r#"{"patient_id":"255081416802538","insQualified":true,"alimentationConsent":false,"big":123456789012345678901234567890}"#,
    r#"{"patient_id":"1","insQualified":true,"alimentationConsent":true}"#,
    r#"{"status":{"code":4,"message":"PIN 7392 canary-ticket-b86d40e2 2 55 08 14 168 025 38 refused"}}"#,
    r#"{"status":{"code":7392,"message":"\u0007\nx"},"data":null}"#,
    r#"{"status":{"code":"5"},"status":{"code":0}}"#,
    r#"{"a":"\ud83d\ude00\ud800","b":[1,2.5e300,null]}"#,
    "accepted, number 12",
    "<!doctype html><html><body>sign in</body></html>",
    "{\"a\":",
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[0",
];

/// Heads that need no body, or have one of their own.
const WHOLE: [&str; 34] = [
    "HTTP/1.1 204 No Content\r\n\r\n",
    "HTTP/1.1 201 Created\r\ncontent-length: 0\r\nlocation: /x\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    "HTTP/1.1 100 Continue\r\nx: y\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}",
    "HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n",
    "HTTP/1.1 304 Not Modified\r\n\r\n",
    "HTTP/1.1 302 Found\r\nlocation: https://evil.example/\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 307 Temporary\r\nlocation: /x\r\n\r\n",
    "HTTP/1.1 400 Bad\r\ncontent-length: 27\r\n\r\n{\"status\":{\"code\":12345678}}",
    "HTTP/1.1 401 No\r\nwww-authenticate: Bearer\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 404 No\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 405 No\r\n\r\n",
    "HTTP/1.1 407 Proxy\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 408 Slow\r\ncontent-length: 0\r\nconnection: close\r\n\r\n",
    "HTTP/1.1 409 Conflict\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 413 Large\r\nconnection: close\r\n\r\n",
    "HTTP/1.1 422 Odd\r\ncontent-type: text/html\r\ncontent-length: 6\r\n\r\n<html>",
    "HTTP/1.1 429 Wait\r\nretry-after: 5\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 429 Wait\r\nretry-after: 99999999999999999999\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 500 Failed\r\ncontent-length: 5\r\n\r\nno",
    "HTTP/1.1 501 Not\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 503 Busy\r\nretry-after: Wed, 21 Oct 2026 07:28:00 GMT\r\n\r\nbusy",
    "HTTP/1.1 999 What\r\ncontent-length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2;x=y\r\n{\"\r\n5\r\na\":1}\r\n0\r\nt: u\r\n\r\n",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "HTTP/1.0 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{} ",
    "HTTP/1.1 200 OK\r\ncontent-length: 2, 2\r\n\r\n{}",
    "HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 4\r\n\r\n\u{1f}\u{7f}ab",
    "HTTP/1.1 200 OK\r\ncontent-length: 18446744073709551616\r\n\r\n{}",
    "SSH-2.0-x\r\n",
];

fn framed(status: &str, body: &str) -> [String; 4] {
    let head = format!("HTTP/1.1 {status}\r\ncontent-type: application/json; charset=utf-8\r\n");
    let length = body.len();
    [
        format!("{head}content-length: {length}\r\n\r\n{body}"),
        format!("{head}connection: close\r\n\r\n{body}"),
        format!("{head}transfer-encoding: chunked\r\n\r\n{length:x}\r\n{body}\r\n0\r\n\r\n"),
        format!("{head}content-length: {}\r\n\r\n{body}", length + 1),
    ]
}

pub fn write(folder: &mut SeedFolder) {
    let mut put = |scenario: [u8; 6], reply: &str| {
        let mut bytes = scenario.to_vec();
        bytes.extend_from_slice(reply.as_bytes());
        folder.put(&bytes);
    };
    for operation in 0..OPERATIONS {
        for (at, body) in BODIES.iter().enumerate() {
            for reply in framed("200 OK", body) {
                put([operation, 0, 0, 0, 0, 0], &reply);
            }
            // Another setting for each body.
            let settings = 1 << (at % 8);
            let reply = &framed("200 OK", body)[0];
            put([operation, settings, 1, at as u8, 0, 0], reply);
            if matches!(operation, 1 | 2) {
                put([operation, 0, 0, 0, 0, 0], &framed("401 No", body)[0]);
                put([operation, 0, 0, 0, 0, 0], &framed("500 No", body)[0]);
            }
        }
        for reply in WHOLE {
            put([operation, 0, 0, 0, 0, 0], reply);
            // The reply comes early, the document is large, the connection ends in every way.
            put([operation, 64, 0, 0, 3, 0], reply);
        }
        for amount in 0..8 {
            for end in 0..5 {
                let reply = WHOLE[16 + usize::from(end)];
                put([operation, 64, end, 0, 3 | amount << 5, 0], reply);
                put([operation, 64, end, 0, 0, 5 | amount << 5], reply);
                put([operation, 0, end, 1, 3, 6 | amount << 5], reply);
            }
        }
        put([operation, 0, 0, 0, 0, 7], "");
        for end in 0..5 {
            put(
                [operation, 128, end, 0, 0, 0],
                "HTTP/1.1 200 OK\r\ncontent-",
            );
        }
    }
}

use super::*;
use crate::client::result::BodyKind;
use crate::page;
use crate::reason::Code;
use crate::transport::{Framing, Head};
use crate::wiping::WipingBuffer;

fn response(status: u16, content_type: &str, body: &str, framing: Framing) -> Response {
    let mut buffer = WipingBuffer::default();
    buffer.push(body.as_bytes()).unwrap();
    Response {
        head: Head {
            status,
            framing,
            json: page::is_json(content_type.as_bytes()),
            ..Head::default()
        },
        sent: Sent::All,
        page: page::is_html(content_type.as_bytes()) || page::is_markup(body.as_bytes()),
        body: Ok(buffer),
    }
}

const NO_SECRETS: Redactor<'static> = Redactor {
    session: None,
    own: &[],
};

/// All statuses at all calls; a few of them go over sockets in tests/faults/matrix.
#[test]
fn statuses_have_codes_and_outcomes() {
    for status in 100..=999 {
        let (code, outcome) = match status {
            200..=299 => (None, Outcome::Accepted),
            301 | 302 | 303 | 307 | 308 => (Some(Code::Redirect), Outcome::Rejected),
            401 | 403 => (Some(Code::Unauthorized), Outcome::Rejected),
            404 => (Some(Code::NotFound), Outcome::Rejected),
            407 => (Some(Code::Proxy), Outcome::Rejected),
            408 => (Some(Code::Refused), Outcome::Unknown),
            409 => (Some(Code::Conflict), Outcome::Rejected),
            429 => (Some(Code::RateLimited), Outcome::Rejected),
            400..=499 => (Some(Code::Refused), Outcome::Rejected),
            500..=599 => (Some(Code::Server), Outcome::Unknown),
            _ => (Some(Code::Reply), Outcome::Unknown),
        };
        for &operation in Operation::ALL {
            let given = response(status, "application/json", "{}", Framing::Length);
            let what = format!("{status} {operation:?}");
            match of_response(given, operation, &NO_SECRETS) {
                Ok(accepted) => assert_eq!((None, status), (code, accepted.status), "{what}"),
                Err(error) => {
                    let outcome = operation.changes().then_some(outcome);
                    assert_eq!((Some(error.code), error.outcome), (code, outcome), "{what}");
                    assert_eq!(error.http_status, Some(status), "{what}");
                }
            }
        }
    }
}

#[test]
fn only_what_is_whole_and_readable_counts() {
    use Framing::{Length, UntilClose};
    for (content_type, body, framing, expected) in [
        ("application/json", "{}", Length, Ok(BodyKind::Json)),
        ("application/json", "{}", UntilClose, Ok(BodyKind::Json)),
        ("application/json", "{", Length, Err(Reason::ReplyNotJson)),
        ("application/json", "{", UntilClose, Err(Reason::ReplyCut)),
        ("application/json", "12", UntilClose, Err(Reason::ReplyCut)),
        ("text/plain", "stored", Length, Ok(BodyKind::Text)),
        ("text/plain", "stored", UntilClose, Err(Reason::ReplyCut)),
        ("text/plain", "{}", Length, Ok(BodyKind::Json)),
        ("text/html", "{}", Length, Err(Reason::ReplyPage)),
        (
            "text/plain",
            " <!DOCTYPE HTML>x",
            Length,
            Err(Reason::ReplyPage),
        ),
        ("", "", Length, Ok(BodyKind::Empty)),
        ("", "", UntilClose, Err(Reason::ReplyCut)),
    ] {
        let given = response(200, content_type, body, framing);
        let got = of_response(given, Operation::PatientUpdate, &NO_SECRETS);
        let got = got.map(|accepted| accepted.kind);
        let expected = expected.map_err(|reason| match reason {
            Reason::ReplyPage => (reason, Some(Outcome::Unknown)),
            reason => (reason, Some(Outcome::AcceptedUnreadable)),
        });
        let got = got.map_err(|error| (error.reason, error.outcome));
        assert_eq!(got, expected, "{content_type} {body}");
    }
}

//! The part of a request that the proxy must parse.

use crate::call::{Call, Service};
use axum::http::Method;

/// The head of a request.
#[derive(Clone, Debug)]
pub(super) struct Head {
    pub text: String,
    pub call: Call,
    /// The length of the body as announced.
    pub length: u64,
}

/// The length of the first head in `bytes`, once it is whole.
pub(super) fn head_length(bytes: &[u8]) -> Option<usize> {
    let end = bytes.windows(4).position(|four| four == b"\r\n\r\n")?;
    Some(end + 4)
}

impl Head {
    pub(super) fn parse(bytes: &[u8], service: Option<Service>, base: &str) -> Head {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let length = text
            .lines()
            .filter_map(|line| line.split_once(':'))
            .find(|(name, _)| name.eq_ignore_ascii_case("content-length"))
            .and_then(|(_, value)| value.trim().parse().ok())
            .unwrap_or(0);
        let call = service.map_or(Call::Other, |service| call(service, &text, base));
        Head { text, call, length }
    }
}

fn call(service: Service, head: &str, base: &str) -> Call {
    let mut words = head.split(' ');
    let method = words.next().and_then(|word| word.parse::<Method>().ok());
    let target = words.next().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    method.map_or(Call::Other, |method| {
        Call::of(service, &method, &template(path, base), base)
    })
}

/// The template that routing would match.
fn template(path: &str, base: &str) -> String {
    let inner = path.strip_prefix(base).unwrap_or(path);
    let segments: Vec<_> = inner.split('/').skip(1).collect();
    match segments.as_slice() {
        ["user-profiles", _, "select"] => format!("{base}/user-profiles/{{situation_id}}/select"),
        ["dmp", _] => format!("{base}/dmp/{{patient_id}}"),
        ["dmp", _, "unique", "doc", "send"] => {
            format!("{base}/dmp/{{patient_id}}/unique/doc/send")
        }
        _ => path.to_owned(),
    }
}

//! The part of a request that the proxy must parse.

use hr_sandbox::{Call, Service};

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
    let method = words.next().unwrap_or_default();
    let target = words.next().unwrap_or_default();
    let path = target.split('?').next().unwrap_or_default();
    let path = match service {
        Service::Resource => path.strip_prefix(base).unwrap_or_default(),
        _ => path,
    };
    let segments: Vec<_> = path.split('/').skip(1).collect();
    match (service, method, &segments[..]) {
        (Service::License, _, ["v1", "license", "ticket"]) => Call::Ticket,
        (Service::Card, "OPTIONS", _) => Call::Other,
        (Service::Card, _, ["direct", "ready"]) => Call::Ready,
        (Service::Card, _, ["direct", "login"]) => Call::Login,
        (Service::Resource, "PUT", ["user-profiles"]) => Call::ProfilePut,
        (Service::Resource, "GET", ["user-profiles", _, "select"]) => Call::ProfileSelect,
        (Service::Resource, "GET", ["patient", "search"]) => Call::PatientSearch,
        (Service::Resource, "GET", ["patient"]) => Call::PatientGet,
        (Service::Resource, "POST", ["patient"]) => Call::PatientUpdate,
        (Service::Resource, "PUT", ["dmp", _]) => Call::DmpOpen,
        (Service::Resource, "POST", ["dmp", _, "unique", "doc", "send"]) => Call::DmpSend,
        _ => Call::Other,
    }
}

//! Which call a request is.

use hr_sandbox::{Call, Service};

use super::recorder::Endpoint;

/// By its head, at an endpoint; the resource service is below `base`.
pub(super) fn call_of(endpoint: Endpoint, head: &str, base: &str) -> Call {
    let Some(service) = endpoint.service() else {
        return Call::Other;
    };
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

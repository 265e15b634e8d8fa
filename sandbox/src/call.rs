//! The calls of the interface, and how a request is recognised as one of them.

use crate::bilingual::Bilingual;
use axum::http::Method;
use serde::{Deserialize, Serialize};

/// One of the nine calls of the interface; profiles count for two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    /// `/v1/license/ticket`, whatever the method.
    Ticket,
    /// `/direct/ready`, whatever the method but OPTIONS.
    Ready,
    /// `/direct/login`, whatever the method but OPTIONS.
    Login,
    /// `PUT user-profiles`.
    ProfilePut,
    /// `GET user-profiles/{situation.id}/select`.
    ProfileSelect,
    /// `GET patient/search`.
    PatientSearch,
    /// `GET patient`.
    PatientGet,
    /// `POST patient`.
    PatientUpdate,
    /// `PUT dmp/{patient_id}`.
    DmpOpen,
    /// `POST dmp/{patient_id}/unique/doc/send`.
    DmpSend,
    /// Anything else: `echo`, the websocket, an unknown path, a method that a path does not take.
    Other,
}

/// The simulated service that received a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    /// The license server.
    License,
    /// The local card client.
    Card,
    /// The resource service reached after login.
    Resource,
}

impl Service {
    pub(crate) const ALL: [Service; 3] = [Service::License, Service::Card, Service::Resource];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Service::License => "license",
            Service::Card => "card",
            Service::Resource => "resource",
        }
    }

    /// What people call it.
    pub(crate) fn title(self) -> Bilingual {
        match self {
            Service::License => words!("service.license"),
            Service::Card => words!("service.card"),
            Service::Resource => words!("service.resource"),
        }
    }
}

/// Each call with its name in JSON, its service, its method and its path below the service's prefix; the license server
/// and the card client look at the method themselves.
const TABLE: [(Call, &str, Service, &str, &str); 10] = {
    use Service::{Card, License, Resource};
    [
        (Call::Ticket, "ticket", License, "", "/v1/license/ticket"),
        (Call::Ready, "ready", Card, "", "/direct/ready"),
        (Call::Login, "login", Card, "", "/direct/login"),
        (
            Call::ProfilePut,
            "profile_put",
            Resource,
            "PUT",
            "/user-profiles",
        ),
        (
            Call::ProfileSelect,
            "profile_select",
            Resource,
            "GET",
            "/user-profiles/{situation_id}/select",
        ),
        (
            Call::PatientSearch,
            "patient_search",
            Resource,
            "GET",
            "/patient/search",
        ),
        (Call::PatientGet, "patient_get", Resource, "GET", "/patient"),
        (
            Call::PatientUpdate,
            "patient_update",
            Resource,
            "POST",
            "/patient",
        ),
        (
            Call::DmpOpen,
            "dmp_open",
            Resource,
            "PUT",
            "/dmp/{patient_id}",
        ),
        (
            Call::DmpSend,
            "dmp_send",
            Resource,
            "POST",
            "/dmp/{patient_id}/unique/doc/send",
        ),
    ]
};

impl Call {
    /// The calls of the interface, in its order.
    pub const ALL: [Call; 10] = [
        Call::Ticket,
        Call::Ready,
        Call::Login,
        Call::ProfilePut,
        Call::ProfileSelect,
        Call::PatientSearch,
        Call::PatientGet,
        Call::PatientUpdate,
        Call::DmpOpen,
        Call::DmpSend,
    ];

    /// The service that has the call; none for what no service has.
    pub(crate) fn service(self) -> Option<Service> {
        let row = TABLE.iter().find(|row| row.0 == self);
        row.map(|row| row.2)
    }

    /// The name used in JSON.
    pub(crate) fn name(self) -> &'static str {
        let row = TABLE.iter().find(|row| row.0 == self);
        row.map_or("other", |row| row.1)
    }

    /// The call a request is, from the path template that routing matched; `base` is the
    /// service prefix without its last slash.
    pub(crate) fn of(service: Service, method: &Method, template: &str, base: &str) -> Call {
        let base = match service {
            // A browser's question before a request is not the request.
            Service::Card if method == Method::OPTIONS => return Call::Other,
            Service::Resource => base,
            Service::License | Service::Card => "",
        };
        let path = template.strip_prefix(base);
        let row = TABLE.iter().find(|(_, _, its, allowed, at)| {
            *its == service && path == Some(at) && (allowed.is_empty() || method == *allowed)
        });
        row.map_or(Call::Other, |row| row.0)
    }
}

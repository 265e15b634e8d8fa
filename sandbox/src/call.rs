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
}

impl Service {
    /// What people call it.
    pub(crate) fn title(self) -> Bilingual {
        match self {
            Service::License => words!("license server"),
            Service::Card => words!("card client"),
            Service::Resource => words!("resource service"),
        }
    }
}

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
        match self {
            Call::Ticket => Some(Service::License),
            Call::Ready | Call::Login => Some(Service::Card),
            Call::Other => None,
            _ => Some(Service::Resource),
        }
    }

    /// The name used in JSON.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Call::Ticket => "ticket",
            Call::Ready => "ready",
            Call::Login => "login",
            Call::ProfilePut => "profile_put",
            Call::ProfileSelect => "profile_select",
            Call::PatientSearch => "patient_search",
            Call::PatientGet => "patient_get",
            Call::PatientUpdate => "patient_update",
            Call::DmpOpen => "dmp_open",
            Call::DmpSend => "dmp_send",
            Call::Other => "other",
        }
    }

    /// The call a request is, from the path template that routing matched; `base` is the
    /// service prefix without its last slash.
    pub(crate) fn of(service: Service, method: &Method, template: &str, base: &str) -> Call {
        match service {
            Service::License if template == "/v1/license/ticket" => Call::Ticket,
            // A browser's question before a request is not the request.
            Service::Card if method == Method::OPTIONS => Call::Other,
            Service::Card if template == "/direct/ready" => Call::Ready,
            Service::Card if template == "/direct/login" => Call::Login,
            Service::Resource => {
                let path = template.strip_prefix(base).unwrap_or("");
                match (method.as_str(), path) {
                    ("PUT", "/user-profiles") => Call::ProfilePut,
                    ("GET", "/user-profiles/{situation_id}/select") => Call::ProfileSelect,
                    ("GET", "/patient/search") => Call::PatientSearch,
                    ("GET", "/patient") => Call::PatientGet,
                    ("POST", "/patient") => Call::PatientUpdate,
                    ("PUT", "/dmp/{patient_id}") => Call::DmpOpen,
                    ("POST", "/dmp/{patient_id}/unique/doc/send") => Call::DmpSend,
                    _ => Call::Other,
                }
            }
            Service::License | Service::Card => Call::Other,
        }
    }
}

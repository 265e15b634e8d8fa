//! The calls of the interface, and how a request is recognised as one of them.

use crate::bilingual::Bilingual;
use axum::http::Method;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Display};

/// One of the nine calls of the interface; profiles count for two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Call {
    Ticket,
    Ready,
    Login,
    ProfilePut,
    ProfileSelect,
    PatientSearch,
    PatientGet,
    PatientUpdate,
    DmpOpen,
    DmpSend,
    /// Anything else: `echo`, the websocket, an unknown path, a method that a path does not take.
    #[default]
    Other,
}

/// The simulated service that received a request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Service {
    #[default]
    License,
    Card,
    Resource,
}

impl Service {
    /// What people call it.
    pub(crate) fn title(self) -> Bilingual {
        match self {
            Service::License => words!("service.license"),
            Service::Card => words!("service.card"),
            Service::Resource => words!("service.resource"),
        }
    }
}

/// The name used in JSON.
impl Display for Service {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The name used in JSON.
impl Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Each call with its method and path below the service's prefix; the license server and the card client look at the
/// method themselves.
const ROWS: [(Call, &str); 10] = [
    (Call::Ticket, "ANY /v1/license/ticket"),
    (Call::Ready, "ANY /direct/ready"),
    (Call::Login, "ANY /direct/login"),
    (Call::ProfilePut, "PUT /user-profiles"),
    (
        Call::ProfileSelect,
        "GET /user-profiles/{situation.id}/select",
    ),
    (Call::PatientSearch, "GET /patient/search"),
    (Call::PatientGet, "GET /patient"),
    (Call::PatientUpdate, "POST /patient"),
    (Call::DmpOpen, "PUT /dmp/{patient_id}"),
    (Call::DmpSend, "POST /dmp/{patient_id}/unique/doc/send"),
];

impl Call {
    /// Its path below the service's prefix.
    pub fn path(self) -> &'static str {
        let row = ROWS.into_iter().find(|(call, _)| *call == self);
        row.and_then(|(_, at)| at.split_once(' '))
            .map_or("", |(_, path)| path)
    }

    /// The calls of the interface, in its order.
    pub fn all() -> impl Iterator<Item = Call> {
        ROWS.into_iter().map(|(call, _)| call)
    }

    /// The service that has the call; none for what no service has.
    pub(crate) fn service(self) -> Option<Service> {
        match self {
            Call::Ticket => Some(Service::License),
            Call::Ready | Call::Login => Some(Service::Card),
            Call::Other => None,
            _ => Some(Service::Resource),
        }
    }

    /// The call a request is, from the path template that routing matched; `base` is the
    /// service prefix without its last slash.
    pub(crate) fn of(service: Service, method: &Method, template: &str, base: &str) -> Call {
        let path = match service {
            // A browser's question before a request is not the request.
            Service::Card if method == Method::OPTIONS => return Call::Other,
            Service::Resource => template.strip_prefix(base).unwrap_or(""),
            Service::License | Service::Card => template,
        };
        let asked = ["ANY", method.as_str()].map(|method| format!("{method} {path}"));
        let mut rows = ROWS.into_iter();
        let row = rows.find(|(call, at)| {
            call.service() == Some(service) && asked.iter().any(|asked| asked == at)
        });
        row.map_or(Call::Other, |(call, _)| call)
    }
}

//! The calls that reach a service: what they are named, where they go, whether they change something.

use crate::error::At;
use crate::function::Function;
use crate::transport::Role;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
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
    Request,
}

impl Operation {
    pub fn role(self) -> Role {
        match self {
            Operation::Ticket => Role::License,
            Operation::Ready | Operation::Login => Role::Card,
            _ => Role::Service,
        }
    }

    pub fn at(self) -> At {
        match self.role() {
            Role::License => At::License,
            Role::Card => At::Card,
            Role::Service => At::Service,
        }
    }

    /// The function as a log names it; both ways of sending a document are one.
    pub fn function(self) -> Function {
        match self {
            Operation::Ticket => Function::Ticket,
            Operation::Ready => Function::Ready,
            Operation::Login => Function::Login,
            Operation::ProfilePut => Function::ProfilePut,
            Operation::ProfileSelect => Function::ProfileSelect,
            Operation::PatientSearch => Function::PatientSearch,
            Operation::PatientGet => Function::PatientGet,
            Operation::PatientUpdate => Function::PatientUpdate,
            Operation::DmpOpen => Function::DmpOpen,
            Operation::DmpSend => Function::DmpSend,
            Operation::Request => Function::Request,
        }
    }

    /// The path with placeholders, as it may be shown in a log.
    pub fn template(self) -> &'static str {
        match self {
            Operation::Ticket => "/v1/license/ticket",
            Operation::Ready => "/direct/ready",
            Operation::Login => "/direct/login",
            Operation::ProfilePut => "/user-profiles",
            Operation::ProfileSelect => "/user-profiles/{situation.id}/select",
            Operation::PatientSearch => "/patient/search",
            Operation::PatientGet | Operation::PatientUpdate => "/patient",
            Operation::DmpOpen => "/dmp/{patient_id}",
            Operation::DmpSend => "/dmp/{patient_id}/unique/doc/send",
            Operation::Request => "/{path}",
        }
    }

    /// The configuration key that decides the form of the request, for the remedy of a 404, 405 or 501.
    pub fn form_key(self) -> Option<&'static str> {
        match self {
            Operation::Ticket => Some("ticket_method"),
            Operation::Ready | Operation::Login => Some("card_form"),
            _ => None,
        }
    }
}

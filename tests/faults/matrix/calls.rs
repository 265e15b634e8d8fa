//! The calls of the matrix.

use hr_sandbox::Call;
use testkit::fault_proxy::Endpoint;

use super::fixture::Fixture;
use testkit::{NOT_QUALIFIED, Outcome, QUALIFIED};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    Ticket,
    Ready,
    Login,
    Search,
    Get,
    ProfilePut,
    Select,
    Update,
    Open,
    Send,
    SendFile,
}

use Target as T;

#[rustfmt::skip]
pub const ALL: [T; 11] = [
    T::Ticket, T::Ready, T::Login, T::Search, T::Get, T::ProfilePut, T::Select, T::Update, T::Open,
    T::Send, T::SendFile,
];
pub const UPLOADS: [Target; 2] = [Target::Send, Target::SendFile];
/// Calls that go to the resource service.
#[rustfmt::skip]
pub const SERVICE: [T; 8] = [
    T::Search, T::Get, T::ProfilePut, T::Select, T::Update, T::Open, T::Send, T::SendFile,
];
/// Calls whose request has a body.
#[rustfmt::skip]
pub const WITH_BODY: [T; 6] = [
    T::Ready, T::Login, T::ProfilePut, T::Update, T::Send, T::SendFile,
];

impl Target {
    pub fn call(self) -> Call {
        match self {
            Target::Ticket => Call::Ticket,
            Target::Ready => Call::Ready,
            Target::Login => Call::Login,
            Target::Search => Call::PatientSearch,
            Target::Get => Call::PatientGet,
            Target::ProfilePut => Call::ProfilePut,
            Target::Select => Call::ProfileSelect,
            Target::Update => Call::PatientUpdate,
            Target::Open => Call::DmpOpen,
            Target::Send | Target::SendFile => Call::DmpSend,
        }
    }

    pub fn endpoint(self) -> Endpoint {
        Endpoint::of(self.call())
    }

    pub fn named(name: &str) -> Target {
        let found = ALL.iter().find(|target| format!("{target:?}") == name);
        *found.unwrap_or_else(|| panic!("{name}"))
    }

    /// The column of the matrix.
    pub fn group(self) -> char {
        match self {
            Target::Ticket => 'T',
            Target::Ready => 'R',
            Target::Login => 'L',
            Target::Search | Target::Get => 'G',
            Target::Send | Target::SendFile => 'D',
            _ => 'M',
        }
    }

    pub fn changes(self) -> bool {
        !matches!(self.group(), 'T' | 'R' | 'G')
    }

    /// Whether it wants certain fields in the reply; the others take any.
    pub fn is_wanting(self) -> bool {
        matches!(self, T::Ticket | T::Ready | T::Login | T::Get)
    }

    pub fn uploads(self) -> bool {
        self.group() == 'D'
    }

    /// Everything that must come before the call; an error when a step failed.
    pub fn prepare(self, fixture: &mut Fixture) -> Result<(), String> {
        let ok = |outcome: Outcome| match outcome.code {
            0 => Ok(outcome),
            _ => Err(outcome.text),
        };
        if self == Target::Ticket {
            return Ok(());
        }
        ok(fixture.host.ticket())?;
        if self == Target::Ready {
            return Ok(());
        }
        let ready = ok(fixture.host.ready())?;
        let cards = ready.json["cards"].as_array().cloned().unwrap_or_default();
        let own = cards
            .iter()
            .find(|card| card["serial"] == fixture.serial.as_str());
        fixture.token = own
            .map_or("", |card| card["token"].as_str().unwrap_or(""))
            .to_owned();
        if self == Target::Login {
            return Ok(());
        }
        ok(fixture.host.login(&fixture.token, &fixture.pin))?;
        match self {
            Target::Get => drop(ok(fixture.host.patient_search(QUALIFIED))?),
            Target::Select => drop(ok(fixture.host.profile_put("{}"))?),
            Target::Update => {
                ok(fixture.host.patient_search(NOT_QUALIFIED))?;
                ok(fixture.host.patient_get())?;
            }
            Target::Open | Target::Send | Target::SendFile => {
                ok(fixture.host.patient_search(QUALIFIED))?;
                fixture.patient = ok(fixture.host.patient_get())?.str("patient_id");
                if self.uploads() {
                    ok(fixture.host.dmp_open(&fixture.patient, None))?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    pub fn run(self, fixture: &Fixture) -> Outcome {
        let host = &fixture.host;
        match self {
            Target::Ticket => host.ticket(),
            Target::Ready => host.ready(),
            Target::Login => host.login(&fixture.token, &fixture.pin),
            Target::Search => host.patient_search(QUALIFIED),
            Target::Get => host.patient_get(),
            Target::ProfilePut => host.profile_put(r#"{"planted":"profile"}"#),
            Target::Select => host.profile_select("1"),
            Target::Update => host.patient_update(r#"{"insQualified":true}"#),
            Target::Open => host.dmp_open(&fixture.patient, None),
            Target::Send => {
                host.dmp_send_bytes(&fixture.patient, &fixture.content, super::fixture::FILENAME)
            }
            Target::SendFile => {
                let file = fixture.file.as_ref().expect("a file");
                host.dmp_send(&fixture.patient, file.path(), None)
            }
        }
    }
}

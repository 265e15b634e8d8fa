//! Which call may come when, as the design says it.

use std::collections::BTreeSet;

use hr_sandbox::Call;
use serde_json::Value;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Patient {
    /// Nothing is missing.
    Ready,
    /// The identity is not qualified.
    Unready,
}

pub use Patient::{Ready, Unready};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    Ticket,
    Cards,
    Login,
    ProfilePut,
    ProfileSelect,
    Search(Patient),
    /// Nobody has these traits.
    SearchNobody,
    Get,
    Update,
    Open(Patient),
    Send(Patient),
    /// `hr_session_set` with the same login.
    Adopt,
    /// No call: somebody else takes back what the first patient's record needs.
    Withdraw,
}

impl Step {
    /// The request that it makes.
    pub fn call(self) -> Option<Call> {
        Some(match self {
            Step::Ticket => Call::Ticket,
            Step::Cards => Call::Ready,
            Step::Login => Call::Login,
            Step::ProfilePut => Call::ProfilePut,
            Step::ProfileSelect => Call::ProfileSelect,
            Step::Search(_) | Step::SearchNobody => Call::PatientSearch,
            Step::Get => Call::PatientGet,
            Step::Update => Call::PatientUpdate,
            Step::Open(_) => Call::DmpOpen,
            Step::Send(_) => Call::DmpSend,
            Step::Adopt | Step::Withdraw => return None,
        })
    }
}

/// What has come about, as far as the order of calls is concerned.
#[derive(Default)]
pub struct Chain {
    ticket: bool,
    cards: bool,
    login: Option<Login>,
}

#[derive(Default)]
struct Login {
    /// Whom the last reading since the last search was about, and whether it asks for an update.
    read: Option<(String, bool)>,
    /// The last search did not succeed.
    lost: bool,
    /// Patients that were read.
    known: BTreeSet<String>,
    /// Patients whose last reading asks for an update that was not made.
    unmade: BTreeSet<String>,
    open: BTreeSet<String>,
}

impl Chain {
    pub fn may(&self, step: Step, ids: &Ids) -> bool {
        let login = self.login.as_ref();
        let service = |fact: fn(&Login, &str) -> bool, id: &str| login.is_some_and(|l| fact(l, id));
        match step {
            Step::Ticket | Step::Adopt | Step::Withdraw => true,
            Step::Cards => self.ticket,
            Step::Login => self.ticket && self.cards,
            Step::ProfilePut | Step::ProfileSelect | Step::Search(_) | Step::SearchNobody => {
                login.is_some()
            }
            Step::Get => service(|l, _| !l.lost, ""),
            Step::Update => service(|l, _| l.read.as_ref().is_some_and(|read| read.1), ""),
            Step::Open(who) => {
                let may = |l: &Login, id: &str| l.known.contains(id) && !l.unmade.contains(id);
                service(may, ids.of(who))
            }
            Step::Send(who) => service(|l, id| l.open.contains(id), ids.of(who)),
        }
    }

    /// A call was sent, and `reply` came if it succeeded.
    pub fn made(&mut self, step: Step, reply: Option<&Value>, ids: &Ids) {
        let success = reply.is_some();
        match step {
            Step::Ticket => self.ticket |= success,
            Step::Cards => self.cards |= success,
            // A login ends the one before it, whatever comes of it.
            Step::Login => self.login = success.then(Login::default),
            // Of one session the last search counts, whoever has adopted it since.
            Step::Adopt => {
                let lost = self.login.take().is_some_and(|login| login.lost);
                self.login = Some(Login {
                    lost,
                    ..Login::default()
                });
            }
            _ => {}
        }
        let Some(login) = &mut self.login else { return };
        match (step, reply) {
            (Step::Search(_) | Step::SearchNobody, _) => {
                login.read = None;
                login.lost = !success;
            }
            (Step::Get, Some(reply)) => {
                let id = reply["patient_id"].as_str().unwrap().to_owned();
                let asks = reply["insQualified"] != true || reply["alimentationConsent"] != true;
                if asks {
                    login.unmade.insert(id.clone());
                    login.open.remove(&id);
                } else {
                    login.unmade.remove(&id);
                }
                login.known.insert(id.clone());
                login.read = Some((id, asks));
            }
            (Step::Update, Some(reply)) => {
                let denied = |name: &str| reply.get(name).is_some_and(|value| *value != true);
                if denied("insQualified") || denied("alimentationConsent") {
                    return;
                }
                if let Some((id, asks)) = &mut login.read {
                    login.unmade.remove(id);
                    *asks = false;
                }
            }
            (Step::Open(who), reply) => {
                login.open.remove(ids.of(who));
                if reply.is_some() {
                    login.open.insert(ids.of(who).to_owned());
                }
            }
            _ => {}
        }
    }
}

/// The identifiers of the two patients.
pub struct Ids(pub String, pub String);

impl Ids {
    pub fn of(&self, patient: Patient) -> &str {
        match patient {
            Ready => &self.0,
            Unready => &self.1,
        }
    }
}

//! The order of calls: walks in which any call may come at any time, and those that may be sent come more often. What may be
//! sent is decided here anew, from the design's words; what was sent the sandbox knows.
//! HR_SEED repeats a run's choices, `HR_RANDOM=full` makes more of them.

use std::collections::BTreeMap;

use hr_sandbox::{Call, Sandbox};
use serde_json::Value;
use testkit::random::Random;
use testkit::threads::for_each;
use testkit::*;

const THREADS: usize = 3;
/// Calls of a walk, behind a beginning that may come far.
const LENGTH: usize = 10;

/// Of the two patients nothing is missing for the first, and the identity of the second is not qualified.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Step {
    Ticket,
    Cards,
    Login,
    ProfilePut,
    ProfileSelect,
    Search(usize),
    /// Nobody has these traits.
    SearchNobody,
    Get,
    Update,
    Open(usize),
    Send(usize),
    /// `hr_session_set` with the same login.
    Adopt,
    /// No call: somebody else takes back what the first patient's record needs.
    Withdraw,
}

use Step::*;

const STEPS: [Step; 16] = [
    Ticket,
    Cards,
    Login,
    ProfilePut,
    ProfileSelect,
    SearchNobody,
    Search(0),
    Search(1),
    Get,
    Update,
    Open(0),
    Open(1),
    Send(0),
    Send(1),
    Adopt,
    Withdraw,
];

impl Step {
    /// The request that it makes.
    fn call(self) -> Option<Call> {
        Some(match self {
            Ticket => Call::Ticket,
            Cards => Call::Ready,
            Login => Call::Login,
            ProfilePut => Call::ProfilePut,
            ProfileSelect => Call::ProfileSelect,
            Search(_) | SearchNobody => Call::PatientSearch,
            Get => Call::PatientGet,
            Update => Call::PatientUpdate,
            Open(_) => Call::DmpOpen,
            Send(_) => Call::DmpSend,
            Adopt | Withdraw => return None,
        })
    }
}

/// What has come about, as far as the order of calls is concerned.
#[derive(Default)]
struct Rule {
    ticket: bool,
    cards: bool,
    session: Option<Session>,
}

#[derive(Default)]
struct Session {
    adopted: bool,
    /// Whom the last reading since the last search was about, and whether it asks for an update.
    read: Option<(usize, bool)>,
    /// The last search did not succeed.
    lost: bool,
    /// Of each patient: was read; the last reading asks for an update that was not made; the record is open.
    known: [bool; 2],
    unmade: [bool; 2],
    open: [bool; 2],
}

impl Rule {
    fn may(&self, step: Step) -> bool {
        match (step, &self.session) {
            (Ticket | Adopt | Withdraw, _) => true,
            (Cards, _) => self.ticket,
            (Login, _) => self.ticket && self.cards,
            (_, None) => false,
            (Get, Some(session)) => !session.lost,
            (Update, Some(session)) => session.read.is_some_and(|(_, asks)| asks),
            (Open(who), Some(session)) => session.known[who] && !session.unmade[who],
            (Send(who), Some(session)) => session.open[who],
            (_, Some(_)) => true,
        }
    }

    /// A call was sent, and `reply` came if it succeeded.
    fn made(&mut self, step: Step, reply: Option<&Value>, ids: &[String; 2]) {
        let success = reply.is_some();
        match step {
            Ticket => self.ticket |= success,
            Cards => self.cards |= success,
            // A login ends the one before it, whatever comes of it.
            Login => self.session = success.then(Session::default),
            // Of one session the last search counts, however often it is adopted.
            Adopt => {
                let before = self.session.take();
                self.session = Some(Session {
                    adopted: true,
                    lost: before.is_some_and(|session| session.adopted && session.lost),
                    ..Session::default()
                });
            }
            _ => {}
        }
        let Some(session) = &mut self.session else {
            return;
        };
        let grants = |reply: &Value, missing: bool| {
            let members = ["insQualified", "alimentationConsent"];
            let mut given = members.iter().map(|name| reply.get(name));
            given.all(|value| value.map_or(missing, |value| *value == true))
        };
        match (step, reply) {
            (Search(_) | SearchNobody, _) => {
                session.read = None;
                session.lost = !success;
            }
            (Get, Some(reply)) => {
                let who = ids.iter().position(|id| reply["patient_id"] == **id);
                let (who, asks) = (who.unwrap(), !grants(reply, false));
                session.unmade[who] = asks;
                session.open[who] &= !asks;
                session.known[who] = true;
                session.read = Some((who, asks));
            }
            (Update, Some(reply)) if grants(reply, true) => {
                if let Some((who, asks)) = &mut session.read {
                    session.unmade[*who] = false;
                    *asks = false;
                }
            }
            (Open(who), _) => session.open[who] = success,
            _ => {}
        }
    }
}

/// A sandbox, a login at it, and somebody else who is logged in.
struct Fixture {
    sandbox: Sandbox,
    other: Host,
    token: String,
    login: Outcome,
    ids: [String; 2],
}

impl Fixture {
    fn new() -> Fixture {
        let sandbox = sandbox();
        let host = Host::of(&sandbox);
        let login = host.log_in(CPS, PIN);
        let ids = [QUALIFIED, NOT_QUALIFIED].map(|traits| {
            host.patient_search(traits).ok();
            host.patient_get().ok().str("patient_id")
        });
        let other = Host::of(&sandbox);
        other.log_in(CPS, PIN);
        Fixture {
            token: other.token(CPS),
            sandbox,
            other,
            login,
            ids,
        }
    }

    /// Says whether a patient's identity is qualified.
    fn set(&self, traits: [Option<&str>; 4], qualified: bool) {
        self.other.patient_search(traits).ok();
        let body = format!("{{\"insQualified\":{qualified}}}");
        self.other.request("POST", "/patient", Some(&body)).ok();
    }

    fn last(&self, before: u64) -> u64 {
        let last = self.sandbox.requests_since(before).pop();
        last.map_or(before, |request| request.number)
    }

    /// Makes the call; gives the reply, or the name of its code.
    fn call(&self, host: &Host, step: Step) -> Result<Value, String> {
        let outcome = match step {
            Adopt => {
                let (url, bearer) = (self.login.str("serviceUrl"), self.login.str("bearer"));
                assert_eq!(host.session_set(&url, &bearer), 0);
                return Ok(Value::Null);
            }
            Withdraw => {
                self.set(QUALIFIED, false);
                return Ok(Value::Null);
            }
            Ticket => host.ticket(),
            Cards => host.ready(),
            Login => host.login(&self.token, PIN),
            ProfilePut => host.profile_put("{}"),
            ProfileSelect => host.profile_select("1"),
            Search(0) => host.patient_search(QUALIFIED),
            Search(_) => host.patient_search(NOT_QUALIFIED),
            SearchNobody => host.patient_search([Some("PERSONNE"), None, None, None]),
            Get => host.patient_get(),
            Update => host.patient_update(r#"{"insQualified":true}"#),
            Open(who) => host.dmp_open(&self.ids[who], None),
            // Another one for each handle: one document is on its way once.
            Send(who) => {
                let content = format!("a document of {}", host.0);
                host.dmp_send_bytes(&self.ids[who], content.as_bytes(), "a.txt")
            }
        };
        match outcome.code {
            0 => Ok(outcome.json["raw"].clone()),
            _ => Err(outcome.str("name")),
        }
    }

    /// The calls that were sent; or the walk to the first step that was wrongly sent or held back.
    fn walk(&self, random: &mut Random, mark: &mut u64) -> Result<Vec<Call>, String> {
        let host = Host::of(&self.sandbox);
        let mut rule = Rule::default();
        let (mut walk, mut all) = (Vec::new(), Vec::new());
        let who = random.below(2) as usize;
        let begin: &[Step] = match random.below(4) {
            0 => &[],
            1 => &[Ticket, Cards, Login],
            2 => &[Adopt, Search(who), Get, Open(who)],
            // What is read of a patient closes the record.
            _ => &[Adopt, Search(0), Get, Open(0), Withdraw, Get, Send(0)],
        };
        for at in 0..begin.len() + LENGTH {
            let allowed = STEPS.into_iter().filter(|step| rule.may(*step));
            let allowed: Vec<Step> = allowed.collect();
            let step = match (begin.get(at), random.below(2)) {
                (Some(step), _) => *step,
                (None, 0) => *random.pick(&STEPS),
                (None, _) => *random.pick(&allowed),
            };
            walk.push(step);
            let reply = self.call(&host, step);
            if step == Withdraw {
                *mark = self.last(*mark);
            }
            let seen = self.sandbox.requests_since(*mark);
            *mark = seen.last().map_or(*mark, |request| request.number);
            let calls: Vec<Call> = seen.iter().map(|request| request.call).collect();
            let whose = match step {
                Open(who) | Send(who) => &self.ids[who],
                _ => "",
            };
            let may = rule.may(step);
            let fine = match (may, step.call()) {
                (true, Some(call)) => calls == [call] && seen[0].path.contains(whose),
                (true, None) => calls.is_empty(),
                (false, _) => calls.is_empty() && reply == Err("HR_E_STATE".into()),
            };
            if !fine {
                return Err(format!("{walk:?}: may {may}, {calls:?}, {reply:?}"));
            }
            if may {
                rule.made(step, reply.as_ref().ok(), &self.ids);
            }
            all.extend(calls);
        }
        if walk.iter().any(|step| matches!(step, Update | Withdraw)) {
            self.set(NOT_QUALIFIED, false);
            self.set(QUALIFIED, true);
            *mark = self.last(*mark);
        }
        Ok(all)
    }
}

#[test]
fn what_may_be_sent_is_sent_and_nothing_else() {
    let seed = testkit::random::seed();
    let walks = if testkit::random::is_full() {
        6_000
    } else {
        250
    };
    let streams: Vec<u64> = (0..THREADS as u64).collect();
    let results = for_each(THREADS, &streams, |stream| {
        let fixture = Fixture::new();
        let mut random = Random::of_stream(seed, *stream);
        let mut mark = fixture.last(0);
        let walks = (0..walks).map(|_| fixture.walk(&mut random, &mut mark));
        walks.collect::<Vec<_>>()
    });
    let mut sent: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for result in results.into_iter().flatten() {
        match result {
            Ok(calls) => {
                for call in calls {
                    *sent.entry(format!("{call:?}")).or_default() += 1;
                }
            }
            Err(what) => wrong.push(what),
        }
    }
    println!("order: {} walks, sent {sent:?}", walks * THREADS);
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{wrong:#?}");
    for call in STEPS.iter().filter_map(|step| step.call()) {
        let times = sent.get(&format!("{call:?}")).copied();
        assert!(times > Some(20), "{call:?} was hardly ever sent: {sent:?}");
    }
}

//! The order of calls: every sequence of five, from a fresh handle and from one that is logged in. What
//! may be sent is decided here anew, from the design's words; what was sent the sandbox knows.
//!
//! A fixed share runs always; all of it with `HR_ORDER=full`.

mod chain;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use chain::{Chain, Ids, Patient, Ready, Step, Unready};
use hr_sandbox::{Call, Sandbox};
use serde_json::Value;
use testkit::*;

const LENGTH: u32 = 5;
/// Calls behind a beginning that comes far.
const ENDING: u32 = 3;
const THREADS: usize = 3;
/// Of the sequences, every such one belongs to the share that runs always.
const EVERY: usize = 101;
const NIR: &str = "255081416802538";

const FRESH: [Step; 10] = [
    Step::Ticket,
    Step::Cards,
    Step::Login,
    Step::ProfilePut,
    Step::ProfileSelect,
    Step::Search(Unready),
    Step::Get,
    Step::Update,
    Step::Open(Ready),
    Step::Send(Ready),
];
const LOGGED_IN: [Step; 11] = [
    Step::SearchNobody,
    Step::Search(Ready),
    Step::Search(Unready),
    Step::Get,
    Step::Update,
    Step::Open(Ready),
    Step::Open(Unready),
    Step::Send(Ready),
    Step::Send(Unready),
    Step::Adopt,
    Step::Withdraw,
];

/// A sandbox, and a login at it.
struct Fixture {
    sandbox: Sandbox,
    token: String,
    url: String,
    bearer: String,
    ids: Ids,
}

#[derive(Default)]
struct Tally {
    sequences: usize,
    calls: usize,
    sent: BTreeMap<String, usize>,
    refused: usize,
    wrong: Vec<String>,
}

impl Fixture {
    fn new() -> Fixture {
        let sandbox = sandbox();
        let host = Host::of(&sandbox);
        let login = host.log_in(CPS, PIN);
        let serial = serial_of(&host.ready().ok(), CPS);
        host.patient_search(NOT_QUALIFIED).ok();
        let unready = host.patient_get().ok();
        assert_eq!(unready.json["updateNeeded"], true);
        Fixture {
            token: sandbox.card_token(&serial).unwrap(),
            url: login.str("serviceUrl"),
            bearer: login.str("bearer"),
            ids: Ids(NIR.into(), unready.str("patient_id")),
            sandbox,
        }
    }

    fn last(&self, before: u64) -> u64 {
        let last = self.sandbox.requests_since(before).pop();
        last.map_or(before, |request| request.number)
    }

    /// Makes the call; gives its code's name (or OK) and the reply.
    fn call(&self, host: &Host, step: Step) -> (String, Option<Value>) {
        let id = |who| self.ids.of(who);
        let outcome = match step {
            Step::Adopt => {
                assert_eq!(host.session_set(&self.url, &self.bearer), 0);
                return ("HR_OK".into(), Some(Value::Null));
            }
            Step::Withdraw => {
                self.set(Ready, false);
                return ("HR_OK".into(), None);
            }
            Step::Ticket => host.ticket(),
            Step::Cards => host.ready(),
            Step::Login => host.login(&self.token, PIN),
            Step::ProfilePut => host.profile_put("{}"),
            Step::ProfileSelect => host.profile_select("1"),
            Step::Search(Ready) => host.patient_search(QUALIFIED),
            Step::Search(Unready) => host.patient_search(NOT_QUALIFIED),
            Step::SearchNobody => host.patient_search([Some("PERSONNE"), None, None, None]),
            Step::Get => host.patient_get(),
            Step::Update => host.patient_update(r#"{"insQualified":true}"#),
            Step::Open(who) => host.dmp_open(id(who), None),
            // Another one for each handle: one document is on its way once.
            Step::Send(who) => {
                let content = format!("a document of {}", host.0);
                host.dmp_send_bytes(id(who), content.as_bytes(), "a.txt")
            }
        };
        match outcome.code {
            0 => ("HR_OK".into(), Some(outcome.json["raw"].clone())),
            _ => (outcome.str("name"), None),
        }
    }

    fn run(&self, sequence: &[Step], logged_in: bool, mark: &mut u64, tally: &mut Tally) {
        let host = Host::of(&self.sandbox);
        let mut chain = Chain::default();
        if logged_in {
            self.call(&host, Step::Adopt);
            chain.made(Step::Adopt, Some(&Value::Null), &self.ids);
        }
        let (mut updated, mut withdrawn) = (false, false);
        for (index, step) in sequence.iter().enumerate() {
            let may = chain.may(*step, &self.ids);
            let (code, reply) = self.call(&host, *step);
            if *step == Step::Withdraw {
                *mark = self.last(*mark);
            }
            let seen = self.sandbox.requests_since(*mark);
            *mark = seen.last().map_or(*mark, |request| request.number);
            let calls: Vec<Call> = seen.iter().map(|request| request.call).collect();
            let whose = match step {
                Step::Open(who) | Step::Send(who) => self.ids.of(*who),
                _ => "",
            };
            let fine = match (may, step.call()) {
                (true, Some(call)) => calls == [call] && seen[0].path.contains(whose),
                (false, _) => calls.is_empty() && code == "HR_E_STATE",
                (true, None) => calls.is_empty(),
            };
            if !fine {
                let so_far = &sequence[..=index];
                tally.wrong.push(format!(
                    "{so_far:?}: may be sent {may}, sent {calls:?}, {code}"
                ));
                break;
            }
            tally.calls += 1;
            match (calls.is_empty(), may) {
                (false, _) => *tally.sent.entry(format!("{:?}", calls[0])).or_default() += 1,
                (true, false) => tally.refused += 1,
                (true, true) => {}
            }
            updated |= *step == Step::Update && may;
            withdrawn |= *step == Step::Withdraw;
            if may {
                chain.made(*step, reply.as_ref(), &self.ids);
            }
        }
        tally.sequences += 1;
        if updated || withdrawn {
            self.set(Unready, false);
            self.set(Ready, true);
            *mark = self.last(*mark);
        }
    }

    /// Says whether a patient's identity is qualified, past the library.
    fn set(&self, patient: Patient, qualified: bool) {
        let at = self.url.trim_start_matches("http://");
        let (address, path) = at.split_once('/').unwrap();
        let search = match patient {
            Ready => "/patient/search?nom=EXEMPLE",
            Unready => "/patient/search?nom=ESSAI",
        };
        let body = format!("{{\"insQualified\":{qualified}}}");
        for (method, tail, body) in [("GET", search, ""), ("POST", "/patient", &body)] {
            let mut stream = TcpStream::connect(address).unwrap();
            let (bearer, length) = (&self.bearer, body.len());
            let request = format!(
                "{method} /{path}{tail} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\
                 authorization: Bearer {bearer}\r\ncontent-type: application/json\r\n\
                 content-length: {length}\r\n\r\n{body}"
            );
            stream.write_all(request.as_bytes()).unwrap();
            let mut reply = String::new();
            stream.read_to_string(&mut reply).unwrap();
            assert!(reply.starts_with("HTTP/1.1 200"), "{reply}");
        }
    }
}

fn sequences(what: &str, steps: &[Step], prefix: &[Step], logged_in: bool) {
    let full = std::env::var("HR_ORDER").as_deref() == Ok("full");
    let chosen = |number: usize| full || number.is_multiple_of(EVERY);
    let began = Instant::now();
    let all = steps.len().pow(LENGTH);
    // Those that begin as they should are few, and come far: every ending is tried behind them.
    let far = steps.len().pow(ENDING);
    let next = AtomicUsize::new(0);
    let work = || {
        let fixture = Fixture::new();
        let mut tally = Tally::default();
        let mut mark = fixture.last(0);
        loop {
            let mut number = next.fetch_add(1, Ordering::SeqCst);
            let (mut sequence, length) = match number {
                number if number >= all + far => return tally,
                number if number >= all => (prefix.to_vec(), ENDING),
                number if !chosen(number) => continue,
                _ => (Vec::new(), LENGTH),
            };
            number %= all;
            for _ in 0..length {
                sequence.push(steps[number % steps.len()]);
                number /= steps.len();
            }
            fixture.run(&sequence, logged_in, &mut mark, &mut tally);
        }
    };
    let mut sum = Tally::default();
    std::thread::scope(|threads| {
        let working: Vec<_> = (0..THREADS).map(|_| threads.spawn(work)).collect();
        for thread in working {
            let tally = thread.join().unwrap();
            sum.sequences += tally.sequences;
            sum.calls += tally.calls;
            sum.refused += tally.refused;
            sum.wrong.extend(tally.wrong);
            for (call, count) in tally.sent {
                *sum.sent.entry(call).or_default() += count;
            }
        }
    });
    println!(
        "order, {what}: {} of {} sequences of {LENGTH} and more (one in {}), {} calls, refused here {}, sent {:?}, \
         out of order or held back wrongly {}, {:.0} s",
        sum.sequences,
        all + far,
        if full { 1 } else { EVERY },
        sum.calls,
        sum.refused,
        sum.sent,
        sum.wrong.len(),
        began.elapsed().as_secs_f32()
    );
    let few: Vec<_> = sum.wrong.iter().take(20).collect();
    assert!(sum.wrong.is_empty(), "{few:#?}");
    for step in steps {
        let call = step.call().map(|call| format!("{call:?}"));
        let reachable = call.as_ref().is_none_or(|call| sum.sent.contains_key(call));
        // Not within so many calls.
        let late = [Step::Update, Step::Open(Ready), Step::Send(Ready)];
        let out_of_reach = !logged_in && late.contains(step);
        assert!(reachable || out_of_reach, "{step:?} was never sent");
    }
}

#[test]
fn from_a_fresh_handle() {
    let prefix = [Step::Ticket, Step::Cards, Step::Login];
    sequences("from a fresh handle", &FRESH, &prefix, false);
}

#[test]
fn from_a_login() {
    let prefix = [Step::Search(Ready), Step::Get, Step::Open(Ready)];
    sequences("from a login", &LOGGED_IN, &prefix, true);
}

//! `hr_connect` until the session is open and the situation set: what is presented to the card is said by the table of
//! the card's matrix.

use hr_sandbox::Call;
use serde_json::json;
use testkit::Outcome;

use super::First;
use super::run::{Received, Run};
use crate::card_matrix::rule::{End, Rule};
use crate::matrix::calls::Target;
use crate::matrix::fixture::Fixture;
use crate::matrix::variant::Variant;

/// The most calls until it is settled.
const TIMES: usize = 8;

pub fn run(mut fixture: Fixture, variant: &Variant, first: First<'_>) -> Run {
    let mut run = Run::default();
    let mut rule = Rule::default();
    let request = json!({
        "card": {"serial": fixture.serial},
        "profile": {"planted": "profile"},
        "situation_id": "1",
    })
    .to_string();
    let renews = matches!(fixture.target, Target::Ticket | Target::Ready) || variant.row == 48;
    let start = Received::of(&fixture.proxy);
    let mut logins = 0;
    let (mut settled, mut session, mut permits) = (false, false, 0);
    for turn in 0..TIMES {
        let with_pin = !session;
        let pin = with_pin.then_some(fixture.pin.as_str());
        let call = || fixture.host.connect(Some(&request), pin);
        let outcome = match turn {
            0 => first(&fixture, &call),
            _ => call(),
        };
        let received = Received::of(&fixture.proxy).since(&start);
        let listed = 1 + usize::from(renews);
        let limits = match with_pin {
            true => &[
                (Call::Ticket, listed),
                (Call::Ready, listed),
                (Call::Login, 1),
                (Call::ProfilePut, 1),
                (Call::ProfileSelect, 1),
            ][..],
            false => &[(Call::ProfilePut, 1), (Call::ProfileSelect, 1)],
        };
        run.called(&outcome, &received, limits);
        if with_pin {
            let sent = received.count(Call::Login) - logins;
            present(&mut run, &mut rule, &outcome, sent);
        }
        let presented = fixture.proxy.sandbox().pin_presentations(&fixture.serial) as usize;
        logins = received.count(Call::Login);
        let more = || format!("{presented} presentations by {logins} logins");
        run.must(presented <= logins, more, &outcome);
        let open = fixture.host.state().json["session"].as_bool();
        session = open.unwrap_or(false);
        if open.is_none() {
            // It was closed.
            fixture.host = testkit::Host::open(&fixture.proxy.config_json());
        } else if outcome.json["at"] != "library" || outcome.code == 0 {
            let said = outcome.json["session"].as_bool().unwrap_or(true);
            run.must(said == session, || "another session".into(), &outcome);
            let open = !session || presented > 0;
            run.must(open, || "a session without a login".into(), &outcome);
        }
        if outcome.code == 0 {
            settled = true;
            break;
        }
        if outcome.json["reason"] == "pin_held" {
            // A person decides.
            run.decided += 1;
            permits += 1;
            fixture.host.pin_retry_allow_last();
            rule = Rule::default();
        }
    }
    if !settled && !lasts(variant) {
        run.wrong.push(format!("not settled: {:?}", run.names));
    }
    if permits > 1 {
        run.wrong
            .push(format!("{permits} permits: {:?}", run.names));
    }
    run.end(fixture, &[]);
    run
}

/// Whether what came of the PIN is what the table says.
fn present(run: &mut Run, rule: &mut Rule, outcome: &Outcome, logins: usize) {
    let step = outcome.str("step");
    // A stopped login may be seen after its call: one that was held back sent none.
    let held = outcome.json["reason"] == "pin_held";
    let free = rule.lets_through();
    run.must(
        logins == 0 || free || held,
        || "presented though held".into(),
        outcome,
    );
    run.must(!held || !free, || "held though free".into(), outcome);
    if outcome.code == 0 || matches!(&*step, "hr_profile_put" | "hr_profile_select") {
        rule.ended(End::Opened);
    } else if step == "hr_login"
        && let Some(end) = End::of(outcome)
    {
        rule.ended(end);
        let lie = end == End::NotSent && logins > 0 && outcome.json["bytes"].is_number();
        run.must(!lie, || "it was sent".into(), outcome);
    }
}

/// Whether the fault is there for the later calls as well.
pub fn lasts(variant: &Variant) -> bool {
    let names = ["an expired ticket", "a proxy refuses the tunnel"];
    variant.row == 1 || names.contains(&&*variant.name)
}

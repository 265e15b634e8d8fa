//! `hr_connect` until the session is open and the situation set: what is presented to the card is said by the
//! table of `End`.

use hr_sandbox::Call;
use serde_json::json;
use testkit::Outcome;

use super::First;
use super::run::Run;
use crate::matrix::calls::Target;
use crate::matrix::fixture::Fixture;
use crate::matrix::pin::End;
use crate::matrix::variant::Variant;
use crate::runs::Found;

/// The most calls until it is settled.
const TIMES: usize = 8;

pub fn run(mut fixture: Fixture, variant: &Variant, first: First<'_>) -> Found {
    let mut run = Run::new(&fixture.proxy);
    let mut held = false;
    let request = json!({
        "card": {"serial": fixture.serial},
        "profile": {"planted": "profile"},
        "situation_id": "1",
    })
    .to_string();
    let renews = matches!(fixture.target, Target::Ticket | Target::Ready) || variant.row == 48;
    let before = fixture.proxy.requests_of(Call::Login);
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
        run.called(&outcome, &fixture.proxy, limits);
        let arrived = fixture.proxy.requests_of(Call::Login) - before;
        if with_pin {
            present(&mut run, &mut held, &outcome, arrived - logins);
        }
        let presented = fixture.proxy.sandbox().pin_presentations(&fixture.serial) as usize;
        logins = arrived;
        let more = format!("{presented} presentations by {logins} logins");
        run.must(presented <= logins, &more, &outcome);
        let open = fixture.host.state().json["session"].as_bool();
        session = open.unwrap_or(false);
        if open.is_none() {
            // It was closed.
            fixture.host = testkit::Host::open(&fixture.proxy.config_json());
        } else if outcome.json["at"] != "library" || outcome.code == 0 {
            let said = outcome.json["session"].as_bool().unwrap_or(true);
            run.must(said == session, "another session", &outcome);
            let open = !session || presented > 0;
            run.must(open, "a session without a login", &outcome);
        }
        if outcome.code == 0 {
            settled = true;
            break;
        }
        if outcome.json["reason"] == "pin_held" {
            // A person decides.
            run.found.count("decisions of a person", 1);
            permits += 1;
            fixture.host.pin_retry_allow_last();
            held = false;
        }
    }
    let names = run.names.join(", ");
    let ends = settled || lasts(variant);
    run.found.must(ends, format_args!("not settled: {names}"));
    let one = permits <= 1;
    run.found
        .must(one, format_args!("{permits} permits: {names}"));
    run.end(fixture, &[]);
    run.found
}

/// Whether what came of the PIN is what the table says.
fn present(run: &mut Run, held: &mut bool, outcome: &Outcome, logins: usize) {
    let step = outcome.str("step");
    // A stopped login may be seen after its call: one that was held back sent none.
    let is_held = outcome.json["reason"] == "pin_held";
    let once = logins == 0 || !*held || is_held;
    run.must(once, "presented though held", outcome);
    run.must(!is_held || *held, "held though free", outcome);
    if outcome.code == 0 || matches!(&*step, "hr_profile_put" | "hr_profile_select") {
        *held = End::Opened.holds(*held);
    } else if step == "hr_login"
        && let Some(end) = End::of(outcome)
    {
        *held = end.holds(*held);
        let lie = end == End::NotSent && logins > 0 && outcome.json["bytes"].is_number();
        run.must(!lie, "it was sent", outcome);
    }
}

/// Whether the fault is there for the later calls as well.
pub fn lasts(variant: &Variant) -> bool {
    let names = ["an expired ticket", "a proxy refuses the tunnel"];
    variant.row == 1 || names.contains(&&*variant.name)
}

//! One run: a login that meets a fault, then lists and the same PIN again and again.

use std::sync::atomic::{AtomicU32, Ordering};

use hr_sandbox::{Call, Scenario};
use serde_json::{Value, json};

use super::End;
use super::later::Later;
use crate::matrix::calls::Target;
use crate::matrix::fixture::Fixture;
use crate::matrix::variant::Variant;
use crate::runs::Found;
use testkit::{Host, Outcome};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    SameHandle,
    OtherHandle,
    EightThreads,
}

pub const WHO: [Who; 3] = [Who::SameHandle, Who::OtherHandle, Who::EightThreads];

/// How often a program tries again: the second time after a lift as well.
const TIMES: usize = 3;

pub fn run(variant: &Variant, later: Later, who: Who) -> Found {
    let mut found = Found::default();
    let (variant, holder) = with_own_holder(variant);
    let (mut fixture, counter, first) = match first_login(&variant) {
        Ok(first) => first,
        Err(error) => {
            found.must(false, error);
            return found;
        }
    };
    let word = first.json["outcome"].as_str().unwrap_or("accepted");
    found.must(variant.expect.login.contains(&word), &first.text);
    let (mut held, mut sent) = (false, 0);
    let mut note = |held: &mut bool, outcome: &Outcome| {
        if let Some(end) = End::of(outcome) {
            *held = end.holds(*held);
            sent += 1;
        }
    };
    note(&mut held, &first);
    found.count(
        match End::of(&first) {
            None => "not presented",
            Some(End::Opened) => "opened",
            Some(End::NotSent) => "not sent",
            Some(End::Held) => "held",
        },
        1,
    );
    for turn in 0..TIMES {
        if later == Later::Reinserted {
            reinsert(&fixture, &holder);
        }
        let hosts = hosts(&mut fixture, &variant, who);
        let Some(token) = list(&fixture, &hosts, later, counter) else {
            break;
        };
        fixture.token = token;
        (variant.before)(&mut fixture);
        let all = again(&fixture, &variant, &hosts);
        let brief: Vec<_> = all.iter().map(brief).collect();
        let mut must = |fact: bool, what: &str| {
            found.must(
                fact,
                format!("{what}, {}; turn {turn}: {brief:?}", first.text),
            );
        };
        let is_held = |outcome: &&Outcome| outcome.json["name"] == "HR_E_PIN_GUARD";
        let through: Vec<&Outcome> = all.iter().filter(|it| !is_held(it)).collect();
        if held {
            must(through.is_empty(), "went out though held");
            let named = |outcome: &Outcome| outcome.json["reason"] == "pin_held";
            must(all.iter().all(named), "another reason than pin_held");
            continue;
        }
        must(!through.is_empty(), "held though free");
        // Of many only one may go out, unless it was no try at all.
        let costly = |outcome: &&&Outcome| End::of(outcome) == Some(End::Held);
        must(
            through.iter().filter(costly).count() <= 1,
            "several went out",
        );
        for outcome in through {
            note(&mut held, outcome);
        }
        let opened = |outcome: &Outcome| End::of(outcome) == Some(End::Opened);
        if all.iter().any(opened) {
            break;
        }
    }
    drop(fixture.host);
    let oracle = fixture.proxy.finish();
    let logins = oracle.requests_of(Call::Login);
    let presented = logins.iter().filter(|login| login.received > 0).count();
    found.count("logins that arrived", presented);
    found.must(
        presented <= sent,
        format!("{presented} logins arrived of {sent}"),
    );
    found
}

/// The holders of the default scenario are the same in all runs.
fn with_own_holder(variant: &Variant) -> (Variant, String) {
    static COUNT: AtomicU32 = AtomicU32::new(1);
    let number = COUNT.fetch_add(1, Ordering::SeqCst);
    let own = variant.options.clone();
    let changed = variant.clone().options(move |options| {
        own(options);
        for (card, letter) in options.scenario.cards.iter_mut().zip("abcdefgh".chars()) {
            card.holder.id_nat = format!("{letter}{number}");
        }
    });
    (changed, format!("a{number}"))
}

/// The login that meets the fault, and the tries that the card had left before.
fn first_login(variant: &Variant) -> Result<(Fixture, i64, Outcome), String> {
    let mut repeated = 0;
    loop {
        let mut fixture = fixture_of(variant)?;
        let counter = counter(&fixture);
        (variant.before)(&mut fixture);
        let first = (variant.calling)(&fixture);
        if repeated == 5 || !variant.was_missed(Target::Login, &first) {
            return Ok((fixture, counter, first));
        }
        repeated += 1;
    }
}

fn fixture_of(variant: &Variant) -> Result<Fixture, String> {
    let mut last = String::new();
    // A short deadline and a busy machine: not what is tested.
    for _ in 0..6 {
        match Fixture::new(variant, Target::Login) {
            Ok(fixture) => return Ok(fixture),
            Err(error) => last = error,
        }
    }
    Err(format!("no fixture: {last}"))
}

fn counter(fixture: &Fixture) -> i64 {
    let left = fixture.proxy.sandbox().card_tries_left(&fixture.serial);
    left.map_or(3, i64::from)
}

fn brief(outcome: &Outcome) -> String {
    let word = |name: &str| outcome.json[name].as_str().unwrap_or("-").to_owned();
    format!("{} {} {}", word("name"), word("outcome"), word("reason"))
}

fn reinsert(fixture: &Fixture, holder: &str) {
    let sandbox = fixture.proxy.sandbox();
    if sandbox.card_token(&fixture.serial).is_none() {
        return;
    }
    sandbox.remove_card(&fixture.serial);
    let mut card = Scenario::default().cards.swap_remove(0);
    card.serial = fixture.serial.clone();
    card.pin = Some(fixture.pin.clone());
    card.holder.id_nat = holder.to_owned();
    sandbox.insert_card(card);
}

/// Who tries: handles of their own, or none, which means the one that the login was made with.
fn hosts(fixture: &mut Fixture, variant: &Variant, who: Who) -> Vec<Host> {
    let count = match who {
        Who::SameHandle => return Vec::new(),
        Who::OtherHandle => 1,
        Who::EightThreads => 8,
    };
    let limit = fixture.limit.as_millis() as u64;
    let mut config = fixture.proxy.config_json();
    config["timeouts"] =
        json!({"connect_ms": limit, "call_ms": limit.max(5000), "login_ms": limit});
    for (key, value) in variant.config.as_object().into_iter().flatten() {
        if value != "decoy" {
            config[key] = value.clone();
        }
    }
    (0..count).map(|_| Host::open(&config)).collect()
}

/// Every one of them reads the cards; the token of the card, or None when there is no list or the card is not on it.
fn list(fixture: &Fixture, hosts: &[Host], later: Later, counter: i64) -> Option<String> {
    let mut token = None;
    let own = [&fixture.host];
    let all: Vec<&Host> = match hosts {
        [] => own.to_vec(),
        hosts => hosts.iter().collect(),
    };
    let ticket = all[0].ticket();
    for host in all {
        if ticket.code != 0 || host.ticket_set(&ticket.str("licenseTicket")) != 0 {
            return None;
        }
        let own = fixture.proxy.sandbox().card_token(&fixture.serial);
        let script = later.script(&fixture.serial, counter);
        fixture.proxy.arm(Call::Ready, 1, script);
        let ready = host.ready();
        if ready.code != 0 {
            return None;
        }
        let cards: Vec<Value> = ready.json["cards"].as_array().cloned().unwrap_or_default();
        let listed = |own: &String| cards.iter().any(|card| card["token"] == own.as_str());
        token = own.filter(listed);
    }
    token
}

fn again(fixture: &Fixture, variant: &Variant, hosts: &[Host]) -> Vec<Outcome> {
    if hosts.is_empty() {
        return vec![(variant.calling)(fixture)];
    }
    let pin = match variant.name.starts_with("wrong PIN") {
        true => "000000000",
        false => &fixture.pin,
    };
    std::thread::scope(|threads| {
        let logins = hosts
            .iter()
            .map(|host| threads.spawn(|| host.login(&fixture.token, pin)));
        let logins: Vec<_> = logins.collect();
        logins
            .into_iter()
            .map(|login| login.join().unwrap())
            .collect()
    })
}

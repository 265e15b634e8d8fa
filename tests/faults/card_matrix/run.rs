//! One run: a login that meets a fault, then lists and the same PIN again and again.

use std::sync::atomic::{AtomicU32, Ordering};

use hr_sandbox::{Call, Scenario};
use serde_json::{Value, json};

use super::later::Later;
use super::rule::{End, Rule};
use crate::matrix::calls::Target;
use crate::matrix::scene::Scene;
use crate::matrix::variant::Variant;
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

pub struct Ran {
    pub end: &'static str,
    /// Logins of which something arrived.
    pub presented: usize,
}

pub fn run(variant: &Variant, later: Later, who: Who) -> Result<Ran, String> {
    let (variant, holder) = with_own_holder(variant);
    let mut scene = scene_of(&variant)?;
    let counter = counter(&scene);
    let mut rule = Rule::new();
    let mut sent = 0;
    (variant.before)(&mut scene);
    let first = (variant.calling)(&scene);
    expected_word(&variant, &first)?;
    let end = End::of(&first);
    note(&mut rule, &mut sent, &first);
    let never_sent = first.json["outcome"] == "not_sent";
    for turn in 0..TIMES {
        if later == Later::Reinserted {
            reinsert(&scene, &holder);
        }
        let hosts = hosts(&mut scene, &variant, who);
        let Some(token) = list(&scene, &hosts, later, counter) else {
            break;
        };
        // The library compares a list with the one before the last login that was sent. When the first login never
        // left, that is a list of this loop, and all of these show the same number.
        let of_these = never_sent && turn > 0;
        rule.listed(
            later.unmoved() || (of_these && later.moved()),
            later.moved() && !of_these,
        );
        scene.token = token;
        (variant.before)(&mut scene);
        let all = again(&scene, &variant, &hosts);
        let said = || {
            format!(
                "{}; turn {turn}: {:?}",
                brief(&first),
                all.iter().map(brief).collect::<Vec<_>>()
            )
        };
        let through: Vec<&Outcome> = all.iter().filter(|outcome| !is_held(outcome)).collect();
        if !rule.lets_through() {
            if !through.is_empty() {
                return Err(format!("went out though held, {}", said()));
            }
            let named = |outcome: &Outcome| outcome.json["reason"] == "pin_held";
            if !all.iter().all(named) {
                return Err(format!("another reason than pin_held, {}", said()));
            }
            continue;
        }
        if through.is_empty() {
            return Err(format!("held though free, {}", said()));
        }
        // Of many only one may go out, unless it was no try at all.
        let costly =
            |outcome: &&&Outcome| matches!(End::of(outcome), Some(End::Status | End::Person));
        if through.iter().filter(costly).count() > 1 {
            return Err(format!("several went out, {}", said()));
        }
        for outcome in through {
            note(&mut rule, &mut sent, outcome);
        }
        if all
            .iter()
            .any(|outcome| End::of(outcome) == Some(End::Opened))
        {
            break;
        }
    }
    drop(scene.host);
    let oracle = scene.relay.finish();
    let logins = oracle.requests_of(Call::Login);
    let presented = logins.iter().filter(|login| login.received > 0).count();
    if presented > sent {
        return Err(format!("{presented} logins arrived, {sent} were admitted"));
    }
    let end = match end {
        None => "not presented",
        Some(End::Opened) => "opened",
        Some(End::NotSent) => "not sent",
        Some(End::Status) => "refused by status",
        Some(End::Person) => "for a person",
    };
    Ok(Ran { end, presented })
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

fn scene_of(variant: &Variant) -> Result<Scene, String> {
    let mut last = String::new();
    // A short deadline and a busy machine: not what is tested.
    for _ in 0..6 {
        match Scene::new(variant, Target::Login) {
            Ok(scene) => return Ok(scene),
            Err(error) => last = error,
        }
    }
    Err(format!("no scene: {last}"))
}

fn counter(scene: &Scene) -> i64 {
    let left = scene.relay.sandbox().card_tries_left(&scene.serial);
    left.map_or(3, i64::from)
}

fn expected_word(variant: &Variant, outcome: &Outcome) -> Result<(), String> {
    let word = outcome.json["outcome"].as_str().unwrap_or("accepted");
    match variant.expect.login.contains(&word) {
        true => Ok(()),
        false => Err(format!("first: {}", outcome.text)),
    }
}

fn is_held(outcome: &Outcome) -> bool {
    outcome.json["name"] == "HR_E_PIN_GUARD"
}

fn brief(outcome: &Outcome) -> String {
    let word = |name: &str| outcome.json[name].as_str().unwrap_or("-").to_owned();
    format!("{} {} {}", word("name"), word("outcome"), word("reason"))
}

fn note(rule: &mut Rule, sent: &mut usize, outcome: &Outcome) {
    if let Some(end) = End::of(outcome) {
        rule.ended(end);
        *sent += 1;
    }
}

fn reinsert(scene: &Scene, holder: &str) {
    let sandbox = scene.relay.sandbox();
    if sandbox.card_token(&scene.serial).is_none() {
        return;
    }
    sandbox.remove_card(&scene.serial);
    let mut card = Scenario::default().cards.swap_remove(0);
    card.serial = scene.serial.clone();
    card.pin = Some(scene.pin.clone());
    card.holder.id_nat = holder.to_owned();
    sandbox.insert_card(card);
}

/// Who tries: handles of their own, or none, which means the one that the login was made with.
fn hosts(scene: &mut Scene, variant: &Variant, who: Who) -> Vec<Host> {
    let count = match who {
        Who::SameHandle => return Vec::new(),
        Who::OtherHandle => 1,
        Who::EightThreads => 8,
    };
    let limit = scene.limit.as_millis() as u64;
    let mut config = scene.relay.config_json();
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
fn list(scene: &Scene, hosts: &[Host], later: Later, counter: i64) -> Option<String> {
    let mut token = None;
    let own = [&scene.host];
    let all: Vec<&Host> = match hosts {
        [] => own.to_vec(),
        hosts => hosts.iter().collect(),
    };
    let ticket = all[0].ticket();
    for host in all {
        if ticket.code != 0 || host.ticket_set(&ticket.str("licenseTicket")) != 0 {
            return None;
        }
        let own = scene.relay.sandbox().card_token(&scene.serial);
        let play = later.play(&scene.serial, counter);
        scene.relay.arm(Call::Ready, 1, play);
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

fn again(scene: &Scene, variant: &Variant, hosts: &[Host]) -> Vec<Outcome> {
    if hosts.is_empty() {
        return vec![(variant.calling)(scene)];
    }
    let pin = match variant.name.starts_with("wrong PIN") {
        true => "000000000",
        false => &scene.pin,
    };
    std::thread::scope(|threads| {
        let logins = hosts
            .iter()
            .map(|host| threads.spawn(|| host.login(&scene.token, pin)));
        let logins: Vec<_> = logins.collect();
        logins
            .into_iter()
            .map(|login| login.join().unwrap())
            .collect()
    })
}

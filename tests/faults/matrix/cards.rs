//! F37, F48: cards that change between the steps, and times that do not fit.

use hr_sandbox::{Card, Options, Scenario};
use testkit::fault_proxy::{End, SandboxResponse};

use super::calls::*;
use super::expect::*;
use super::fixture::Fixture;
use super::variant::Variant;

pub fn variants() -> Vec<Variant> {
    let wrong = |fixture: &Fixture| fixture.host.login(&fixture.token, "000000000");
    let tries = |left: u32| {
        move |options: &mut Options| {
            let cards = options.scenario.cards.iter_mut();
            for card in cards.filter(|card| card.pin.is_some()) {
                card.tries_left = Some(left);
            }
        }
    };
    let login = |row, name: &str| Variant::new(row, name, REJECTED).to(&[Target::Login]);
    let ready = |row, name: &str, expect| Variant::new(row, name, expect).to(&[Target::Ready]);
    let mut all = vec![
        login(37, "wrong PIN").calling(wrong),
        login(37, "wrong PIN at the last try")
            .options(tries(1))
            .calling(wrong),
        login(37, "locked").options(tries(0)),
        login(37, "pulled out")
            .before(|fixture| fixture.proxy.sandbox().remove_card(&fixture.serial)),
        login(37, "put in again").before(|fixture| {
            let sandbox = fixture.proxy.sandbox();
            sandbox.remove_card(&fixture.serial);
            let serial = fixture.serial.clone();
            let card = Scenario::default().cards.swap_remove(0);
            sandbox.insert_card(Card { serial, ..card });
        }),
        login(37, "a token that no list has")
            .calling(|fixture| fixture.host.login("no such token", &fixture.pin)),
        login(37, "no PIN").calling(|fixture| fixture.host.login(&fixture.token, "")),
        login(37, "a card without PIN").before(|fixture| {
            let vitale = fixture.serial.replace("2000000001", "3000000001");
            fixture.token = fixture.proxy.sandbox().card_token(&vitale).unwrap();
        }),
        ready(37, "no card", ACCEPTED).before(|fixture| {
            for serial in ["2000000001", "2000000002", "3000000001"] {
                let serial = fixture.serial.replace("2000000001", serial);
                fixture.proxy.sandbox().remove_card(&serial);
            }
        }),
        ready(48, "an expired ticket", REJECTED).options(|options| options.ticket_validity = 0),
        // Made by another license server: refused as an old one is.
        login(48, "a ticket expires before the login")
            .before(|fixture| assert_eq!(fixture.host.ticket_set("planted.ticket"), 0)),
    ];
    for date in [
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "yesterday",
    ] {
        let make = move |answer: &SandboxResponse| answer.with(&format!("date: {date}\r\n"));
        let name = format!("date {date}");
        all.push(Variant::rewritten(48, name, ACCEPTED, End::Close, make));
    }
    all
}

//! F36 to F39, F48: what a card client and a login can say.

use std::time::Duration;

use serde_json::{Value, json};
use testkit::fault_proxy::{End, SandboxResponse};

use super::calls::*;
use super::expect::*;
use super::fixture::Fixture;
use super::variant::Variant;

const LOGIN: [Target; 1] = [Target::Login];

pub fn variants() -> Vec<Variant> {
    let mut all = Vec::new();
    for status in [
        "{\"code\":1}",
        "{\"code\":12,\"message\":\"carte absente\"}",
        "{\"code\":-3}",
        "{\"code\":\"5\"}",
    ] {
        let body = format!("{{\"status\":{status}}}");
        let reply = SandboxResponse::encode(
            "200 OK",
            "content-type: application/json\r\n",
            body.as_bytes(),
        );
        let variant = Variant::answers(36, format!("status {status}"), REJECTED, reply);
        let shown: Value = serde_json::from_str(status).unwrap();
        let variant = variant.check(move |outcome| {
            let message = &outcome.json["service_message"];
            shown["code"] == outcome.json["service_code"] && shown["message"] == *message
        });
        let variant = variant.code("HR_E_CARD_STATUS");
        all.push(variant.to(&[Target::Ready, Target::Login]));
    }
    all.extend(cards());
    all.extend(replies());
    let expired = Variant::new(48, "an expired ticket", REJECTED);
    let expired = expired.options(|options| options.ticket_validity = Duration::ZERO);
    all.push(expired.to(&[Target::Ready]));
    let expires =
        Variant::new(48, "a ticket expires before the login", REJECTED).before(|fixture| {
            // Made by another license server: refused as an old one is.
            assert_eq!(fixture.host.ticket_set("planted.ticket"), 0);
        });
    all.push(expires.to(&LOGIN));
    for date in [
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "Fri, 31 Dec 9999 23:59:59 GMT",
        "yesterday",
    ] {
        let make = move |answer: &SandboxResponse| answer.with(&format!("date: {date}\r\n"));
        all.push(Variant::rewritten(
            48,
            format!("date {date}"),
            ACCEPTED,
            End::Close,
            make,
        ));
    }
    all
}

fn cards() -> Vec<Variant> {
    let wrong = |fixture: &Fixture| fixture.host.login(&fixture.token, "000000000");
    let card = |name: &str| Variant::new(37, name, REJECTED).to(&LOGIN);
    let tries = |left: u32| {
        move |options: &mut hr_sandbox::Options| {
            for card in &mut options.scenario.cards {
                if card.pin.is_some() {
                    card.tries_left = Some(left);
                }
            }
        }
    };
    vec![
        card("wrong PIN").calling(wrong),
        card("wrong PIN at the last try")
            .options(tries(1))
            .calling(wrong),
        card("locked").options(tries(0)),
        card("pulled out").before(|fixture| fixture.proxy.sandbox().remove_card(&fixture.serial)),
        card("put in again").before(|fixture| {
            let sandbox = fixture.proxy.sandbox();
            sandbox.remove_card(&fixture.serial);
            let card = hr_sandbox::Scenario::default().cards.swap_remove(0);
            let serial = fixture.serial.clone();
            sandbox.insert_card(hr_sandbox::Card { serial, ..card });
        }),
        card("a token that no list has")
            .calling(|fixture| fixture.host.login("no such token", &fixture.pin)),
        card("no PIN").calling(|fixture| fixture.host.login(&fixture.token, "")),
        card("a card without PIN").before(|fixture| {
            let sandbox = fixture.proxy.sandbox();
            let vitale = fixture.serial.replace("2000000001", "3000000001");
            fixture.token = sandbox.card_token(&vitale).unwrap();
        }),
        Variant::new(37, "no card", ACCEPTED)
            .to(&[Target::Ready])
            .before(|fixture| {
                for serial in ["2000000001", "2000000002", "3000000001"] {
                    let sandbox = fixture.proxy.sandbox();
                    sandbox.remove_card(&fixture.serial.replace("2000000001", serial));
                }
            }),
    ]
}

/// The login's reply, changed.
fn login(
    row: u32,
    name: &str,
    expect: Expect,
    change: impl Fn(&mut Value) + Send + Sync + 'static,
) -> Variant {
    let make = move |answer: &SandboxResponse| {
        let mut body: Value = serde_json::from_slice(&answer.body).unwrap();
        change(&mut body);
        answer.body(body.to_string()).with("")
    };
    let variant = Variant::rewritten(row, name, expect, End::Close, make);
    variant.code("HR_E_REPLY").to(&LOGIN)
}

fn replies() -> Vec<Variant> {
    let mut all = Vec::new();
    for field in ["bearer", "serviceUrl"] {
        all.push(login(38, &format!("no {field}"), UNKNOWN, move |body| {
            body.as_object_mut().unwrap().remove(field);
        }));
        for value in [Value::Null, json!(1), json!(["x"]), json!({})] {
            let name = format!("{field} {value}");
            all.push(login(38, &name, UNKNOWN, move |body| {
                body[field] = value.clone()
            }));
        }
    }
    let long = format!("https://{}.example", "a.".repeat(5000));
    for url in [
        "http://service.example",
        "ftp://127.0.0.1",
        "file:///etc/passwd",
        "https://a@127.0.0.1",
        "https://a:b@service.example",
        "https://127.0.0.1:99999",
        "https://127.0.0.1:0",
        "https://127.1",
        "https://0x7f000001",
        "https://2130706433",
        "https://[::ffff:127.0.0.1]",
        "https://0.0.0.0",
        "https://a.example#x",
        "https://a.example?x",
        "https://é.example",
        "https://a.example/../b",
        "https://a.example/%2e%2e/b",
        "https://a.example\\b",
        "https://a.example\r\nx: y",
        "//a.example",
        "https://",
        "service.example",
        "",
        &long,
    ] {
        let url = url.to_owned();
        let name = format!("serviceUrl {:.40}", url.escape_debug());
        let variant = login(39, &name, REJECTED, move |body| {
            body["serviceUrl"] = url.clone().into()
        });
        all.push(variant.calling(|fixture| {
            let refused = fixture.host.login(&fixture.token, &fixture.pin);
            // And nothing goes anywhere afterwards.
            match fixture.host.patient_get().json["name"].as_str() {
                Some("HR_E_STATE") => refused,
                other => panic!("a session without an address: {other:?}"),
            }
        }));
    }
    all
}

//! A card client that answers and lists whatever it likes, and a program that repeats a PIN at any call: no card
//! locks. Nothing here knows why a PIN is held back, only what a card does: at the third wrong PIN in a row it locks.
//!
//! A share of the episodes runs always; all of them with `HR_RANDOM=full`.

use std::sync::{Arc, Mutex};

use serde_json::json;
use testkit::Host;
use testkit::card_client::{After, CardClient, Reply};
use testkit::random::Random;

/// A doctor's two cards with one PIN, behind a card client that answers whatever it likes after it has asked the
/// card, and lists whatever it likes, but never the identity of another card nor a success that was none.
struct DishonestClient {
    right: String,
    wrong: [u32; 2],
    worst: u32,
    random: Random,
    honest: bool,
}

fn dishonest_reply(client_state: &mut DishonestClient, token: &str, pin: &str) -> Reply {
    let card = usize::from(token.starts_with('b'));
    let opened = pin.trim() == client_state.right;
    if opened {
        client_state.wrong[card] = 0;
    } else {
        client_state.wrong[card] += 1;
        client_state.worst = client_state.worst.max(client_state.wrong[card]);
    }
    if client_state.honest {
        return if opened {
            Reply::opened()
        } else {
            Reply::refused()
        };
    }
    let head = |status: &str| format!("HTTP/1.1 {status}\r\ncontent-length: 20\r\n\r\n");
    match client_state.random.below(40) {
        0..=7 if opened => Reply::opened(),
        0..=7 => Reply::refused(),
        8 => Reply::new(head("400 No"), After::Silence),
        9 => Reply::new(head("200 OK"), After::Reset),
        10 => Reply::new(head("403 No") + "{", After::Close),
        11 => Reply::new("", After::Reset),
        12 => Reply::whole("200 OK", "content-type: text/html\r\n", "<p>no</p>"),
        13 => Reply::whole("400 No", "", "<html>"),
        14 => Reply::whole("200 OK", "", "{}"),
        15 => Reply::whole("400 No", "", r#"{"status":{"code":4}}"#),
        16 => Reply::whole("401 No", "", r#"{"status":{"code":4}}"#),
        number => {
            let statuses = [
                302, 400, 401, 403, 404, 405, 408, 409, 422, 429, 500, 501, 503,
            ];
            let status = statuses[number as usize % statuses.len()];
            Reply::whole(&format!("{status} No"), "", "{}")
        }
    }
}

/// The two cards as the dishonest client lists them this time.
fn dishonest_list(client_state: &mut DishonestClient, episode: u32, turn: u32) -> String {
    let mut tokens = Vec::new();
    for (card, name) in ["a", "b"].into_iter().enumerate() {
        let random = &mut client_state.random;
        if !client_state.honest && random.below(6) == 0 {
            continue;
        }
        let copies = if client_state.honest {
            1
        } else {
            1 + random.below(2)
        };
        for copy in 0..copies {
            let (serial, holder) = (format!("{episode}70{card}"), format!("{episode}80"));
            let text = |random: &mut Random, value: &str| match random.below(5) {
                0 => value.to_owned(),
                1 => format!("\" {value}\\u0000\""),
                2 => format!("\"00{value}%00\""),
                _ => format!("\"{value}\""),
            };
            let mut fields = Vec::new();
            // One episode in four has cards of which sometimes nothing at all is listed.
            let nothing = episode.is_multiple_of(4);
            let left_out = if client_state.honest {
                9
            } else {
                random.below(10)
            };
            if !(left_out == 0 || left_out == 2 && nothing) {
                fields.push(format!("\"serial\":{}", text(random, &serial)));
            }
            if !(left_out == 1 || left_out == 2 && nothing) {
                fields.push(format!("\"idNat\":{}", text(random, &holder)));
            }
            let left = 3u32.saturating_sub(client_state.wrong[card]).to_string();
            let counter = match random.below(if client_state.honest { 1 } else { 8 }) {
                0 => left,
                1 => r#""3""#.to_owned(),
                2 => "null".to_owned(),
                _ => "3".to_owned(),
            };
            fields.push(format!("\"pinAttempt\":{counter}"));
            tokens.push(format!(
                "\"{name}{turn}-{copy}\":[{{{}}}]",
                fields.join(",")
            ));
        }
    }
    format!("{{{}}}", tokens.join(","))
}

#[test]
fn no_card_client_can_have_a_program_lock_a_card() {
    testkit::alone!();
    const EPISODES_FULL: u32 = 80;
    let episodes = if testkit::random::is_full() {
        EPISODES_FULL
    } else {
        28
    };
    const TURNS: u32 = 60;
    let seed = testkit::random::seed_or(0x1bad_cafe_0042_4242);
    let mut random = Random(seed);
    let (mut logins, mut presented, mut opened) = (0, 0, 0);
    for episode in 1..=episodes {
        let (right, wrong) = (
            format!("{}", 2000 + 2 * episode),
            format!("{}", 2001 + 2 * episode),
        );
        let client_state = Arc::new(Mutex::new(DishonestClient {
            right: right.clone(),
            wrong: [0; 2],
            worst: 0,
            random: Random(random.0 ^ u64::from(episode)),
            honest: false,
        }));
        let client = CardClient::start();
        let answering = Arc::clone(&client_state);
        client.answer(move |seen| {
            dishonest_reply(&mut answering.lock().unwrap(), &seen.token, &seen.pin)
        });
        let soon = json!({"timeouts": {"login_ms": 300}});
        let hosts: Vec<Host> = (0..3).map(|_| client.host_with(soon.clone())).collect();
        let mut tokens: Vec<Vec<String>> = vec![Vec::new(); hosts.len()];
        for turn in 0..TURNS {
            let which = random.below(3) as usize;
            let host = &hosts[which];
            if random.below(2) == 0 {
                client.list(dishonest_list(
                    &mut client_state.lock().unwrap(),
                    episode,
                    turn,
                ));
                // A 401 has dropped the ticket.
                assert_eq!(host.ticket_set("ticket"), 0);
                let cards = host.ready().ok().json["cards"].clone();
                let cards = cards.as_array().unwrap().iter();
                tokens[which] = cards
                    .map(|card| card["token"].as_str().unwrap().to_owned())
                    .collect();
            } else if !tokens[which].is_empty() {
                let token =
                    tokens[which][random.below(tokens[which].len() as u64) as usize].clone();
                let blank = format!("{wrong} ");
                let pins = [right.as_str(), &wrong, &wrong, &blank];
                let pin = random.pick(&pins);
                let login = host.login(&token, pin);
                logins += 1;
                opened += u32::from(login.code == 0);
            }
            let client_state = client_state.lock().unwrap();
            assert!(
                client_state.worst < 3,
                "locked in episode {episode}, turn {turn}, seed {seed}"
            );
        }
        // A person comes, sees the cards as they are, and is sure of the right PIN.
        client_state.lock().unwrap().honest = true;
        client.list(dishonest_list(
            &mut client_state.lock().unwrap(),
            episode,
            TURNS,
        ));
        let host = client.host_with(json!({"timeouts": {}}));
        for name in ["a", "b"] {
            let token = format!("{name}{TURNS}-0");
            host.ready().ok();
            if host.login(&token, &right).code != 0 {
                host.ready().ok();
                host.pin_retry_allow(&token);
                host.login(&token, &right).ok();
            }
        }
        presented += client.count();
    }
    println!("{logins} logins, {presented} presentations, {opened} opened, locked 0");
    let share = |of_all: u32| of_all * episodes / EPISODES_FULL;
    assert!(
        presented > share(200) as usize && opened > share(15),
        "{presented} {opened}"
    );
}

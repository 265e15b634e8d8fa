//! A card client that answers and lists whatever it likes, and a program that repeats a PIN at any call: no card
//! locks. Nothing here knows why a PIN is held back, only what a card does: at the third wrong PIN in a row it locks.
//!
//! A share of the episodes runs always; all of them with `HR_RANDOM=full`.

use std::sync::{Arc, Mutex};

use serde_json::json;
use testkit::card_client::{After, CardClient, Presented, Reply};
use testkit::random::{Random, is_full, seed_or};

const EPISODES_FULL: u32 = 80;
const EPISODES: u32 = 28;
const TURNS: u32 = 60;

/// A doctor's two cards with one PIN, behind a card client that answers whatever it likes after it has asked the
/// card, and lists whatever it likes, but never the identity of another card nor a success that was none.
struct Dishonest {
    right: String,
    wrong: [u32; 2],
    worst: u32,
    random: Random,
    honest: bool,
}

impl Dishonest {
    fn reply(&mut self, presented: &Presented) -> Reply {
        let card = usize::from(presented.token.starts_with('b'));
        let opened = presented.pin.trim() == self.right;
        self.wrong[card] = if opened { 0 } else { self.wrong[card] + 1 };
        self.worst = self.worst.max(self.wrong[card]);
        let head = |status: &str| format!("HTTP/1.1 {status}\r\ncontent-length: 20\r\n\r\n");
        let choice = if self.honest {
            0
        } else {
            self.random.below(40)
        };
        match choice {
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

    /// The two cards as they are listed this time.
    fn list(&mut self, episode: u32, turn: u32) -> String {
        let mut tokens = Vec::new();
        for (card, name) in ["a", "b"].into_iter().enumerate() {
            // Left out, listed once or twice.
            let copies = match (self.honest, self.random.below(6)) {
                (true, _) => 1,
                (false, 0) => 0,
                (false, _) => 1 + self.random.below(2),
            };
            for copy in 0..copies {
                let entry = self.entry(episode, card);
                tokens.push(format!("\"{name}{turn}-{copy}\":[{{{entry}}}]"));
            }
        }
        format!("{{{}}}", tokens.join(","))
    }

    fn entry(&mut self, episode: u32, card: usize) -> String {
        let serial = format!("{episode}70{card}");
        let holder = format!("{episode}80");
        let left_out = if self.honest {
            9
        } else {
            self.random.below(10)
        };
        // One episode in four has cards of which sometimes nothing at all is listed.
        let nothing = left_out == 2 && episode.is_multiple_of(4);
        let mut fields = Vec::new();
        for (number, name, value) in [(0, "serial", serial), (1, "idNat", holder)] {
            let written = match self.random.below(5) {
                0 => value,
                1 => format!("\" {value}\\u0000\""),
                2 => format!("\"00{value}%00\""),
                _ => format!("\"{value}\""),
            };
            if left_out != number && !nothing {
                fields.push(format!("\"{name}\":{written}"));
            }
        }
        // Whatever the card has left.
        fields.push("\"pinAttempt\":3".to_owned());
        fields.join(",")
    }
}

#[test]
fn no_card_client_can_have_a_program_lock_a_card() {
    testkit::alone!();
    let episodes = if is_full() { EPISODES_FULL } else { EPISODES };
    let seed = seed_or(0x1bad_cafe_0042_4242);
    let mut random = Random(seed);
    let (mut presented, mut opened) = (0, 0);
    for episode in 1..=episodes {
        let [right, wrong] = [0, 1].map(|number| (2000 + 2 * episode + number).to_string());
        let blank = format!("{wrong} ");
        let pins = [&*right, &*wrong, &*wrong, &*blank];
        let state = Arc::new(Mutex::new(Dishonest {
            right: right.clone(),
            wrong: [0; 2],
            worst: 0,
            random: Random(random.0 ^ u64::from(episode)),
            honest: false,
        }));
        let client = CardClient::start();
        let answering = Arc::clone(&state);
        client.answer(move |seen| answering.lock().unwrap().reply(seen));
        let list = |turn| client.list(state.lock().unwrap().list(episode, turn));
        let soon = json!({"timeouts": {"login_ms": 300}});
        let hosts = [(); 3].map(|()| client.host_with(soon.clone()));
        let mut tokens: [Vec<String>; 3] = Default::default();
        for turn in 0..TURNS {
            let which = random.below(3) as usize;
            let (host, tokens) = (&hosts[which], &mut tokens[which]);
            if random.below(2) == 0 {
                list(turn);
                // A 401 has dropped the ticket.
                assert_eq!(host.ticket_set("ticket"), 0);
                let cards = host.ready().ok().json["cards"].take();
                let cards = cards.as_array().unwrap().iter();
                let token = cards.map(|card| card["token"].as_str().unwrap().to_owned());
                *tokens = token.collect();
            } else if !tokens.is_empty() {
                let token = &tokens[random.below(tokens.len() as u64) as usize];
                let login = host.login(token, random.pick::<&str>(&pins));
                opened += u32::from(login.code == 0);
            }
            let worst = state.lock().unwrap().worst;
            assert!(worst < 3, "episode {episode}, turn {turn}, seed {seed}");
        }
        // A person comes, sees the cards as they are, and is sure of the right PIN.
        state.lock().unwrap().honest = true;
        list(TURNS);
        let host = client.host();
        for token in ["a", "b"].map(|name| format!("{name}{TURNS}-0")) {
            host.ready().ok();
            if host.login(&token, &right).code != 0 {
                host.ready().ok();
                host.pin_retry_allow(&token);
                host.login(&token, &right).ok();
            }
        }
        presented += client.count();
    }
    println!("{presented} presentations, {opened} opened, locked 0");
    let share = |of_all: u32| of_all * episodes / EPISODES_FULL;
    assert!(
        presented > share(200) as usize && opened > share(15),
        "{presented} {opened}"
    );
}

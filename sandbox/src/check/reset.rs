//! Answers that a reset follows at once. Windows drops what had arrived; a lost login holds the PIN back.

use super::fixture::{Failure, Fixture, card, counted, ending, fine, host, labels, token};
use super::report::{Report, Words, ms_of, times};
use super::settings::Settings;
use hr_sandbox::fault_proxy::{End, FaultProxy, Reads, Script, Sends, Share};
use hr_sandbox::{Call, Options, Scenario};
use std::time::Instant;

const ROUNDS: Words = ("Rounds", "Essais");
const LOST: Words = ("Answers lost", "Réponses perdues");
const ENDINGS: Words = ("Endings", "Fins");
const TIMES: Words = ("Time of a call", "Durée d'un appel");
/// Much more than the buffers on the way hold: the refusal comes while the upload goes on.
const DOCUMENT: usize = 2 * 1024 * 1024;

/// What the rounds came to.
#[derive(Default)]
struct Rounds {
    lost: u32,
    endings: Vec<String>,
    took: Vec<f64>,
}

impl Rounds {
    fn add(&mut self, start: Instant, reply: &crate::host::Reply, seen: bool) {
        self.took.push(ms_of(start.elapsed()));
        self.lost += u32::from(!seen);
        self.endings.push(ending(reply));
    }

    fn put(&self, report: &Report) {
        report.put("rounds", ROUNDS, self.took.len());
        report.put("lost", LOST, self.lost);
        report.put("endings", ENDINGS, counted(&self.endings));
        report.put("times", TIMES, times(&self.took));
    }
}

/// Each with a card of its own: a lost answer holds back the PIN of its card.
pub(super) fn logins(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let rounds = settings.rounds;
    let mut scenario = Scenario::default();
    let card = card(&scenario)?.clone();
    let pin = card.pin.clone().unwrap_or_default();
    let serial = |round: u32| format!("{}-{round}", card.serial);
    let cards = (0..rounds).map(|round| {
        let mut card = card.clone();
        card.serial = serial(round);
        // Two entries of one identifier may be one card.
        card.holder.id_nat = serial(round);
        card
    });
    scenario.cards = cards.collect();
    let options = Options {
        scenario,
        ..Options::default()
    };
    let proxy = FaultProxy::start(options, None)?;
    let host = host(&proxy.config_json())?;
    fine("hr_ticket", &host.ticket())?;
    let ready = host.ready();
    let cards = &fine("hr_ready", &ready)?["cards"];
    let mut rounds_made = Rounds::default();
    for round in 0..rounds {
        proxy.arm(
            Call::Login,
            1,
            Script {
                end: End::Reset,
                ..Script::default()
            },
        );
        let token = token(cards, &serial(round));
        let start = Instant::now();
        let reply = host.login(&token, &pin);
        rounds_made.add(start, &reply, reply.is_ok());
    }
    rounds_made.put(report);
    let lost = rounds_made.lost;
    if lost > 0 {
        report.found(
            format!("{lost} of {rounds} logins were answered and not seen: their PINs would be held back"),
            format!("{lost} connexions sur {rounds} ont eu une réponse qui n'a pas été vue : leurs codes seraient retenus"),
        );
    }
    Ok(())
}

/// Before the body is read, and when a part of it was.
pub(super) fn uploads(settings: &Settings, report: &Report) -> Result<(), Failure> {
    let fixture = Fixture::open()?;
    let body = br#"{"error":"too large"}"#;
    let head = format!(
        "HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let answer = [head.as_bytes(), body].concat();
    let mut document = vec![0; DOCUMENT];
    let mut rounds_made = Rounds::default();
    for round in 0..settings.rounds {
        let reads = match round % 2 {
            0 => Reads::Head,
            _ => Reads::Body(Share::Half),
        };
        let script = Script {
            reads,
            forward: false,
            sends: Sends::Bytes(answer.clone()),
            end: End::Reset,
        };
        fixture.proxy.arm(Call::DmpSend, 1, script);
        document[..4].copy_from_slice(&round.to_le_bytes());
        let start = Instant::now();
        let reply = fixture
            .host
            .dmp_send_bytes(&fixture.patient_id, &document, &labels("a.bin"));
        rounds_made.add(start, &reply, reply.value["http_status"] == 413);
    }
    rounds_made.put(report);
    let (rounds, lost) = (settings.rounds, rounds_made.lost);
    if lost > 0 {
        report.found(
            format!("{lost} of {rounds} early refusals (413) were not reported as such"),
            format!("{lost} refus anticipés (413) sur {rounds} n'ont pas été rendus comme tels"),
        );
    }
    Ok(())
}

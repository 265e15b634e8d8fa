//! Answers that a reset follows at once. Windows drops what had arrived; a lost login holds the PIN back.

use super::settings::Settings;
use super::sheet::{Sheet, Words, ms_of, times};
use super::stage::{Failure, Stage, card, counted, ending, fine, host, labels, token};
use hr_sandbox::adversary::{End, Play, Reads, Relay, Reply, Share};
use hr_sandbox::{Call, Options, Scenario};
use std::time::Instant;

const ROUNDS: Words = ("Rounds", "Essais");
const LOST: Words = ("Answers lost", "Réponses perdues");
const ENDINGS: Words = ("Endings", "Fins");
const TIMES: Words = ("Time of a call", "Durée d'un appel");
/// Much more than the buffers on the way hold: the refusal comes while the upload goes on.
const DOCUMENT: usize = 2 * 1024 * 1024;

/// Each with a card of its own: a lost answer holds back the PIN of its card.
pub(super) fn logins(settings: &Settings, sheet: &Sheet) -> Result<(), Failure> {
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
    let relay = Relay::start(options, None)?;
    let host = host(&relay.config_json())?;
    fine("hr_ticket", &host.ticket())?;
    let ready = host.ready();
    let cards = &fine("hr_ready", &ready)?["cards"];
    let (mut lost, mut endings, mut took) = (0, Vec::new(), Vec::new());
    for round in 0..rounds {
        relay.arm(
            Call::Login,
            1,
            Play {
                end: End::Reset,
                ..Play::default()
            },
        );
        let token = token(cards, &serial(round));
        let start = Instant::now();
        let reply = host.login(&token, &pin);
        took.push(ms_of(start.elapsed()));
        lost += u32::from(!reply.is_ok());
        endings.push(ending(&reply));
    }
    sheet.put("rounds", ROUNDS, rounds);
    sheet.put("lost", LOST, lost);
    sheet.put("endings", ENDINGS, counted(&endings));
    sheet.put("times", TIMES, times(&took));
    if lost > 0 {
        sheet.found(
            format!("{lost} of {rounds} logins were answered and not seen: their PINs would be held back"),
            format!("{lost} connexions sur {rounds} ont eu une réponse qui n'a pas été vue : leurs codes seraient retenus"),
        );
    }
    Ok(())
}

/// Before the body is read, and when a part of it was.
pub(super) fn uploads(settings: &Settings, sheet: &Sheet) -> Result<(), Failure> {
    let stage = Stage::open()?;
    let body = br#"{"error":"too large"}"#;
    let head = format!(
        "HTTP/1.1 413 Payload Too Large\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n",
        body.len()
    );
    let answer = [head.as_bytes(), body].concat();
    let mut document = vec![0; DOCUMENT];
    let (mut lost, mut endings, mut took) = (0, Vec::new(), Vec::new());
    for round in 0..settings.rounds {
        let reads = match round % 2 {
            0 => Reads::Head,
            _ => Reads::Body(Share::Half),
        };
        let play = Play {
            reads,
            acts: false,
            reply: Reply::Bytes(answer.clone()),
            end: End::Reset,
        };
        stage.relay.arm(Call::DmpSend, 1, play);
        document[..4].copy_from_slice(&round.to_le_bytes());
        let start = Instant::now();
        let reply = stage
            .host
            .dmp_send_bytes(&stage.patient_id, &document, &labels("a.bin"));
        took.push(ms_of(start.elapsed()));
        lost += u32::from(reply.value["http_status"] != 413);
        endings.push(ending(&reply));
    }
    let rounds = settings.rounds;
    sheet.put("rounds", ROUNDS, rounds);
    sheet.put("lost", LOST, lost);
    sheet.put("endings", ENDINGS, counted(&endings));
    sheet.put("times", TIMES, times(&took));
    if lost > 0 {
        sheet.found(
            format!("{lost} of {rounds} early refusals (413) were not told as such"),
            format!("{lost} refus anticipés (413) sur {rounds} n'ont pas été rendus comme tels"),
        );
    }
    Ok(())
}

//! What a person reads first on the terminal: the console, and the cards and patients at hand.

use crate::bilingual::{Bilingual, Language};
use crate::line_writer::LineWriter;
use crate::mask::{self, Mask};
use crate::reader::KnownCard;
use crate::scenario::{CardType, Patient};
use crate::shared::Shared;

/// The message, several lines. It names the PINs: the cards are invented.
pub(crate) fn start_message(shared: &Shared, terminal: &LineWriter) -> String {
    let (language, show) = (terminal.language, terminal.show);
    let state = shared.state();
    let mask = Mask::new(&state.known, show);
    let cards = state.reader.cards.iter();
    let cards = table(cards.map(|it| card(it, &mask)), language);
    let patients = (1..).zip(&state.patients);
    let patients = table(
        patients.map(|(number, it)| patient(number, it, &mask)),
        language,
    );
    let console = format!("{}/", shared.urls.control);
    let message = words!("start", console, cards, patients);
    message.text(language).to_owned()
}

fn card(known: &KnownCard, mask: &Mask) -> Vec<Bilingual> {
    let card = &known.card;
    let kind = match card.card_type {
        CardType::Cps => "CPS",
        CardType::Vitale => "Vitale",
    };
    vec![
        same(&card.serial),
        same(kind),
        match &card.pin {
            Some(pin) => words!("start.pin", pin),
            None => words!("start.no_pin"),
        },
        same(&mask.text(&card.holder.name())),
        match card.situations.len() {
            _ if known.token.is_none() => words!("start.card_out"),
            0 | 1 => same(""),
            count => words!("start.situations", count),
        },
    ]
}

fn patient(number: u64, patient: &Patient, mask: &Mask) -> Vec<Bilingual> {
    let [qualified, consent] = patient.in_words();
    vec![
        same(&number.to_string()),
        same(&mask.text(&patient.name())),
        same(&mask.text(&format!("{} {}", patient.date_naissance, patient.sexe))),
        same(&format!("NIR {}", mask.text(&patient.patient_id))),
        qualified,
        consent,
    ]
}

/// A name or a number, the same in both languages.
fn same(text: &str) -> Bilingual {
    Bilingual::new(text, text)
}

/// Rows with their cells under each other. A text of the scenario must not control the terminal.
fn table(rows: impl Iterator<Item = Vec<Bilingual>>, language: Language) -> String {
    let shown = |cell: &Bilingual| mask::harmless(cell.text(language));
    let rows: Vec<Vec<_>> = rows.map(|row| row.iter().map(shown).collect()).collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let lines = rows.iter().map(|row| {
        let cells = row.iter().enumerate();
        let cells = cells.map(|(column, cell)| format!("  {cell:<0$}", width(column)));
        cells.collect::<String>().trim_end().to_owned()
    });
    lines.collect::<Vec<_>>().join("\n")
}

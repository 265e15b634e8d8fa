//! What a person reads first on the terminal: the console, and the cards and patients at hand.

use crate::bilingual::{Bilingual, Language};
use crate::mask::{self, Mask};
use crate::reader::KnownCard;
use crate::scenario::{CardType, Patient};
use crate::shared::Shared;
use crate::views::Show;

/// The message, several lines. It names the PINs: the cards are invented.
pub(crate) fn start_message(shared: &Shared, language: Language, show: Show) -> String {
    let state = shared.state();
    let mask = Mask::new(&state.known, show);
    let cards: Vec<_> = state
        .reader
        .cards
        .iter()
        .map(|it| card(it, &mask))
        .collect();
    let patients: Vec<_> = (1..)
        .zip(&state.patients)
        .map(|(number, it)| patient(number, it, &mask))
        .collect();
    let parts = [
        lines(&[addresses(shared)], language),
        words!("Cards").text(language).to_owned() + "\n",
        table(&cards, language),
        words!("Patients").text(language).to_owned() + "\n",
        table(&patients, language),
        lines(&first(), language),
    ];
    let [addresses, cards, card_rows, patients, patient_rows, first] = parts;
    format!("{addresses}\n{cards}{card_rows}\n{patients}{patient_rows}\n{first}\n")
}

fn lines(said: &[Bilingual], language: Language) -> String {
    said.iter()
        .map(|one| format!("{}\n", one.text(language)))
        .collect()
}

fn addresses(shared: &Shared) -> Bilingual {
    let console = format!("{}/", shared.urls.control);
    words!(
        "hr-sandbox: invented cards and patients, on this computer only.\nConsole: {console}",
        console
    )
}

fn first() -> [Bilingual; 3] {
    [
        words!(
            "First: open the console in a browser; it shows each request, with what is right and wrong in it."
        ),
        words!(
            "Then give your program the addresses of the JSON line on standard output, or the file of --config."
        ),
        words!(
            "To watch the nine steps made by an example: hr-sandbox demo --console. Ctrl-C ends."
        ),
    ]
}

fn card(known: &KnownCard, mask: &Mask) -> Vec<Bilingual> {
    let card = &known.card;
    let kind = match card.card_type {
        CardType::Cps => "CPS",
        CardType::Vitale => "Vitale",
    };
    let holder = format!("{} {}", card.holder.first_name, card.holder.last_name);
    let pin = match &card.pin {
        Some(pin) => words!("PIN {pin}", pin),
        None => words!("no PIN"),
    };
    let mut said = words!("");
    if known.token.is_none() {
        said = words!("not in the reader");
    } else if card.situations.len() > 1 {
        let count = card.situations.len();
        said = words!("{count} situations to choose from", count);
    }
    vec![
        same(&card.serial),
        same(kind),
        pin,
        same(&mask.text(&holder)),
        said,
    ]
}

fn patient(number: u64, patient: &Patient, mask: &Mask) -> Vec<Bilingual> {
    let qualified = match patient.ins_qualified {
        true => words!("identity qualified"),
        false => words!("identity NOT qualified"),
    };
    let consent = match (patient.alimentation_consent, patient.opposed) {
        (_, true) => words!("opposed to the record"),
        (true, false) => words!("consent given"),
        (false, false) => words!("consent NOT given"),
    };
    vec![
        same(&number.to_string()),
        same(&mask.text(&format!("{} {}", patient.nom, patient.prenom))),
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
fn table(rows: &[Vec<Bilingual>], language: Language) -> String {
    let rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| {
            let cells = row.iter().map(|cell| cell.text(language));
            cells.map(mask::harmless).collect()
        })
        .collect();
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().enumerate();
        let line: String = cells
            .map(|(column, cell)| format!("  {cell:<0$}", width(column)))
            .collect();
        text += line.trim_end();
        text.push('\n');
    }
    text
}

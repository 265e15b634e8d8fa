//! What a person may answer: for each choice a label, the members of the next request, and what the other side gave.

use super::result::AcceptedResponse;
use crate::hex;
use crate::json::{self, JsonError, ObjectWriter};
use crate::messages::{self, Language, Sentence};
use crate::reason::{PinHeld, Reason};
use crate::wiping::WipingBuffer;
use crate::wire::{self, Label, Patient};

/// A JSON array.
pub type Choices = WipingBuffer;

/// One choice of several.
type Choice = Result<WipingBuffer, Reason>;

/// `value`: None shows what is known and cannot be chosen.
fn choice(labels: [&str; 2], value: Option<WipingBuffer>, raw: Option<&[u8]>) -> Choice {
    let [label, french] = labels;
    let null = b"null".as_slice();
    let room = raw.map_or(0, <[u8]>::len) + label.len() + french.len() + 256;
    let mut out = ObjectWriter::with_capacity(room);
    out.field("label", label)
        .field("label_fr", french)
        .raw("value", value.as_ref().map_or(null, |value| value))
        .raw("raw", raw.unwrap_or(null));
    out.finish().ok_or(Reason::NoMemory)
}

pub fn list(choices: impl IntoIterator<Item = Choice>) -> Result<Choices, Reason> {
    let mut failed = None;
    let written = choices
        .into_iter()
        .map(|choice| choice.map_err(|reason| failed = Some(reason)).ok());
    let list = json::array(256, written);
    list.ok_or(failed.unwrap_or(Reason::NoMemory))
}

fn object(write: impl FnOnce(&mut ObjectWriter)) -> Choice {
    let mut out = ObjectWriter::with_capacity(128);
    write(&mut out);
    out.finish().ok_or(Reason::NoMemory)
}

/// Of an entry of a list of cards.
pub fn unread(error: JsonError) -> Reason {
    Reason::of(error, Reason::ReplyField("data.data"))
}

/// What a person says with a card.
pub enum Says {
    /// This one.
    ThisCard,
    /// A PIN is typed for it, though one is held back.
    TypesAgain(PinHeld),
    /// The same PIN is to be presented once more.
    Insists(PinHeld),
}

pub fn card(entry: &str, says: &Says, language: Language) -> Choice {
    let mut identity = ObjectWriter::with_capacity(128);
    wire::write_card_identity(&mut identity, entry).map_err(unread)?;
    let identity = identity.finish().ok_or(Reason::NoMemory)?;
    let value = object(|out| {
        out.raw("card", identity.as_slice());
        match says {
            Says::ThisCard => out,
            Says::TypesAgain(held) => out.field("confirmed", hex::number(held.entry())),
            Says::Insists(held) => out.field("retry", hex::number(held.entry())),
        };
    })?;
    let label = wire::card_label(entry).map_err(unread)?;
    let labels = match says {
        Says::Insists(_) => both(messages::PRESENT_AGAIN, language),
        _ => or_else(&label, messages::CARD, language),
    };
    choice(labels, Some(value), Some(entry.as_bytes()))
}

/// The situations of a list; what is none is shown.
pub fn situations(items: &[&str], language: Language) -> Result<Choices, Reason> {
    list(items.iter().map(|item| {
        let id = wire::situation_id(item);
        let id = id.map_err(|error| Reason::of(error, Reason::ReplyNotJson))?;
        let value = id.map(|id| object(|out| _ = out.field("situation_id", id.as_str())));
        shown(item, value.transpose()?, messages::SITUATION, language)
    }))
}

/// A reply that leads to no list of situations.
pub fn reply(raw: &[u8], language: Language) -> Result<Choices, Reason> {
    list([choice(both(messages::REPLY, language), None, Some(raw))])
}

/// Those who have the traits; the interface shows no way to read one of them.
pub fn homonyms(items: &[&str], language: Language) -> Result<Choices, Reason> {
    let each = items.iter();
    list(each.map(|item| shown(item, None, messages::PATIENT, language)))
}

/// The patient who was read.
pub fn patient(
    patient: &Patient,
    read: &AcceptedResponse,
    language: Language,
) -> Result<Choices, Reason> {
    let id = patient.patient_id.as_str();
    let value = object(|out| _ = out.field("patient_id", id))?;
    list([shown(read.text(), Some(value), messages::PATIENT, language)])
}

/// Whether a document in doubt is in the record. `number`: which of several it is, from 1.
pub fn doubt(entry: &str, number: Option<usize>, language: Language) -> Result<Choices, Reason> {
    let answers = [
        ("found", messages::DOCUMENT_FOUND),
        ("resend", messages::DOCUMENT_ABSENT),
    ];
    list(answers.map(|(word, sentence)| {
        let settled = object(|out| _ = out.field(entry, word))?;
        let value = object(|out| _ = out.raw("doubts", settled.as_slice()))?;
        let label = messages::about_document(sentence, number);
        let labels = [language, Language::French].map(|language| label.text(language));
        choice(labels.each_ref().map(String::as_str), Some(value), None)
    }))
}

/// An object that has this label, where its texts give none.
fn shown(
    object: &str,
    value: Option<WipingBuffer>,
    otherwise: Sentence,
    language: Language,
) -> Choice {
    let label = wire::texts_label(object);
    let label = label.map_err(|error| Reason::of(error, Reason::ReplyNotJson))?;
    choice(
        or_else(&label, otherwise, language),
        value,
        Some(object.as_bytes()),
    )
}

fn both(sentence: Sentence, language: Language) -> [&'static str; 2] {
    [language.of(sentence), Language::French.of(sentence)]
}

fn or_else(label: &Label, otherwise: Sentence, language: Language) -> [&str; 2] {
    match label.is_empty() {
        true => both(otherwise, language),
        false => [label, label],
    }
}

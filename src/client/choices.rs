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

/// More than anybody looks through.
const MOST: usize = 1_000;

type Choice = Result<WipingBuffer, Reason>;

/// `value`: None shows what is known and cannot be chosen. `raw` writes what the other side gave.
fn choice(
    labels: [&str; 2],
    value: Option<WipingBuffer>,
    raw: impl FnOnce(&mut ObjectWriter),
) -> Choice {
    let [label, french] = labels;
    let mut out = ObjectWriter::with_capacity(512);
    out.field("label", label)
        .field("label_fr", french)
        .raw("value", value.as_ref().map_or(&b"null"[..], |value| value));
    raw(&mut out);
    out.finish().ok_or(Reason::NoMemory)
}

pub fn list(choices: impl IntoIterator<Item = Choice>) -> Result<Choices, Reason> {
    let mut failed = None;
    let written = choices.into_iter().take(MOST);
    let written = written.map(|choice| choice.map_err(|reason| failed = Some(reason)).ok());
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

/// A card, for which a PIN is typed. `held`: one that is held back, which the answer lets through.
pub fn card(entry: &str, held: Option<PinHeld>, language: Language) -> Choice {
    let mut identity = ObjectWriter::with_capacity(128);
    wire::write_card_identity(&mut identity, entry).map_err(unread)?;
    let identity = identity.finish().ok_or(Reason::NoMemory)?;
    let again = held.is_some_and(|held| held.again);
    let value = object(|out| {
        out.raw("card", identity.as_slice());
        if let Some(held) = held {
            let member = if again { "retry" } else { "confirmed" };
            out.field(member, hex::number(held.entry()));
        }
    })?;
    let label = wire::card_label(entry).map_err(unread)?;
    let labels = match again {
        true => both(messages::PRESENT_AGAIN, language),
        false => or_else(&label, messages::CARD, language),
    };
    choice(labels, Some(value), |out| _ = out.raw("raw", entry))
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
pub fn reply(reply: &AcceptedResponse, language: Language) -> Result<Choices, Reason> {
    let raw = |out: &mut ObjectWriter| reply.write_raw(out, "raw");
    list([choice(both(messages::REPLY, language), None, raw)])
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
        let labels = labels.each_ref().map(String::as_str);
        choice(labels, Some(value), |out| _ = out.raw("raw", "null"))
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
    let labels = or_else(&label, otherwise, language);
    choice(labels, value, |out| _ = out.raw("raw", object))
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

//! A list of documents as a spreadsheet writes it: UTF-8, a line of names, columns behind commas, semicolons or tabs.

use super::Batch;
use crate::person::{Members, TRAITS};
use csv::{ReaderBuilder, StringRecord};
use hr_language::{fill, tr};
use serde_json::json;
use std::fs;
use std::path::Path;

const NEEDED: [&str; 3] = ["path", "type_code", "activity_type"];
const MORE: [&str; 3] = ["filename", "reference", "patient_id"];

/// The rows, those of one patient that follow each other as one batch. Relative paths count from the list's folder.
pub(super) fn read(file: &Path, again: bool) -> Result<Vec<Batch>, String> {
    batches(file, again).map_err(|why| format!("{}: {why}", file.display()))
}

fn batches(file: &Path, again: bool) -> Result<Vec<Batch>, String> {
    let bytes = fs::read(file).map_err(|e| e.to_string())?;
    let text = String::from_utf8(bytes);
    let text = text.map_err(|_| tr("not UTF-8; save it as \"CSV UTF-8\""))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = ReaderBuilder::new()
        .delimiter(separator(text))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let heads = reader.headers().map_err(|e| e.to_string())?.clone();
    check(&heads)?;
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut batches: Vec<Batch> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| e.to_string())?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        let line = record.position().map_or(0, |at| at.line());
        let batch = batch(&heads, &record, line, folder, again);
        let batch = batch.map_err(|why| format!("{}: {why}", fill("line {}", &[&line])))?;
        match batches.last_mut() {
            Some(last) if last.is_of_patient_of(&batch) => last.take(batch),
            _ => batches.push(batch),
        }
    }
    match batches.is_empty() {
        true => Err(tr("there is no document in the list").into()),
        false => Ok(batches),
    }
}

/// The first of the three in the line of names, which has no texts of persons.
fn separator(text: &str) -> u8 {
    let heads = text.lines().next().unwrap_or_default();
    heads.bytes().find(|b| b",;\t".contains(b)).unwrap_or(b',')
}

/// What is not known is not shown: without a line of names it is a person's.
fn check(heads: &StringRecord) -> Result<(), String> {
    let known = [&NEEDED[..], &MORE, &TRAITS].concat();
    for (at, head) in heads.iter().enumerate() {
        if !known.contains(&head) {
            let why = "the name of column {} is not known; known are: {}";
            return Err(fill(why, &[&(at + 1), &known.join(", ")]));
        }
        if heads.iter().take(at).any(|before| before == head) {
            return Err(tr("two columns have the same name").into());
        }
    }
    Ok(())
}

/// One row: what is said of the document, and of whose it is.
fn batch(
    heads: &StringRecord,
    record: &StringRecord,
    line: u64,
    folder: &Path,
    again: bool,
) -> Result<Batch, String> {
    // A quotation mark that is not closed takes the lines behind it along.
    if record.iter().any(|field| field.contains(['\r', '\n'])) {
        return Err(tr("a field has a line break; is a quotation mark open?").into());
    }
    let row = heads.iter().zip(record);
    let row = row.filter(|(_, field)| !field.is_empty());
    let row = row.map(|(head, field)| (head.to_owned(), json!(field)));
    let is_of_patient = |name: &str| TRAITS.contains(&name) || name == "patient_id";
    let (patient, mut document): (Members, Members) =
        row.partition(|(name, _)| is_of_patient(name));
    if let Some(name) = NEEDED.iter().find(|name| !document.contains_key(**name)) {
        return Err(fill("there is no {}", &[name]));
    }
    let name = document["path"].as_str().unwrap_or_default().to_owned();
    document["path"] = json!(folder.join(&name).to_string_lossy());
    document.insert("again".into(), json!(again));
    Ok(Batch::new(patient, vec![document.into()], vec![name], line))
}

impl Batch {
    fn is_of_patient_of(&self, other: &Batch) -> bool {
        let mut members = ["patient", "patient_id"].iter();
        members.all(|name| self.request.get(*name) == other.request.get(*name))
    }

    fn take(&mut self, mut other: Batch) {
        let more = other.request["documents"].as_array_mut();
        let own = self.request["documents"].as_array_mut();
        if let (Some(own), Some(more)) = (own, more) {
            own.append(more);
        }
        self.names.extend(other.names);
    }
}

//! A list of documents as a spreadsheet writes it: UTF-8, a line of names, columns behind commas, semicolons or tabs.

use super::Batch;
use crate::input::{readable, text};
use crate::talk::{Members, TRAITS};
use csv::{ReaderBuilder, StringRecord};
use hr_language::{fill, tr};
use serde_json::json;
use std::path::Path;

const NEEDED: [&str; 3] = ["path", "type_code", "activity_type"];
const MORE: [&str; 3] = ["filename", "reference", "patient_id"];

/// The rows, those of one patient that follow each other as one batch. Relative paths count from the list's folder.
pub(super) fn read(file: &Path) -> Result<Vec<Batch>, String> {
    // The reader counts a line at its LF, which it reads with the next one where a CR stands before it.
    // A quotation mark that is open at the end of the list takes the last line end along.
    let text = text(file)?.replace("\r\n", "\n") + "\n";
    let folder = file.parent().unwrap_or(Path::new(""));
    batches(&text, folder).map_err(|why| format!("{}: {why}", file.display()))
}

fn batches(text: &str, folder: &Path) -> Result<Vec<Batch>, String> {
    let mut reader = ReaderBuilder::new()
        .delimiter(separator(text))
        .trim(csv::Trim::Headers)
        .from_reader(text.as_bytes());
    let heads = reader.headers().map_err(|e| e.to_string())?.clone();
    check(&heads)?;
    let mut batches: Vec<Batch> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| {
            let line = e.position().map_or(0, |at| at.line());
            fill("line {}: not as many fields as names", &[&line])
        })?;
        if record.iter().all(|field| field.trim().is_empty()) {
            continue;
        }
        let line = record.position().map_or(0, |at| at.line());
        let batch = batch(&heads, record, folder);
        let batch = batch.map_err(|why| format!("{}: {why}", fill("line {}", &[&line])))?;
        match batches.last_mut() {
            Some(last) if last.patient == batch.patient => {
                last.documents.extend(batch.documents);
                last.names.extend(batch.names);
            }
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
        if heads.iter().take(at).any(|before| before == head) {
            return Err(fill("column {} has the name of another one", &[&(at + 1)]));
        }
        if !known.contains(&head) {
            let why = "the name of column {} is not known; known are: {}";
            return Err(fill(why, &[&(at + 1), &known.join(", ")]));
        }
    }
    Ok(())
}

/// One row: what is said of the document, and of whose it is.
fn batch(heads: &StringRecord, mut record: StringRecord, folder: &Path) -> Result<Batch, String> {
    // A quotation mark that is not closed takes the lines behind it along.
    if record.iter().any(|field| field.contains(['\r', '\n'])) {
        return Err(tr("a field has a line break; is a quotation mark open?").into());
    }
    let line = record.position().map_or(0, |at| at.line());
    record.trim();
    let row = heads.iter().zip(&record);
    let row = row.filter(|(_, field)| !field.is_empty());
    let row = row.map(|(head, field)| (head.to_owned(), json!(field)));
    let (patient, mut document): (Members, Members) =
        row.partition(|(name, _)| TRAITS.contains(&&**name) || name == "patient_id");
    if let Some(name) = NEEDED.iter().find(|name| !document.contains_key(**name)) {
        return Err(fill("there is no {}", &[name]));
    }
    let name = document["path"].as_str().unwrap_or_default().to_owned();
    let path = folder.join(&name);
    document["path"] = json!(readable(&path)?);
    Ok(Batch {
        patient,
        documents: vec![document.into()],
        names: vec![name],
        line,
    })
}

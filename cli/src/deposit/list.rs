//! A list of documents as a spreadsheet writes it: UTF-8, a line of names, columns behind commas, semicolons or tabs.

use super::Batch;
use crate::person::{Members, TRAITS};
use crate::texts::{fill, tr};
use csv::ReaderBuilder;
use serde_json::json;
use std::fmt::Display;
use std::fs;
use std::path::Path;

/// The first three are needed.
const COLUMNS: [&str; 10] = [
    "path",
    "type_code",
    "activity_type",
    "filename",
    "reference",
    "nom",
    "prenom",
    "date_naissance",
    "sexe",
    "patient_id",
];
const NEEDED: usize = 3;

/// The rows, those of one patient that follow each other as one batch. Relative paths count from the list's folder.
pub(super) fn read(file: &Path, again: bool) -> Result<Vec<Batch>, String> {
    let shown = file.display();
    let bytes = fs::read(file).map_err(|e| format!("{shown}: {e}"))?;
    let no_utf8 = "{file}: not UTF-8; save it as \"CSV UTF-8\"";
    let text = String::from_utf8(bytes).map_err(|_| fill(no_utf8, &[("file", &shown)]))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut reader = ReaderBuilder::new()
        .delimiter(separator(text))
        .trim(csv::Trim::All)
        .from_reader(text.as_bytes());
    let heads = reader
        .headers()
        .map_err(|e| format!("{shown}: {e}"))?
        .clone();
    let of_list = |why: &str| format!("{shown}: {}", tr(why));
    if (1..heads.len()).any(|at| heads.iter().take(at).any(|head| head == &heads[at])) {
        return Err(of_list("two columns have the same name"));
    }
    if let Some(at) = heads.iter().position(|head| !COLUMNS.contains(&head)) {
        let why = "the name of column {column} is not known; known are: {names}";
        let values: [(&str, &dyn Display); 2] =
            [("column", &(at + 1)), ("names", &COLUMNS.join(", "))];
        return Err(format!("{shown}: {}", fill(why, &values)));
    }
    let mut batches: Vec<Batch> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|e| format!("{shown}: {e}"))?;
        if record.iter().all(str::is_empty) {
            continue;
        }
        let line = record.position().map_or(0, |at| at.line());
        let wrong = |why: String| {
            format!(
                "{shown}: {}: {why}",
                fill("line {line}", &[("line", &line)])
            )
        };
        // A quotation mark that is not closed takes the lines behind it along.
        if record.iter().any(|field| field.contains(['\r', '\n'])) {
            return Err(wrong(
                tr("a field has a line break; is a quotation mark open?").into(),
            ));
        }
        let row = heads
            .iter()
            .zip(&record)
            .filter(|(_, field)| !field.is_empty());
        let row: Members = row
            .map(|(head, field)| (head.to_owned(), json!(field)))
            .collect();
        if let Some(name) = COLUMNS[..NEEDED]
            .iter()
            .find(|name| !row.contains_key(**name))
        {
            return Err(wrong(fill("there is no {name}", &[("name", name)])));
        }
        let batch = batch(row, line, file.parent(), again);
        match batches.last_mut() {
            Some(last) if last.is_of_patient_of(&batch) => last.take(batch),
            _ => batches.push(batch),
        }
    }
    match batches.is_empty() {
        true => Err(of_list("there is no document in the list")),
        false => Ok(batches),
    }
}

/// The first of the three in the line of names, which has no texts of persons.
fn separator(text: &str) -> u8 {
    let heads = text.lines().next().unwrap_or_default();
    heads.bytes().find(|b| b",;\t".contains(b)).unwrap_or(b',')
}

/// One row: what is said of the document, and of whose it is.
fn batch(mut document: Members, line: u64, folder: Option<&Path>, again: bool) -> Batch {
    let name = document["path"].as_str().unwrap_or_default().to_owned();
    let traits = TRAITS
        .into_iter()
        .filter_map(|name| document.remove_entry(name));
    let traits: Members = traits.collect();
    let mut request: Members = document.remove_entry("patient_id").into_iter().collect();
    if !traits.is_empty() {
        request.insert("patient".into(), traits.into());
    }
    let path = folder.unwrap_or(Path::new("")).join(&name);
    document.insert("path".into(), json!(path.to_string_lossy()));
    document.insert("again".into(), json!(again));
    request.insert("documents".into(), json!([document]));
    let names = vec![name];
    Batch {
        request,
        names,
        line,
    }
}

impl Batch {
    fn is_of_patient_of(&self, other: &Batch) -> bool {
        ["patient", "patient_id"]
            .iter()
            .all(|name| self.request.get(*name) == other.request.get(*name))
    }

    fn take(&mut self, other: Batch) {
        let mut documents = other.request["documents"].clone();
        if let Some(own) = self.request["documents"].as_array_mut() {
            own.append(documents.as_array_mut().unwrap_or(&mut Vec::new()));
            self.names.extend(other.names);
        }
    }
}

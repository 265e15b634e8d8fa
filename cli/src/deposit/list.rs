//! A list of documents as a spreadsheet writes it: UTF-8, a line of names, columns behind commas, semicolons or tabs.

use super::Batch;
use crate::person::{Members, TRAITS};
use crate::texts::{fill, tr};
use csv::ReaderBuilder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, to_value};
use std::fmt::Display;
use std::fs;
use std::path::Path;

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

/// A line. What is empty is left out.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Row {
    path: String,
    type_code: String,
    activity_type: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    filename: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<String>,
    nom: Option<String>,
    prenom: Option<String>,
    date_naissance: Option<String>,
    sexe: Option<String>,
    patient_id: Option<String>,
}

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
        let row: Row = record
            .deserialize(Some(&heads))
            .map_err(|e| wrong(e.to_string()))?;
        let needed = [&row.path, &row.type_code, &row.activity_type];
        if let Some(at) = needed.iter().position(|value| value.is_empty()) {
            return Err(wrong(fill("there is no {name}", &[("name", &COLUMNS[at])])));
        }
        add(&mut batches, row, file.parent(), again);
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

fn add(batches: &mut Vec<Batch>, row: Row, folder: Option<&Path>, again: bool) {
    let name = row.path.clone();
    let members = to_value(&row).unwrap_or_default();
    let mut document: Members = members.as_object().cloned().unwrap_or_default();
    let mut of_patient = |name: &str| document.remove(name).filter(|it| !it.is_null());
    let traits = TRAITS
        .into_iter()
        .filter_map(|name| Some((name.into(), of_patient(name)?)));
    let traits: Members = traits.collect();
    let number = of_patient("patient_id").map(|it| ("patient_id".to_owned(), it));
    let traits = (!traits.is_empty()).then(|| ("patient".to_owned(), Value::from(traits)));
    let patient: Members = number.into_iter().chain(traits).collect();
    let path = folder.unwrap_or(Path::new("")).join(&name);
    document.insert("path".into(), json!(path.to_string_lossy()));
    document.insert("again".into(), json!(again));
    let same = |batch: &&mut Batch| {
        let without = batch
            .request
            .iter()
            .filter(|(name, _)| *name != "documents");
        without.eq(patient.iter())
    };
    if let Some(batch) = batches.last_mut().filter(same)
        && let Some(documents) = batch.request["documents"].as_array_mut()
    {
        documents.push(document.into());
        return batch.names.push(name);
    }
    let documents = ("documents".to_owned(), json!([document]));
    batches.push(Batch {
        request: patient.into_iter().chain([documents]).collect(),
        names: vec![name],
    });
}

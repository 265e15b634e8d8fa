//! A list of documents as a spreadsheet writes it: UTF-8, a line of names, columns behind commas, semicolons or tabs.

use super::Batch;
use crate::person::{Members, TRAITS};
use crate::texts::fill;
use csv::ReaderBuilder;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, to_value};
use std::fs;
use std::path::Path;

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
    let mut batches: Vec<Batch> = Vec::new();
    for (at, row) in reader.deserialize().enumerate() {
        // It names the line and the column, and shows nothing of what stands there.
        let row: Row = row.map_err(|e| format!("{shown}: {e}"))?;
        for (name, value) in [
            ("path", &row.path),
            ("type_code", &row.type_code),
            ("activity_type", &row.activity_type),
        ] {
            if value.is_empty() {
                let why = "{file}: row {row} has no {name}";
                let values: [(&str, &dyn std::fmt::Display); 3] =
                    [("file", &shown), ("row", &(at + 1)), ("name", &name)];
                return Err(fill(why, &values));
            }
        }
        add(&mut batches, row, file.parent(), again);
    }
    Ok(batches)
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

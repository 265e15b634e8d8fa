//! What a host asks of a deposit: the patient, and the documents with what is to be done with each.

use std::path::Path;

use zeroize::Zeroizing;

use super::dmp::Content;
use super::doubts::Answers;
use super::find::WantedPatient;
use crate::json;
use crate::multipart;
use crate::reason::Reason;
use crate::request_object;
use crate::wire::form;

/// The most documents of one call.
const MOST: usize = 10_000;
/// The longest reference, in bytes.
const MAX_REFERENCE: usize = 200;

const NAME: &str = "request_json";

type Text = Zeroizing<String>;

pub struct DepositRequest<'a> {
    /// The only document, where it comes from memory.
    pub data: Option<&'a [u8]>,
    pub patient: WantedPatient,
    pub update: Option<&'a str>,
    pub record: Option<&'a str>,
    pub doubts: Answers,
    pub documents: Vec<WantedDocument>,
}

pub struct WantedDocument {
    /// Of a file.
    pub path: Option<Text>,
    pub filename: Option<Text>,
    pub activity_type: Text,
    pub type_code: Text,
    pub reference: Option<Text>,
    pub again: bool,
}

impl<'a> DepositRequest<'a> {
    /// `data`: the only document, which is not in a file.
    pub fn parse(text: &'a str, data: Option<&'a [u8]>) -> Result<DepositRequest<'a>, Reason> {
        let (mut patient, mut patient_id) = (None, None);
        let (mut update, mut record, mut documents) = (None, None, None);
        let mut doubts = None;
        request_object::read_argument(NAME, text, &mut |value| {
            match value.key {
                "patient" => patient = Some(value.json),
                "patient_id" => patient_id = Some(value.c_text()?),
                "update" => update = value.given(),
                "record" => record = value.given(),
                "doubts" => doubts = Some(Answers::parse("request_json.doubts", value.json)?),
                "documents" => documents = Some(value.json),
                _ => return Err(value.unknown()),
            }
            Ok(())
        })?;
        let missing = |member: &str| Reason::MissingMember(format!("{NAME}.{member}"));
        if update.is_some() && patient_id.is_none() {
            return Err(missing("patient_id"));
        }
        let patient = WantedPatient::read(patient, patient_id)?;
        let documents = documents.ok_or_else(|| missing("documents"))?;
        let no_list = || Reason::BadMember(format!("{NAME}.documents"));
        let wanted = json::items(documents, MOST).map_err(|error| Reason::of(error, no_list()))?;
        let mut documents = Vec::new();
        documents.try_reserve_exact(wanted.len())?;
        for (index, document) in wanted.into_iter().enumerate() {
            let name = format!("{NAME}.documents[{index}]");
            documents.push(WantedDocument::read(&name, document, data.is_none())?);
        }
        if data.is_some() && documents.len() != 1 {
            return Err(no_list());
        }
        Ok(DepositRequest {
            data,
            patient,
            update,
            record,
            doubts: doubts.unwrap_or_default(),
            documents,
        })
    }

    pub fn content<'d>(&'d self, document: &'d WantedDocument) -> Content<'d> {
        let data = Content::Bytes(self.data.unwrap_or_default());
        let path = document.path.as_ref();
        path.map_or(data, |path| Content::Path(path.as_str()))
    }
}

impl WantedDocument {
    /// `of_file`: it has a path, and may have a name; else it has a name and no path.
    fn read(name: &str, text: &str, of_file: bool) -> Result<WantedDocument, Reason> {
        let (mut path, mut filename): (Option<Text>, _) = (None, None);
        let (mut activity_type, mut type_code) = (None, None);
        let (mut reference, mut again) = (None, false);
        request_object::read(name, text, &mut |value| {
            match value.key {
                "path" if of_file => path = Some(value.c_text_if(|path| !path.is_empty())?),
                form::FILENAME => filename = Some(value.c_text_if(multipart::valid_filename)?),
                form::ACTIVITY_TYPE => activity_type = Some(value.c_text()?),
                form::TYPE_CODE => type_code = Some(value.c_text()?),
                "reference" => {
                    let short = |text: &str| text.len() <= MAX_REFERENCE;
                    reference = Some(value.c_text_if(short)?);
                }
                "again" => again = value.flag()?,
                _ => return Err(value.unknown()),
            }
            Ok(())
        })?;
        let missing = |member: &str| Reason::MissingMember(format!("{name}.{member}"));
        match of_file {
            true if path.is_none() => return Err(missing("path")),
            false if filename.is_none() => return Err(missing(form::FILENAME)),
            _ => {}
        }
        let own_name = path.as_deref().and_then(|path| Path::new(path).file_name());
        let own_name = own_name.and_then(|name| name.to_str());
        // Without a name it is no file, which its turn will show.
        if filename.is_none() && own_name.is_some_and(|name| !multipart::valid_filename(name)) {
            return Err(Reason::BadMember(format!("{name}.path")));
        }
        Ok(WantedDocument {
            path,
            filename,
            activity_type: activity_type.ok_or_else(|| missing(form::ACTIVITY_TYPE))?,
            type_code: type_code.ok_or_else(|| missing(form::TYPE_CODE))?,
            reference,
            again,
        })
    }
}

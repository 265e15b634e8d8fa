//! What a person decides about an unknown upload.

use super::{ResendGuard, UnknownUpload, Uploads};

/// Why a permit was not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PermitRefusal {
    /// Neither an id nor a SHA-256.
    Malformed,
    Nothing,
    /// A SHA-256 that several unknown uploads have.
    Several,
}

impl ResendGuard {
    /// A person decides: permits one more upload of the document of an unknown upload.
    pub fn allow(&self, entry: &str) -> Result<(), PermitRefusal> {
        self.decide_here(entry, |unknown| {
            if let Some(unknown) = unknown {
                unknown.permit = true;
            }
        })
    }

    /// A person found the document of an unknown upload in the record: it is known.
    pub fn found(&self, entry: &str) -> Result<(), PermitRefusal> {
        self.decide_here(entry, |unknown| *unknown = None)?;
        let mut state = self.state();
        let Uploads {
            documents,
            remembered,
            ..
        } = &mut *state;
        documents.retain(|known| {
            let stays = known.in_flight || known.unknown.is_some();
            if !stays && remembered.try_reserve(1).is_ok() {
                remembered.add(known.key, known.shape);
            }
            stays
        });
        Ok(())
    }

    fn decide_here(
        &self,
        entry: &str,
        decide: impl FnOnce(&mut Option<UnknownUpload>),
    ) -> Result<(), PermitRefusal> {
        let digits = entry.bytes().all(|digit| digit.is_ascii_hexdigit());
        if !digits || entry.len() > 64 {
            return Err(PermitRefusal::Malformed);
        }
        let entry = entry.to_ascii_lowercase();
        let (id, content) = match entry.len() {
            32 => (u128::from_str_radix(&entry, 16).ok(), None),
            64 => (None, self.content(&entry)),
            _ => return Err(PermitRefusal::Malformed),
        };
        let mut state = self.state();
        let mut meant = state.documents.iter_mut().filter(|known| {
            known.unknown.as_ref().is_some_and(|unknown| {
                id == Some(u128::from_be_bytes(unknown.id)) || content == Some(known.content)
            })
        });
        match (meant.next(), meant.next()) {
            (Some(_), Some(_)) => Err(PermitRefusal::Several),
            (Some(known), None) if !known.in_flight => {
                decide(&mut known.unknown);
                Ok(())
            }
            // Its permit is being used.
            (Some(_), None) | (None, _) => Err(PermitRefusal::Nothing),
        }
    }
}

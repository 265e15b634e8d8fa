//! What is known of each document of a deposit.

use super::super::choices::{self, Choices};
use super::super::dmp::AcceptedDocument;
use super::request::WantedDocument;
use crate::ending::{self, Ending};
use crate::error::{Definite, DocumentDigest, Error, Outcome, Tally};
use crate::json::{self, ObjectWriter};
use crate::messages::{self, Case, Language};
use crate::operation::Operation;
use crate::reason::{Code, Reason};
use crate::wiping::WipingBuffer;

enum DocumentEnding {
    /// Its turn has not come.
    Waiting,
    Accepted {
        digest: DocumentDigest,
        already: bool,
        recorded: bool,
    },
    Failed(Error),
}

pub struct Endings(Vec<DocumentEnding>);

impl Endings {
    pub fn waiting(documents: usize) -> Result<Endings, Reason> {
        let mut endings = Vec::new();
        let room = endings.try_reserve_exact(documents);
        room.map_err(|_| Reason::NoMemory)?;
        endings.resize_with(documents, || DocumentEnding::Waiting);
        Ok(Endings(endings))
    }

    fn set(&mut self, index: usize, ending: DocumentEnding) {
        if let Some(place) = self.0.get_mut(index) {
            *place = ending;
        }
    }

    pub fn accepted(&mut self, index: usize, document: AcceptedDocument) {
        let ending = DocumentEnding::Accepted {
            digest: document.digest,
            already: document.result.is_none(),
            recorded: document.recorded,
        };
        self.set(index, ending);
    }

    /// Whether the documents behind it have their turn.
    pub fn failed(&mut self, index: usize, error: Error) -> bool {
        let error = error.of_step(Operation::DmpSend);
        let goes_on = concerns_it_alone(&error);
        self.set(index, DocumentEnding::Failed(error));
        goes_on
    }

    /// In a child that a callback forked: the parent goes on, and only there is known how those end that have not ended.
    pub fn leave_to_the_parent(&mut self) {
        for ending in &mut self.0 {
            let ended = match ending {
                DocumentEnding::Waiting => false,
                DocumentEnding::Accepted { .. } => true,
                DocumentEnding::Failed(error) => error.reason != Reason::Forked,
            };
            if !ended {
                let error = Error::from(Reason::Forked).of_step(Operation::DmpSend);
                *ending = DocumentEnding::Failed(error);
            }
        }
    }

    pub fn tally(&self) -> Tally {
        let count = |fits: fn(&DocumentEnding) -> bool| self.0.iter().filter(|e| fits(e)).count();
        let stored = count(|ending| matches!(ending, DocumentEnding::Accepted { .. }));
        let in_doubt =
            count(|ending| matches!(ending, DocumentEnding::Failed(error) if is_doubt(error)));
        Tally {
            stored,
            already: count(|ending| {
                matches!(ending, DocumentEnding::Accepted { already: true, .. })
            }),
            in_doubt,
            missing: self.0.len() - stored - in_doubt,
            waiting: count(|ending| matches!(ending, DocumentEnding::Waiting)),
        }
    }

    /// Asks about the first document that is held by a doubt that arose before this call; None where none is.
    pub fn doubt_to_ask(&self, language: Language) -> Option<Result<Choices, Reason>> {
        let mut failures = self.failures();
        let (index, error) = failures.find(|(_, error)| error.reason == Reason::ResendRefused)?;
        let details = error.details.as_ref();
        let entry = details.and_then(|known| known.entry.as_deref())?;
        let number = (self.0.len() > 1).then_some(index + 1);
        Some(choices::doubt(entry, number, language))
    }

    fn failures(&self) -> impl Iterator<Item = (usize, &Error)> {
        self.0
            .iter()
            .enumerate()
            .filter_map(|(index, ending)| match ending {
                DocumentEnding::Failed(error) => Some((index, error)),
                _ => None,
            })
    }

    /// The error of the call, where no step before the documents has one: of the document that ended it, else of a
    /// document in doubt, else of the first that failed.
    pub fn into_error(mut self) -> Option<Error> {
        let (ended, doubt, first) = {
            let last = self.failures().last();
            let ended = last.filter(|(_, error)| !concerns_it_alone(error));
            let doubt = self.failures().find(|(_, error)| is_doubt(error));
            (ended, doubt, self.failures().next())
        };
        let (ended, doubt) = (ended.map(|(at, _)| at), doubt.map(|(at, _)| at));
        let index = ended.or(doubt).or(first.map(|(at, _)| at))?;
        let place = self.0.get_mut(index)?;
        let DocumentEnding::Failed(mut error) = std::mem::replace(place, DocumentEnding::Waiting)
        else {
            return None;
        };
        if ended.is_none() && doubt.is_some() && error.code != Code::InDoubt {
            error.cause = Some(error.code);
            error.code = Code::InDoubt;
        }
        Some(error)
    }

    /// As a JSON array.
    pub fn json(&self, documents: &[WantedDocument], language: Language) -> Option<WipingBuffer> {
        let each = self.0.iter().zip(documents).enumerate();
        let each = each.map(|(index, (ending, document))| ending.json(index, document, language));
        json::array(512 * self.0.len(), each)
    }
}

impl DocumentEnding {
    fn json(
        &self,
        index: usize,
        document: &WantedDocument,
        language: Language,
    ) -> Option<WipingBuffer> {
        let (outcome, code, digest, recorded, error) = match self {
            DocumentEnding::Waiting => (Some(Outcome::NotSent), None, None, true, None),
            DocumentEnding::Accepted {
                digest, recorded, ..
            } => {
                let code = Some((0, "HR_OK"));
                (Some(Outcome::Accepted), code, Some(digest), *recorded, None)
            }
            DocumentEnding::Failed(error) => {
                let code = Some((error.code as i32, error.code.name()));
                let (digest, recorded) = (error.document.as_deref(), !error.journal_not_completed);
                (error.outcome, code, digest, recorded, Some(error))
            }
        };
        let already = matches!(self, DocumentEnding::Accepted { already: true, .. });
        let details = error.and_then(|error| error.details.as_deref());
        let mut out = ObjectWriter::with_capacity(512);
        out.field("index", index)
            .field(
                "reference",
                document.reference.as_ref().map(|text| text.as_str()),
            )
            .field("ending", self.ending().word())
            .field("outcome", outcome.map(Outcome::word))
            .field("code", code.map(|(number, _)| number))
            .field("name", code.map(|(_, name)| name))
            .field("reason", error.and_then(|error| error.reason.word()))
            .field("http_status", error.and_then(|error| error.http_status))
            .field("message", self.message(language))
            .field("message_fr", self.message(Language::French))
            .field("sha256", digest.map(|digest| &digest.sha256))
            .field("bytes", digest.map(|digest| digest.bytes))
            .field("already", already)
            .field("entry", details.and_then(|known| known.entry.as_deref()))
            .field("journal", (!recorded).then_some("not_completed"));
        out.finish()
    }

    fn ending(&self) -> Ending {
        match self {
            DocumentEnding::Waiting => Ending::NotSent,
            DocumentEnding::Accepted { .. } => Ending::Sent,
            DocumentEnding::Failed(error) => ending::of_error(error).0,
        }
    }

    fn message(&self, language: Language) -> String {
        let sentence = match self {
            DocumentEnding::Waiting => messages::NOT_ITS_TURN,
            DocumentEnding::Accepted { already: true, .. } => messages::SENT_BEFORE,
            DocumentEnding::Accepted { .. } => messages::SENT,
            DocumentEnding::Failed(error) => {
                return Case::new(Operation::DmpSend, error).text(language).message;
            }
        };
        language.of(sentence).to_owned()
    }
}

/// Whether a failure of one document leaves the others their turn: its file, an earlier doubt about it, or the service's
/// definite refusal of it.
fn concerns_it_alone(error: &Error) -> bool {
    let refused = || {
        let status = error
            .http_status
            .filter(|_| error.definite == Some(Definite::Status));
        status.is_some_and(|status| {
            (400..500).contains(&status) && !matches!(status, 401 | 408 | 429)
        })
    };
    error.code == Code::File || error.reason == Reason::ResendRefused || refused()
}

fn is_doubt(error: &Error) -> bool {
    error.reason == Reason::ResendRefused || error.outcome.is_some_and(Outcome::is_doubt)
}

//! What the command line asked for.

use std::path::PathBuf;

pub(super) struct Settings {
    pub local_url: String,
    pub ask_card_client: bool,
    pub url: Option<String>,
    pub files: Vec<String>,
    pub unc: Option<String>,
    pub program_folder: Option<PathBuf>,
    pub rounds: u32,
    pub offline: bool,
    /// For the files of the run; taken away at its end.
    pub folder: PathBuf,
}

//! Starts the user's browser on a page of ours.

use hr_sandbox::Language;

/// Why it did not start, in words; none when it did.
pub(crate) fn open(url: &str, language: Language) -> Option<String> {
    let error = open::that_detached(url).err()?;
    Some(match language {
        Language::En => format!("hr-sandbox: no browser starts ({error}): open {url} yourself"),
        Language::Fr => {
            format!("hr-sandbox : aucun navigateur ne démarre ({error}) : ouvrez {url} vous-même")
        }
    })
}

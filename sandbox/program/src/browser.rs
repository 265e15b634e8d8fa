//! Starts the user's browser on a page of ours.

use hr_language::fill;

/// Why it did not start, in words; none when it did.
pub(crate) fn open(url: &str) -> Option<String> {
    let error = open::that_detached(url).err()?;
    Some(fill(
        "hr-sandbox: no browser starts ({}): open {} yourself",
        &[&error, &url],
    ))
}

//! The lists in the proxy settings of the system.

/// Entries are separated by semicolons, commas or blanks.
pub fn entries(list: &str) -> impl Iterator<Item = &str> + Clone {
    list.split(|c: char| matches!(c, ';' | ',') || c.is_whitespace())
        .filter(|entry| !entry.is_empty())
}

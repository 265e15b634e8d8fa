//! National numbers (NIR) by their form: sex, year, month, department, commune, order, and the key where it is there,
//! with or without something between these.

const GROUPS: [usize; 6] = [1, 2, 2, 2, 3, 3];
const KEY: usize = 2;

/// The text with each number shortened.
pub(super) fn shorten(text: &str) -> String {
    let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
    let mut apart = true;
    while let Some(first) = rest.chars().next() {
        let length = match apart {
            true => length(rest),
            false => None,
        };
        let taken = length.unwrap_or(first.len_utf8());
        match length {
            Some(length) => shown += &shortened(&rest[..length]),
            None => shown.push(first),
        }
        apart = !first.is_ascii_alphanumeric();
        rest = &rest[taken..];
    }
    shown
}

/// `2550…38`.
pub(super) fn shortened(number: &str) -> String {
    let number: Vec<char> = number.chars().filter(|c| c.is_alphanumeric()).collect();
    if number.len() < GROUPS.iter().sum() {
        return "***".into();
    }
    let (start, end) = (number.iter().take(4), number.iter().skip(number.len() - 2));
    start.chain(&['…']).chain(end).collect()
}

/// In bytes, of the number at the start of a text.
fn length(text: &str) -> Option<usize> {
    if !text.starts_with(['1', '2', '3', '4', '7', '8']) {
        return None;
    }
    let mut at = 0;
    for (index, digits) in GROUPS.into_iter().enumerate() {
        at += group(&text[at..], digits, index == 3)?;
    }
    let with_key = group(&text[at..], KEY, false).map(|key| at + key);
    let ends = |at: &usize| !text[*at..].starts_with(|c: char| c.is_ascii_alphanumeric());
    with_key.filter(ends).or(Some(at).filter(ends))
}

/// A group and what stands before it; the department may be 2A or 2B.
fn group(text: &str, digits: usize, department: bool) -> Option<usize> {
    let before = text
        .chars()
        .next()
        .filter(|c| " .-_+/\u{a0}\u{202f}".contains(*c));
    let before = before.map_or(0, char::len_utf8);
    let group = text.get(before..before + digits)?;
    let corsica = department && ["2A", "2B", "2a", "2b"].contains(&group);
    let fits = corsica || group.bytes().all(|byte| byte.is_ascii_digit());
    fits.then_some(before + digits)
}

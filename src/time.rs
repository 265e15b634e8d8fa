//! Moments as the file and the host write them: RFC 3339, in UTC.

use std::fmt::Write;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970; what the clock of the computer said, which may be wrong.
pub fn now() -> u64 {
    of(SystemTime::now())
}

/// So much earlier than now.
pub fn before(age: Duration) -> u64 {
    now().saturating_sub(milliseconds(age))
}

/// So much later than now.
pub fn after(ahead: Duration) -> u64 {
    now().saturating_add(milliseconds(ahead))
}

/// When so much time will have passed, for deadlines.
pub fn later(time: Duration) -> Instant {
    let now = Instant::now();
    now.checked_add(time).unwrap_or(now)
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

pub fn of(time: SystemTime) -> u64 {
    milliseconds(time.duration_since(UNIX_EPOCH).unwrap_or_default())
}

pub fn text(milliseconds: u64) -> String {
    let mut text = String::new();
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(milliseconds));
    // A year of five digits has no such form.
    let written = time.map(|time| write!(text, "{}", humantime::format_rfc3339_millis(time)));
    match written {
        Some(Ok(())) => text,
        _ => "9999-12-31T23:59:59.999Z".into(),
    }
}

pub fn parse(text: &str) -> Option<u64> {
    humantime::parse_rfc3339(text).ok().map(of)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_read_as_it_was_written() {
        assert_eq!(text(951_782_400_007), "2000-02-29T00:00:00.007Z");
        assert_eq!(parse("2000-02-29T00:00:00.007Z"), Some(951_782_400_007));
        assert_eq!(parse("2000-02-29T00:00:00Z"), Some(951_782_400_000));
        assert_eq!(text(u64::MAX), "9999-12-31T23:59:59.999Z");
        for wrong in ["", "2000-02-29", "2000-02-30T00:00:00Z", "yesterday"] {
            assert_eq!(parse(wrong), None, "{wrong}");
        }
    }
}

//! The time as text: UTC, in milliseconds.

use time::OffsetDateTime;
use time::macros::format_description;

/// ISO 8601.
pub(crate) fn iso(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.format(format).unwrap_or_default()
}

pub(crate) fn now() -> String {
    iso(OffsetDateTime::now_utc())
}

pub(crate) fn time_of_day() -> String {
    let format = format_description!("[hour]:[minute]:[second].[subsecond digits:3]");
    OffsetDateTime::now_utc().format(format).unwrap_or_default()
}

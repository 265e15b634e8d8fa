//! Points in time.

use time::OffsetDateTime;
use time::macros::format_description;

/// ISO 8601, UTC, in milliseconds.
pub(crate) fn time(at: OffsetDateTime) -> String {
    let format =
        format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
    at.format(format).unwrap_or_default()
}

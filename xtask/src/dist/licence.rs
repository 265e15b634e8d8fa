//! Which licences may be in what is shipped.

use spdx::{Expression, LicenseReq, ParseMode};

use crate::Result;

/// Licences that ask for no more than their text beside the program.
const ALLOWED: [&str; 6] = [
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "MIT",
    "Unicode-3.0",
];

/// Refuses a licence expression that cannot be met with the allowed licences alone.
pub fn check(expression: Option<&str>) -> Result<()> {
    let text = expression.ok_or("it names no licence")?;
    // As packages of old write it: MIT/Apache-2.0.
    let parsed = Expression::parse_mode(text, ParseMode::LAX);
    let parsed =
        parsed.map_err(|error| format!("its licence cannot be read: {text} ({})", error.reason))?;
    if parsed.evaluate(allowed) {
        return Ok(());
    }
    Err(format!(
        "its licence is not among those that may be shipped: {text}"
    ))
}

/// An exception takes nothing away: with one the licence is allowed as well.
fn allowed(wanted: &LicenseReq) -> bool {
    wanted
        .license
        .id()
        .is_some_and(|id| ALLOWED.contains(&id.name))
}

#[cfg(test)]
mod tests {
    use super::check;

    #[test]
    fn permissive_licences_pass() {
        for expression in [
            "MIT",
            "MIT/Apache-2.0",
            "Apache-2.0 / MIT",
            "Unlicense OR MIT",
            "Apache-2.0 AND ISC",
            "(Apache-2.0 OR GPL-3.0-only) AND BSD-3-Clause",
            "Apache-2.0 WITH LLVM-exception",
        ] {
            assert_eq!(check(Some(expression)), Ok(()), "{expression}");
        }
    }

    #[test]
    fn others_are_refused_by_name() {
        for expression in [
            "GPL-3.0-only",
            "MIT AND MPL-2.0",
            "Apache-2.0 AND (LGPL-2.1-only OR AGPL-3.0-only)",
            "LicenseRef-Own",
            "no licence at all",
            "",
        ] {
            let refused = check(Some(expression)).unwrap_err();
            assert!(refused.contains(expression), "{refused}");
        }
    }

    #[test]
    fn none_is_refused() {
        assert!(check(None).is_err());
    }
}

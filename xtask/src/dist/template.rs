//! Texts with `@NAME@` in the place of a value.

use crate::Result;

/// Fills a text in. A name that is not known is somebody's mistake, and so is a lone mark.
pub fn fill(text: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut filled = String::new();
    let mut parts = text.split('@');
    filled.push_str(parts.next().unwrap_or_default());
    while let Some(name) = parts.next() {
        let after = parts.next().ok_or("a template has a lone @")?;
        let value = values.iter().find(|(known, _)| *known == name);
        let value = value.ok_or(format!("a template has the unknown name @{name}@"))?;
        filled.push_str(value.1);
        filled.push_str(after);
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::fill;

    #[test]
    fn names_become_values() {
        let values = [("A", "1"), ("B", "two")];
        assert_eq!(fill("@A@, @B@@A@.\n", &values).unwrap(), "1, two1.\n");
        assert_eq!(fill("nothing", &values).unwrap(), "nothing");
    }

    #[test]
    fn an_unknown_name_is_refused() {
        assert!(fill("@C@", &[("A", "1")]).unwrap_err().contains("@C@"));
    }

    #[test]
    fn a_mark_without_its_partner_is_refused() {
        assert!(fill("@A@ and @", &[("A", "1")]).is_err());
    }
}

//! Which of the things that are hidden by default are shown.

/// The value of the query `show`: a list such as `nir,pin`. Words that it does not know change nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Show {
    /// The invented national numbers of the patients, whole.
    pub nir: bool,
    /// The PINs of the invented cards.
    pub pin: bool,
}

impl Show {
    pub(crate) fn parse(list: &str) -> Show {
        let has = |word| list.split(',').any(|given| given.trim() == word);
        Show {
            nir: has("nir"),
            pin: has("pin"),
        }
    }

    /// From the query of a request.
    pub(crate) fn of_query(query: Option<&str>) -> Show {
        let pairs = query.unwrap_or("").split('&');
        let list = pairs.filter_map(|pair| pair.strip_prefix("show=")).next();
        Show::parse(&list.unwrap_or("").replace("%2C", ",").replace("%2c", ","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_shown_unless_asked_for() {
        let [nir, pin] = [(true, false), (false, true)].map(|(nir, pin)| Show { nir, pin });
        assert_eq!(Show::of_query(None), Show::default());
        assert_eq!(Show::of_query(Some("last=3&shown=nir")), Show::default());
        assert_eq!(Show::of_query(Some("show=nir")), nir);
        assert_eq!(Show::of_query(Some("last=3&show=all,pin")), pin);
        let both = Show {
            nir: true,
            pin: true,
        };
        assert_eq!(Show::of_query(Some("show=pin%2Cnir")), both);
    }
}

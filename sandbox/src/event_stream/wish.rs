//! What a reader asks for.

use crate::refusal::Refusal;
use crate::views::Show;
use axum::http::HeaderMap;
use percent_encoding::percent_decode_str;

const MOST_RECENT: usize = 5000;

#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Wish {
    /// The last event that it has.
    pub after: Option<String>,
    pub show: Show,
    /// How many past requests and activities a new reader wants.
    pub recent: usize,
}

impl Wish {
    pub(super) fn read(query: &str, headers: &HeaderMap) -> Result<Wish, Refusal> {
        let mut wish = Wish {
            show: Show::of_query(Some(query)),
            ..Wish::default()
        };
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = percent_decode_str(value).decode_utf8_lossy();
            match name {
                "after" => wish.after = Some(value.into_owned()),
                "recent" => {
                    let number: usize = value.parse().map_err(|_| {
                        Refusal::bad_request(words!("`recent` is a number of requests, 0 to 5000"))
                    })?;
                    wish.recent = number.min(MOST_RECENT);
                }
                "show" => {}
                _ => {
                    return Err(Refusal::bad_request(words!(
                        "a parameter is unknown: use show, recent, after"
                    )));
                }
            }
        }
        // A browser that connects again repeats its first address, and says in the header how far it came.
        if let Some(last) = headers.get("last-event-id") {
            wish.after = Some(String::from_utf8_lossy(last.as_bytes()).into_owned());
        }
        wish.after = wish.after.filter(|after| !after.is_empty());
        Ok(wish)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_header_counts_more_than_the_address() {
        let none = HeaderMap::new();
        let read = |query, headers| Wish::read(query, headers).unwrap();
        assert_eq!(read("", &none), Wish::default());
        assert_eq!(read("after=", &none), Wish::default());
        let wish = read("recent=9000&show=nir&after=ab%2D3", &none);
        assert!(wish.show.nir && !wish.show.pin);
        assert_eq!(wish.recent, 5000);
        assert_eq!(wish.after.as_deref(), Some("ab-3"));
        let mut headers = HeaderMap::new();
        headers.insert("last-event-id", HeaderValue::from_static("ab-7"));
        let wish = read("after=ab-3", &headers);
        assert_eq!(wish.after.as_deref(), Some("ab-7"));
        for wrong in ["recent=", "recent=-1", "recent=x", "since=3"] {
            assert!(Wish::read(wrong, &none).is_err(), "{wrong}");
        }
    }
}

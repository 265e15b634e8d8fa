//! The key under which work and configurations are shared by all calls that need the same.

use ring::digest::{Context, SHA256};

pub type CacheKey = Vec<u8>;

/// The SHA-256 of the parts, each with its length in front, so that no two lists of parts have the same key.
pub fn cache_key<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> CacheKey {
    let mut digest = Context::new(&SHA256);
    for part in parts {
        digest.update(&(part.len() as u64).to_be_bytes());
        digest.update(part);
    }
    digest.finish().as_ref().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_that_are_cut_elsewhere_have_another_key() {
        let lists: [&[&[u8]]; 5] = [&[], &[b""], &[b"ab"], &[b"a", b"b"], &[b"", b"ab"]];
        for (at, list) in lists.iter().enumerate() {
            for (other, parts) in lists.iter().enumerate() {
                let same = cache_key(list.iter().copied()) == cache_key(parts.iter().copied());
                assert_eq!(same, at == other, "{list:?} {parts:?}");
            }
        }
    }
}

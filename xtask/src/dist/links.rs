//! The links of the packed pages: to where the archive has the files.

use std::collections::BTreeMap;

use crate::docs::{hash, relinked, target, way};

/// Where the archive has the files of the project.
pub struct Places {
    places: BTreeMap<String, String>,
}

impl Places {
    /// Of a file that is packed twice, links lead to the first.
    pub fn of<'a>(packed: impl Iterator<Item = (&'a str, &'a str)>) -> Places {
        let mut places = BTreeMap::new();
        for (from, to) in packed {
            places
                .entry(from.to_owned())
                .or_insert_with(|| to.to_owned());
        }
        Places { places }
    }

    /// A page with links for its place. What is not packed is no link any more; a folder is its README.md.
    pub fn page(&self, from: &str, to: &str, text: &str) -> String {
        relinked(text, |link| {
            let (path, section) = target(from, link);
            let readme = || self.places.get(&format!("{path}/README.md"));
            let place = self.places.get(&path).or_else(readme)?;
            Some(way(to, place) + &hash(&section))
        })
    }
}

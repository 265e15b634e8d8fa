//! The files as a .tar.gz, below one folder of the archive's own name.

use std::collections::BTreeSet;

use flate2::{Compression, GzBuilder};
use tar::{EntryType, Header};

use super::layout::{Entry, Tree};

pub fn pack(name: &str, tree: &Tree, date: u64) -> std::io::Result<Vec<u8>> {
    let gzip = GzBuilder::new().write(Vec::new(), Compression::best());
    let mut tar = tar::Builder::new(gzip);
    for folder in folders(tree) {
        let mut header = header(EntryType::Directory, 0o755, date);
        tar.append_data(&mut header, format!("{name}/{folder}"), std::io::empty())?;
    }
    for (path, entry) in &tree.0 {
        let path = format!("{name}/{path}");
        match entry {
            Entry::File {
                content,
                executable,
            } => {
                let mode = if *executable { 0o755 } else { 0o644 };
                let mut header = header(EntryType::Regular, mode, date);
                header.set_size(content.len() as u64);
                tar.append_data(&mut header, path, content.as_slice())?;
            }
            Entry::Link(to) => {
                let mut header = header(EntryType::Symlink, 0o777, date);
                tar.append_link(&mut header, path, to)?;
            }
        }
    }
    tar.into_inner()?.finish()
}

fn folders(tree: &Tree) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for path in tree.0.keys() {
        for (end, _) in path.match_indices('/') {
            folders.insert(path[..=end].to_owned());
        }
    }
    folders.insert(String::new());
    folders
}

fn header(kind: EntryType, mode: u32, date: u64) -> Header {
    let mut header = Header::new_ustar();
    header.set_entry_type(kind);
    header.set_mode(mode);
    header.set_mtime(date);
    header.set_uid(0);
    header.set_gid(0);
    header.set_size(0);
    header
}

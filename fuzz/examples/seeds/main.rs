//! Writes inputs to begin with: `cargo run --example seeds -- FOLDER`. What a run made of them and of chance,
//! minimized, is the corpus that is kept.

mod exports;
mod replies;
mod texts;

use std::path::{Path, PathBuf};

/// Where the seeds of one target go, numbered.
struct SeedFolder {
    folder: PathBuf,
    count: usize,
}

impl SeedFolder {
    fn of(root: &Path, target: &str) -> SeedFolder {
        let folder = root.join(target);
        std::fs::create_dir_all(&folder).expect("a folder");
        SeedFolder { folder, count: 0 }
    }

    fn put(&mut self, bytes: &[u8]) {
        let name = format!("seed-{:04}", self.count);
        std::fs::write(self.folder.join(name), bytes).expect("a file");
        self.count += 1;
    }
}

fn main() {
    let root = std::env::args().nth(1).expect("usage: seeds FOLDER");
    let root = Path::new(&root);
    replies::write(&mut SeedFolder::of(root, "replies"));
    exports::write(&mut SeedFolder::of(root, "exports"));
    texts::configuration(&mut SeedFolder::of(root, "configuration"));
    texts::addresses(&mut SeedFolder::of(root, "addresses"));
    texts::json(&mut SeedFolder::of(root, "json"));
    texts::multipart(&mut SeedFolder::of(root, "multipart"));
}

//! Runs each input of the corpus once through its target, without libFuzzer. The comparison of an address with what a
//! browser reads of it is made in the target alone.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;

/// Names the input that was being run when something failed.
struct Running<'a>(&'a str, &'a Path);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while {} of {} was run", self.1.display(), self.0);
        }
    }
}

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus")
}

/// The inputs of a target with their names; `cargo xtask fuzz merge` writes the archive.
fn inputs(target: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let file = File::open(corpus().join(format!("{target}.tar.gz"))).expect("an archive");
    let mut archive = tar::Archive::new(GzDecoder::new(file));
    let mut inputs = Vec::new();
    for entry in archive.entries().unwrap() {
        let mut entry = entry.unwrap();
        assert!(entry.header().entry_type().is_file());
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).unwrap();
        inputs.push((entry.path().unwrap().into_owned(), bytes));
    }
    inputs
}

#[test]
fn every_input_of_the_corpus_is_run() {
    let _files = hr_fuzz::Files;
    hr_fuzz::show_panics();
    let mut kept = 0;
    for (target, run) in hr_fuzz::TARGETS {
        let inputs = inputs(target);
        assert!(inputs.len() > 20, "{target} has {} inputs", inputs.len());
        for (name, input) in &inputs {
            let _running = Running(target, name);
            run(input);
        }
        println!("{target}: {} inputs", inputs.len());
        kept += inputs.len();
    }
    let targets = hr_fuzz::TARGETS.len();
    let counted = format!(
        "{},{:03} inputs of {targets} targets",
        kept / 1000,
        kept % 1000
    );
    let page = include_str!("../../docs/en/reliability.md");
    assert!(
        page.contains(&counted),
        "docs/en/reliability.md does not say {counted}"
    );
    no_name_was_looked_up();
}

/// The threads that outlive calls look up names, and nothing here may ask the network for one.
fn no_name_was_looked_up() {
    #[cfg(target_os = "linux")]
    for thread in std::fs::read_dir("/proc/self/task").unwrap() {
        let name = std::fs::read_to_string(thread.unwrap().path().join("comm"));
        assert_ne!(name.unwrap_or_default().trim(), "hr-worker");
    }
}

/// Each target can be built and run by itself, and there is no archive of a target that was removed.
#[test]
fn targets_and_archives_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let mut archives = Vec::new();
    for (name, _) in hr_fuzz::TARGETS {
        assert!(manifest.contains(&format!("path = \"targets/{name}.rs\"")));
        assert!(root.join(format!("targets/{name}.rs")).is_file());
        archives.push(format!("{name}.tar.gz"));
    }
    let kept = std::fs::read_dir(corpus()).unwrap();
    let mut kept: Vec<String> = kept
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    archives.sort_unstable();
    kept.sort_unstable();
    assert_eq!(archives, kept);
}

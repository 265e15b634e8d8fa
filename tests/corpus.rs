//! Replays the inputs that fuzzing kept, through the same code as the fuzz targets, without libFuzzer. What a
//! browser's reader makes of an address is asked in the target alone.

#[path = "../fuzz/src/lib.rs"]
mod fuzz;

use std::path::{Path, PathBuf};

/// Names the input that was being played when something failed.
struct Playing<'a>(&'a Path);

impl Drop for Playing<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while {} was played", self.0.display());
        }
    }
}

fn inputs(target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    let entries = std::fs::read_dir(folder.join(target)).expect("the target has a corpus");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

#[test]
fn every_kept_input_is_played() {
    let _files = fuzz::Files;
    fuzz::show_panics();
    for (target, play) in fuzz::TARGETS {
        let inputs = inputs(target);
        assert!(!inputs.is_empty(), "{target} has no inputs");
        for path in &inputs {
            let input = std::fs::read(path).unwrap();
            let _playing = Playing(path);
            play(&input);
        }
        println!("{target}: {} inputs", inputs.len());
    }
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

/// Each target can be built and run by itself, and no input is kept for a target that is gone.
#[test]
fn targets_and_inputs_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let mut names: Vec<&str> = fuzz::TARGETS.iter().map(|(name, _)| *name).collect();
    for name in &names {
        assert!(manifest.contains(&format!("path = \"targets/{name}.rs\"")));
        assert!(root.join(format!("targets/{name}.rs")).is_file());
    }
    let kept = std::fs::read_dir(root.join("corpus")).unwrap();
    let mut kept: Vec<String> = kept
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort_unstable();
    kept.sort_unstable();
    assert_eq!(names, kept);
}

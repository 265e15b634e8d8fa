//! The archive, and what a user has after unpacking it.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use super::in_time::{run_within, text};
use testkit::folders::root;
use testkit::tools::forget_the_test;

pub const PATIENCE: Duration = Duration::from_secs(300);
const PATIENCE_WITH_A_BUILD: Duration = Duration::from_secs(3600);

/// Where cargo builds for this test: the archive is made there too.
pub fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

/// Runs the project's own command; gives the archive's path.
fn pack() -> PathBuf {
    let mut command = Command::new(env!("CARGO"));
    forget_the_test(&mut command);
    command
        .args(["run", "--quiet", "-p", "xtask", "--", "dist"])
        .current_dir(root())
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_NET_OFFLINE", "true")
        .env_remove("SOURCE_DATE_EPOCH");
    PathBuf::from(output_within(&mut command, PATIENCE_WITH_A_BUILD).trim_end())
}

/// Packs once more what is built, perhaps with another date.
pub fn pack_again(date: Option<&str>) -> PathBuf {
    packed();
    let mut command = Command::new(target().join("debug/xtask"));
    command
        .arg("dist")
        .env("CARGO", env!("CARGO"))
        .env("CARGO_TARGET_DIR", target())
        .env_remove("SOURCE_DATE_EPOCH")
        .envs(date.map(|date| ("SOURCE_DATE_EPOCH", date)));
    PathBuf::from(output(&mut command).trim_end())
}

/// The archive's name without its ending, and its bytes as they were first packed.
pub fn packed() -> &'static (String, Vec<u8>) {
    static PACKED: OnceLock<(String, Vec<u8>)> = OnceLock::new();
    PACKED.get_or_init(|| {
        let path = pack();
        let name = path.file_name().unwrap().to_str().unwrap();
        let name = name.strip_suffix(".tar.gz").unwrap().to_owned();
        (name, std::fs::read(path).unwrap())
    })
}

/// What a command writes to its standard output; it has to succeed.
#[track_caller]
pub fn output(command: &mut Command) -> String {
    output_within(command, PATIENCE)
}

#[track_caller]
fn output_within(command: &mut Command, patience: Duration) -> String {
    let output = run_within(command, patience);
    assert!(output.status.success(), "{command:?}\n{}", text(&output));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A folder of its own for the archive's; gone at the end.
pub struct Unpacked {
    folder: PathBuf,
    /// The one folder that was in the archive.
    pub root: PathBuf,
}

impl Unpacked {
    pub fn new() -> Unpacked {
        static COUNT: AtomicU32 = AtomicU32::new(1);
        let number = COUNT.fetch_add(1, Ordering::SeqCst);
        let name = format!("hr dist {}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).unwrap();
        let (name, bytes) = packed();
        let unpacked = Unpacked {
            root: folder.join(name),
            folder,
        };
        let archive = unpacked.folder.join("archive.tar.gz");
        std::fs::write(&archive, bytes).unwrap();
        let mut tar = Command::new("tar");
        tar.arg("-xzf")
            .arg(&archive)
            .arg("-C")
            .arg(&unpacked.folder);
        output(&mut tar);
        std::fs::remove_file(archive).unwrap();
        unpacked
    }

    /// Puts everything elsewhere.
    pub fn move_to(&mut self, name: &str) {
        let new = self.folder.join(name);
        std::fs::rename(&self.root, &new).unwrap();
        self.root = new;
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub fn text(&self, path: &str) -> String {
        String::from_utf8(self.read(path)).unwrap()
    }

    /// Runs commands in the folder, as a user's shell does.
    #[track_caller]
    pub fn shell(&self, commands: &str) -> String {
        let mut shell = Command::new("sh");
        shell.args(["-e", "-c", commands]).current_dir(&self.root);
        output(
            shell
                .env_remove("LD_LIBRARY_PATH")
                .env_remove("PKG_CONFIG_PATH"),
        )
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

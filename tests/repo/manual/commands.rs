//! The commands run, as a reader would run them.
//!
//! The line before a block of commands says where they run:
//!   `<!-- run -->`          at the root of the project
//!   `<!-- serve -->`        the same, and goes on until the end; the next begins when it has written a line
//!   `<!-- try: mcs mono -->` in an empty folder, with the root in `HR`, when these programs are installed
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use testkit::tools::{forget_the_test, has};

use super::{manual, read, root, target};

/// A release build of everything may be among what a block does.
const PATIENCE: Duration = Duration::from_secs(1800);

enum Kind {
    Run,
    Serve,
    Try(Vec<String>),
}

struct Block {
    kind: Kind,
    script: String,
}

fn marked(page: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    for part in page.split("\n<!-- ").skip(1) {
        let (mark, rest) = part.split_once(" -->\n").expect("the mark ends");
        let kind = match mark {
            "run" => Kind::Run,
            "serve" => Kind::Serve,
            _ => {
                let tools = mark
                    .strip_prefix("try: ")
                    .unwrap_or_else(|| panic!("the mark {mark}"));
                Kind::Try(tools.split(' ').map(str::to_owned).collect())
            }
        };
        let script = rest
            .strip_prefix("```sh\n")
            .expect("a block of commands follows the mark");
        let script = script.split_once("```\n").expect("the block ends").0;
        blocks.push(Block {
            kind,
            script: elsewhere(script),
        });
    }
    blocks
}

/// The same commands for a build that goes to another folder than the project's own.
fn elsewhere(script: &str) -> String {
    if target() == root().join("target") {
        return script.to_owned();
    }
    let script = script
        .replace("$PWD/target/", "target/")
        .replace("$HR/target/", "target/");
    script.replace("target/", &format!("{}/", target().display()))
}

/// A block that runs. Nothing that it starts outlives it.
struct Shell {
    child: Child,
    said: PathBuf,
}

impl Shell {
    fn start(number: usize, script: &str, folder: &Path, stdout: Option<Stdio>) -> Shell {
        let said =
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("readme-block-{number}.txt"));
        let file = std::fs::File::create(&said).unwrap();
        let mut command = Command::new("bash");
        forget_the_test(&mut command);
        let cargo = Path::new(env!("CARGO")).parent().unwrap().to_owned();
        let path = std::env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(cargo).chain(std::env::split_paths(&path));
        command
            .args(["-e", "-o", "pipefail", "-c", script])
            .current_dir(folder)
            .env("PATH", std::env::join_paths(path).unwrap())
            .env("HR", root())
            .env("CARGO_TARGET_DIR", target())
            .env("CARGO_NET_OFFLINE", "true")
            // Cargo's search path for tests leads to the debug library.
            .env_remove("LD_LIBRARY_PATH")
            .env_remove("HR_LIBRARY")
            .stdin(Stdio::null())
            .stdout(stdout.unwrap_or_else(|| file.try_clone().unwrap().into()))
            .stderr(file)
            .process_group(0);
        let child = command.spawn().expect("bash runs");
        Shell { child, said }
    }

    fn wait(mut self, script: &str) {
        let group = self.group();
        let (sender, ended) = mpsc::channel();
        let status = std::thread::scope(|threads| {
            let child = &mut self.child;
            threads.spawn(move || sender.send(child.wait().unwrap()));
            let status = ended.recv_timeout(PATIENCE).ok();
            if status.is_none() {
                kill(group);
            }
            status
        });
        let said = std::fs::read_to_string(&self.said).unwrap_or_default();
        let fine = status.is_some_and(|status| status.success());
        assert!(fine, "{status:?}\n{script}\n{said}");
    }

    fn group(&self) -> i32 {
        i32::try_from(self.child.id()).unwrap()
    }
}

fn kill(group: i32) {
    // SAFETY: the group is a shell's own; the members are gone or started by its block.
    unsafe { libc::kill(-group, libc::SIGKILL) };
}

impl Drop for Shell {
    fn drop(&mut self) {
        kill(self.group());
        let _ = self.child.wait();
    }
}

#[test]
fn every_marked_block_runs() {
    let pages = manual();
    let blocks: Vec<Block> = pages.iter().flat_map(|page| marked(&read(page))).collect();
    let mut serving = Vec::new();
    let mut tried = 0;
    for (number, Block { kind, script }) in blocks.iter().enumerate() {
        match kind {
            Kind::Run => Shell::start(number, script, root(), None).wait(script),
            Kind::Serve => {
                let mut shell = Shell::start(number, script, root(), Some(Stdio::piped()));
                let mut line = String::new();
                let mut stdout = BufReader::new(shell.child.stdout.take().unwrap());
                stdout.read_line(&mut line).unwrap();
                assert!(!line.is_empty(), "nothing was written by\n{script}");
                serving.push((shell, stdout));
            }
            Kind::Try(tools) => {
                if !tools.iter().all(|tool| has(tool, "a block of the manual")) {
                    continue;
                }
                let folder =
                    Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("readme-try-{number}"));
                let _ = std::fs::remove_dir_all(&folder);
                std::fs::create_dir_all(&folder).unwrap();
                Shell::start(number, script, &folder, None).wait(script);
                std::fs::remove_dir_all(&folder).unwrap();
                tried += 1;
            }
        }
    }
    assert!(
        blocks.len() >= 10 && !serving.is_empty(),
        "the marks are lost"
    );
    println!("{} blocks, {tried} of them in empty folders", blocks.len());
}

//! What the project does beyond cargo: `cargo run -p xtask -- dist` packs what is shipped.

mod dist;

use std::process::ExitCode;

const USAGE: &str = "usage: cargo run -p xtask -- dist [--target TRIPLE] [--glibc VERSION]

dist   builds the library and the sandbox, and packs them for C and C++ into target/dist;
       the archive's path is the one line on standard output
       --target   another platform than this one
       --glibc    the oldest glibc that the binaries shall run with, such as 2.17;
                  needs cargo-zigbuild and zig (PyPI: cargo-zigbuild, ziglang)";

/// What went wrong, in one text for a person.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, rest)) if command == "dist" => options(rest).map(dist::run),
        _ => None,
    };
    match result {
        None => {
            eprintln!("{USAGE}");
            ExitCode::from(2)
        }
        Some(Err(error)) => {
            eprintln!("dist: {error}");
            ExitCode::FAILURE
        }
        Some(Ok(archive)) => {
            println!("{}", archive.display());
            ExitCode::SUCCESS
        }
    }
}

fn options(arguments: &[String]) -> Option<dist::Options> {
    let mut options = dist::Options::default();
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        let place = match name.as_str() {
            "--target" => &mut options.target,
            "--glibc" => &mut options.glibc,
            _ => return None,
        };
        *place = Some(rest.next()?.clone());
    }
    Some(options)
}

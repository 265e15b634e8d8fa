//! What the project does beyond cargo: `cargo run -p xtask -- dist` packs what is shipped.

mod dist;

use std::process::ExitCode;

const USAGE: &str =
    "usage: cargo run -p xtask -- dist [--windows | --target TRIPLE] [--glibc VERSION] [--hooks]

dist   builds the library and the sandbox, and packs them for developers into target/dist;
       the archives' paths are the lines on standard output
       --windows  for Windows, of 32 and of 64 bit; needs mingw (Debian: gcc-mingw-w64-i686-win32,
                  gcc-mingw-w64-x86-64-win32)
       --target   another platform than this one
       --glibc    the oldest glibc that the binaries shall run with, such as 2.17;
                  needs cargo-zigbuild and zig (PyPI: cargo-zigbuild, ziglang)
       --hooks    for the tests: no archive, but a DLL that can be made to panic";

const WINDOWS: [&str; 2] = ["i686-pc-windows-gnu", "x86_64-pc-windows-gnu"];

/// What went wrong, in one text for a person.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match arguments.split_first() {
        Some((command, rest)) if command == "dist" => {
            options(rest).map(|options| dist::run(&options))
        }
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
        Some(Ok(archives)) => {
            for archive in archives {
                println!("{}", archive.display());
            }
            ExitCode::SUCCESS
        }
    }
}

fn options(arguments: &[String]) -> Option<dist::Options> {
    let mut options = dist::Options::default();
    let mut rest = arguments.iter();
    while let Some(name) = rest.next() {
        match name.as_str() {
            "--windows" => options.targets.extend(WINDOWS.map(String::from)),
            "--target" => options.targets.push(rest.next()?.clone()),
            "--hooks" => options.hooks = true,
            "--glibc" => options.glibc = Some(rest.next()?.clone()),
            _ => return None,
        }
    }
    let elsewhere = options
        .targets
        .iter()
        .any(|target| target.contains("windows"));
    let fits = match elsewhere {
        true => options.glibc.is_none(),
        false => !options.hooks,
    };
    fits.then_some(options)
}

#[cfg(test)]
mod tests {
    use super::options;

    fn of(arguments: &[&str]) -> Option<Vec<String>> {
        let arguments: Vec<String> = arguments.iter().map(|text| text.to_string()).collect();
        options(&arguments).map(|options| options.targets)
    }

    #[test]
    fn what_does_not_go_together_is_refused() {
        assert_eq!(of(&[]), Some(Vec::new()));
        assert_eq!(of(&["--windows"]).map(|targets| targets.len()), Some(2));
        assert!(of(&["--glibc", "2.17"]).is_some());
        assert_eq!(of(&["--windows", "--glibc", "2.17"]), None);
        assert_eq!(of(&["--hooks"]), None);
        assert_eq!(of(&["--target"]), None);
        assert_eq!(of(&["--else"]), None);
    }
}

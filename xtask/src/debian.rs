//! Missing tools, installed as root on Debian.

use std::process::Command;

use crate::machine::{has, program, succeeds};

/// A program, and the packages that bring it.
pub struct Tool {
    pub program: &'static str,
    pub packages: &'static [&'static str],
}

const fn tool(program: &'static str, packages: &'static [&'static str]) -> Tool {
    Tool { program, packages }
}

/// What `cargo xtask test --all` uses beside cargo and a C compiler.
pub const TOOLS: [Tool; 14] = [
    tool("python3", &["python3"]),
    tool("node", &["nodejs"]),
    tool("npm", &["npm"]),
    tool("chromium", &["chromium"]),
    tool("g++", &["g++"]),
    tool("clang", &["clang"]),
    tool("valgrind", &["valgrind"]),
    tool("strace", &["strace"]),
    tool("cmake", &["cmake"]),
    tool("pkg-config", &["pkg-config"]),
    tool("xbuild", &["mono-devel"]),
    tool("fpc", &["fp-compiler", "fp-units-base", "fp-units-fcl"]),
    tool("i686-w64-mingw32-gcc", &["gcc-mingw-w64-i686-win32"]),
    tool("x86_64-w64-mingw32-gcc", &["gcc-mingw-w64-x86-64-win32"]),
];

pub fn absent(tools: &[Tool]) -> Vec<&Tool> {
    tools.iter().filter(|tool| !has(tool.program)).collect()
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output();
    id.is_ok_and(|output| output.stdout == b"0\n")
}

/// Installs where that is possible, and reports both the attempt and its failure.
fn install(packages: &[&str]) {
    if packages.is_empty() || !is_root() || !has("apt-get") {
        return;
    }
    let named = packages.join(" ");
    println!("installing: {named}");
    let apt = |arguments: &[&str]| {
        let mut command = program("apt-get");
        succeeds(
            command
                .args(arguments)
                .env("DEBIAN_FRONTEND", "noninteractive"),
        )
    };
    let options = ["install", "-y", "-qq", "--no-install-recommends"];
    if !apt(&["update", "-qq"]) || !apt(&[&options, packages].concat()) {
        println!("could not install: {named}");
    }
}

/// Installs what is missing of these; gives what then still is.
pub fn provide(tools: &[Tool]) -> Vec<&Tool> {
    let missing = absent(tools);
    let mut packages: Vec<&str> = missing
        .iter()
        .flat_map(|tool| tool.packages)
        .copied()
        .collect();
    // Debian keeps what `python3 -m venv` needs in a package of its own.
    let python = tools.iter().any(|tool| tool.program == "python3");
    if python && !succeeds(program("python3").args(["-c", "import ensurepip, venv"])) {
        packages.push("python3-venv");
    }
    install(&packages);
    absent(tools)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_is_named() {
        let tools = [
            tool("cargo", &["cargo"]),
            tool("no-such-program", &["none"]),
        ];
        let names: Vec<&str> = absent(&tools).iter().map(|tool| tool.program).collect();
        assert_eq!(names, ["no-such-program"]);
    }
}

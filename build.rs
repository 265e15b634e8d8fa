//! The French of each sentence as a macro, and link flags of the shared library.

use std::path::Path;

const FRENCH: &str = "src/messages/fr.json";

/// `both!("English")` is the sentence in both languages, `["English", "French"]`. A string of the catalogue, one pair a
/// line, is written as Rust writes it.
fn both(catalogue: &str) -> String {
    let lines = catalogue
        .lines()
        .map(|line| line.trim().trim_end_matches(','));
    let pairs = lines.filter_map(|line| {
        let mut ends = line.match_indices("\": \"");
        let (end, _) = ends.find(|(at, _)| !line[..*at].ends_with('\\'))?;
        Some((&line[..=end], &line[end + 3..]))
    });
    let arms =
        pairs.map(|(english, french)| format!("({english}) => {{ [{english}, {french}] }};\n"));
    // One that is never said does not compile either.
    format!(
        "#[deny(unused_macro_rules)]\nmacro_rules! both {{\n{}}}\n",
        arms.collect::<String>()
    )
}

fn write_both() -> std::io::Result<()> {
    println!("cargo::rerun-if-changed={FRENCH}");
    let folder = std::env::var_os("OUT_DIR").unwrap_or_default();
    let catalogue = std::fs::read_to_string(FRENCH)?;
    std::fs::write(Path::new(&folder).join("both.rs"), both(&catalogue))
}

fn main() -> std::io::Result<()> {
    write_both()?;
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // A thread may still be looking up a name when a host unloads the library: it stays loaded.
        println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
        // Only a shipped library has one: a program linked with target/release would look for a file of that
        // name, and cargo makes none.
        println!("cargo::rerun-if-env-changed=HR_SONAME");
        if let Ok(name) = std::env::var("HR_SONAME") {
            println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,{name}");
        }
    }
    Ok(())
}

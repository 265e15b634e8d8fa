//! The README is true: its commands run, its tables agree with the header and the library, what it names
//! exists. To renew the C program in it: `HR_BLESS=1 cargo test --test readme`.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use support::Host;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    let text = std::fs::read_to_string(root().join(name));
    text.unwrap_or_else(|error| panic!("{name}: {error}"))
        .replace("\r\n", "\n")
}

/// Where cargo builds for this test, so that what a block builds is not built twice.
fn target() -> PathBuf {
    let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
    temporary.parent().unwrap().to_owned()
}

/// The fenced blocks of a language; `mark` is the line that must stand before each.
fn blocks<'a>(text: &'a str, mark: &str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n{mark}```{language}\n");
    text.split(&*fence)
        .skip(1)
        .map(|rest| rest.split_once("```\n").expect("the block ends").0)
        .collect()
}

/// The rows of the table under a heading, as cells; without its head.
fn table(text: &str, heading: &str) -> Vec<Vec<String>> {
    let section = text.split_once(&format!("\n## {heading}\n"));
    let section = section.unwrap_or_else(|| panic!("no heading {heading}")).1;
    let section = section.split("\n## ").next().unwrap();
    let rows = section.lines().filter(|line| line.starts_with('|'));
    rows.skip(2)
        .map(|row| {
            let row = row.trim_matches('|');
            row.split('|')
                .map(|cell| cell.trim().replace('`', ""))
                .collect()
        })
        .collect()
}

/// The words of a text that begin with `prefix` and go on with letters, digits and underscores.
fn words<'a>(text: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .filter(|word| word.starts_with(prefix))
        .collect()
}

/// The header without its comments.
fn declarations() -> String {
    let header = read("include/hr.h");
    let mut bare = String::new();
    for part in header.split("*/") {
        bare.push_str(part.split("/*").next().unwrap());
    }
    bare
}

#[test]
#[cfg(target_os = "linux")]
fn every_marked_block_runs() {
    let readme = read("README.md");
    let marked = blocks(&readme, "<!-- run -->\n", "sh");
    assert_eq!(marked.len(), readme.matches("<!-- run -->").count());
    assert!(marked.len() >= 3, "the marks are lost");
    for block in marked {
        run(block);
    }
}

/// Runs a block as a reader would, at the root of the project; nothing that it starts outlives it.
#[cfg(target_os = "linux")]
fn run(block: &str) {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let mut script = block.to_owned();
    if target() != root().join("target") {
        let elsewhere = format!("{}/", target().display());
        script = script.replace("$PWD/target/", "target/");
        script = script.replace("target/", &elsewhere);
    }
    let output = Path::new(env!("CARGO_TARGET_TMPDIR")).join("readme-block.txt");
    let file = std::fs::File::create(&output).unwrap();
    let mut command = Command::new("bash");
    for (name, _) in std::env::vars_os() {
        // What cargo sets for a test would have dependencies built anew.
        let name = name.to_string_lossy();
        if name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&*name);
        }
    }
    let cargo = Path::new(env!("CARGO")).parent().unwrap().to_owned();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::iter::once(cargo).chain(std::env::split_paths(&path));
    command
        .args(["-e", "-o", "pipefail", "-c", &script])
        .current_dir(root())
        .env("PATH", std::env::join_paths(path).unwrap())
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_NET_OFFLINE", "true")
        // Cargo's search path for tests leads to the debug library.
        .env_remove("LD_LIBRARY_PATH")
        .stdin(Stdio::null())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .process_group(0);
    let mut shell = command.spawn().expect("bash runs");
    let started = Instant::now();
    // A release build of everything may be among what it does.
    let patience = Duration::from_secs(1800);
    let status = loop {
        let status = shell.try_wait().unwrap();
        if status.is_some() || started.elapsed() > patience {
            break status;
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let group = i32::try_from(shell.id()).unwrap();
    // SAFETY: the group is the shell's own; the members are gone or started by the block.
    unsafe { libc::kill(-group, libc::SIGKILL) };
    let _ = shell.wait();
    let said = std::fs::read_to_string(output).unwrap_or_default();
    let fine = status.is_some_and(|status| status.success());
    assert!(fine, "{status:?}\n{block}\n{said}");
}

#[test]
#[cfg(unix)]
fn the_two_commands_are_on_the_first_screen() {
    use std::os::unix::fs::PermissionsExt;
    let readme = read("README.md");
    let screen = readme.lines().take(20).collect::<Vec<_>>().join("\n");
    for command in ["cargo run --release -- demo", "tests/run"] {
        assert!(screen.contains(&format!("\n| `{command}` |")), "{command}");
    }
    let mode = std::fs::metadata(root().join("tests/run"))
        .unwrap()
        .permissions();
    assert!(mode.mode() & 0o111 != 0, "tests/run is not executable");
}

#[test]
fn the_c_program_is_the_example() {
    let path = "examples/quickstart.c";
    let example = std::fs::read_to_string(root().join(path))
        .unwrap_or_else(|error| panic!("{path} is missing ({error}): the README shows its text"));
    let readme = read("README.md");
    let programs = blocks(&readme, "", "c");
    assert_eq!(programs.len(), 1, "one C program in the README");
    if std::env::var_os("HR_BLESS").is_some() && programs[0] != example {
        let renewed = readme.replacen(programs[0], &example, 1);
        std::fs::write(root().join("README.md"), renewed).unwrap();
        return;
    }
    assert!(
        programs[0] == example,
        "the README's C program is not {path}; renew it with HR_BLESS=1 cargo test --test readme"
    );
}

#[test]
fn the_codes_are_the_headers() {
    let declarations = declarations();
    let defined: BTreeMap<&str, &str> = declarations
        .lines()
        .filter_map(|line| line.strip_prefix("#define ")?.split_once(' '))
        .filter(|(name, _)| *name == "HR_OK" || name.starts_with("HR_E_"))
        .collect();
    let readme = read("README.md");
    let rows = table(&readme, "Codes");
    let listed: BTreeMap<&str, &str> = rows.iter().map(|row| (&*row[1], &*row[0])).collect();
    assert_eq!(listed, defined);
    assert_eq!(rows.len(), listed.len(), "a code has two rows");
    for row in &rows {
        assert_eq!(row.len(), 4, "{row:?}");
        assert!(!row[2].is_empty() && (!row[3].is_empty() || row[1] == "HR_OK"));
    }
}

/// The keys that the comment of `hr_open` documents, with what it says of each.
fn documented_keys(header: &str) -> Vec<(String, String)> {
    let comment = header.split_once("Opens a handle: reads").unwrap().1;
    let comment = comment.split_once("@param config_json").unwrap().1;
    let comment = comment.split_once("@param out_handle").unwrap().0;
    let mut keys: Vec<(String, String)> = Vec::new();
    for line in comment.lines().skip(1) {
        let line = line.strip_prefix(" *").unwrap_or(line);
        match line
            .strip_prefix("   ")
            .filter(|rest| !rest.starts_with(' '))
        {
            Some(rest) => {
                let (key, text) = rest.split_once(' ').expect("a key and its text");
                keys.push((key.to_owned(), text.trim().to_owned()));
            }
            None if line.trim().is_empty() => {}
            None => {
                let (_, text) = keys.last_mut().expect("a key first");
                text.push(' ');
                text.push_str(line.trim());
            }
        }
    }
    keys
}

/// The default in such a text: `"x" (default ...)` or `default x`; none when it has neither.
fn default_in(text: &str) -> String {
    if let Some((before, _)) = text.split_once(" (default") {
        return before.rsplit(' ').next().unwrap().to_owned();
    }
    let Some((_, after)) = text.split_once("default ") else {
        return "none".into();
    };
    let mut quoted = false;
    let end = after.find(|c| {
        quoted ^= c == '"';
        !quoted && matches!(c, ';' | ':' | ',')
    });
    after[..end.unwrap_or(after.len())].trim().to_owned()
}

#[test]
fn the_configuration_is_the_headers_and_the_librarys() {
    let mut documented = BTreeMap::new();
    for (key, text) in documented_keys(&read("include/hr.h")) {
        if key != "timeouts" {
            documented.insert(key, default_in(&text));
            continue;
        }
        let object = text.split_inclusive('}').next().unwrap();
        let times: BTreeMap<String, u32> = serde_json::from_str(object).unwrap();
        for (name, milliseconds) in times {
            documented.insert(format!("timeouts.{name}"), milliseconds.to_string());
        }
    }
    assert!(documented.len() >= 17, "{documented:?}");
    let rows = table(&read("README.md"), "Configuration");
    let listed: BTreeMap<String, String> = rows
        .iter()
        .map(|row| (row[0].clone(), row[1].clone()))
        .collect();
    assert_eq!(listed, documented);
    assert_eq!(rows.len(), listed.len(), "a key has two rows");

    let (handle, settings) = Host::try_open("{}");
    let _host = Host(handle);
    let settings = settings.ok().json;
    for (key, default) in &listed {
        let in_force = match key.split_once('.') {
            Some((object, name)) => settings[object][name].to_string(),
            None if key == "license_bearer" => {
                assert_eq!(settings["license_bearer_set"], false);
                continue;
            }
            None => settings[key].to_string(),
        };
        let version = env!("CARGO_PKG_VERSION");
        let told = match &**default {
            "none" => "null".to_owned(),
            "\"hr/\" and the version" => format!("\"hr/{version}\""),
            other => other.to_owned(),
        };
        assert_eq!(in_force, told, "{key}");
    }
}

#[test]
fn every_function_is_there_and_no_other_name() {
    let (readme, declarations) = (read("README.md"), declarations());
    let functions: BTreeSet<&str> = words(&declarations, "hr_")
        .into_iter()
        .filter(|name| declarations.contains(&format!("{name}(")))
        .collect();
    assert!(functions.len() >= 28, "{functions:?}");
    assert_eq!(words(&readme, "hr_"), functions);
    let header = read("include/hr.h");
    let known = words(&header, "HR_");
    for name in words(&readme, "HR_") {
        // Variables of the tests, not names of the library.
        let variable = ["HR_BLESS", "HR_TORTURE"].contains(&name);
        assert!(variable || known.contains(name), "{name}");
    }
    let told = format!("C API has {} blocking functions", functions.len());
    assert!(readme.contains(&told), "{told}");
}

/// Whether a word between backticks is a path of this project: it has a slash, and neither a scheme nor a
/// placeholder nor the form of a path on a server.
fn is_path(word: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-' | '/');
    word.contains('/') && !word.starts_with(['/', '-']) && word.chars().all(plain)
}

#[test]
fn what_it_points_to_exists() {
    for page in ["README.md", "CHANGELOG.md"] {
        let text = read(page);
        let mut prose = text.clone();
        for language in ["c", "sh"] {
            for block in blocks(&text, "", language) {
                prose = prose.replace(block, "");
            }
        }
        let prose = prose.replace("```", "");
        let links = prose.split("](").skip(1);
        let links = links.map(|rest| rest.split(')').next().unwrap());
        let links = links.filter(|link| !link.contains("://") && !link.starts_with('#'));
        let spans = prose.split('`').skip(1).step_by(2);
        let named = spans.flat_map(str::split_whitespace);
        for path in links.chain(named.filter(|word| is_path(word))) {
            // What a build makes is checked by the blocks that use it.
            let built = path.split('/').next() == Some("target");
            let there = root().join(path).exists();
            assert!(built || there, "{page} points to {path}");
        }
    }
}

#[test]
fn it_speaks_of_no_machine_and_leaves_nothing_open() {
    const FOREIGN: [&str; 8] = [
        "/work", "/tmp", "/home/", "/root", "/usr/", "/opt/", "TODO", "FIXME",
    ];
    for page in ["README.md", "CHANGELOG.md"] {
        for line in read(page).lines() {
            let found = FOREIGN.iter().find(|word| line.contains(**word));
            assert!(found.is_none(), "{page}: {line}");
        }
    }
}

//! The first screen, and what the pages name.

use crate::{blocks, read, root};

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
        for language in ["c", "python", "sh"] {
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
            let (file, section) = path.split_once('#').unwrap_or((path, ""));
            let there = root().join(file).exists();
            assert!(built || there, "{page} points to {path}");
            let heading = |line: &str| line.trim_start_matches('#').trim().replace(' ', "-");
            let of_it =
                |line: &str| line.starts_with('#') && heading(line).to_lowercase() == section;
            let found = section.is_empty() || read(file).lines().any(of_it);
            assert!(found, "{page} points to {path}");
        }
    }
}

#[test]
fn it_speaks_of_no_machine_and_leaves_nothing_open() {
    let own = root().to_str().unwrap();
    let foreign = [
        own, "/tmp", "/home/", "/root", "/usr/", "/opt/", "TODO", "FIXME",
    ];
    for page in ["README.md", "CHANGELOG.md", "benches/README.md"] {
        for line in read(page).lines() {
            let found = foreign.iter().find(|word| line.contains(**word));
            assert!(found.is_none(), "{page}: {line}");
        }
    }
}

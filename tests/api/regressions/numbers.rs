//! The numbers of past failures: each stands at one test.

/// The numbers go on in the tests of what they are about, as `R14:` in front of a test. Each group has its ten.
#[test]
fn numbers_are_given_once() {
    let mut numbers = Vec::new();
    let mut folders = vec![std::path::PathBuf::from(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests"
    ))];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "rs") {
                let text = std::fs::read_to_string(path).unwrap();
                numbers.extend(given(&text));
            }
        }
    }
    numbers.sort_unstable();
    let twice: Vec<_> = numbers
        .windows(2)
        .filter(|pair| pair[0] == pair[1])
        .collect();
    assert!(twice.is_empty(), "{twice:?}");
    assert!(numbers.len() >= 25, "{numbers:?}");
}

/// `fn r01_...`, and `R14:` in comments.
fn given(text: &str) -> Vec<u32> {
    let comments = text.lines().filter(|line| line.starts_with("///"));
    let noted = comments
        .flat_map(|line| line.split_whitespace())
        .filter_map(|word| word.strip_prefix('R')?.strip_suffix(':')?.parse().ok());
    let named = text
        .lines()
        .filter_map(|line| line.strip_prefix("fn r")?.split('_').next()?.parse().ok());
    noted.chain(named).collect()
}

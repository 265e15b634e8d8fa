//! The programs that the pages show are the examples that other tests compile and run.

use testkit::folders::root;

use super::read;

/// A page, the language of its block, and the example's file: the whole of it, or from the block's first line to its last.
const SHOWN: &str = "README.md python python/examples/quickstart.py
    docs/en/start-python.md python python/examples/quickstart.py
    docs/en/start-csharp.md csharp csharp/examples/QuickStart.cs
    docs/en/start-delphi.md pascal delphi/demo/QuickStart.dpr
    docs/en/start-cpp.md cpp cpp/examples/quickstart.cpp
    docs/en/start-c.md c ../examples/deposit.c
    docs/fr/start-python.md python python/examples/quickstart.py
    docs/fr/start-csharp.md csharp csharp/examples/QuickStart.cs
    docs/fr/start-delphi.md pascal delphi/demo/QuickStart.dpr
    docs/fr/start-cpp.md cpp cpp/examples/quickstart.cpp
    docs/fr/start-c.md c ../examples/deposit.c
    docs/en/conversation.md python python/examples/quickstart.py
    docs/fr/conversation.md python python/examples/quickstart.py
    docs/en/several-patients.md python python/examples/outbox.py
    docs/fr/several-patients.md python python/examples/outbox.py
    bindings/cpp/README.md cpp cpp/examples/quickstart.cpp
    bindings/csharp/README.md csharp csharp/examples/QuickStart.cs
    bindings/csharp/README.md csharp csharp/examples/SendDocument.cs
    bindings/delphi/README.md pascal delphi/demo/QuickStart.dpr
    bindings/delphi/README.md pascal delphi/demo/SendDocument.dpr
    bindings/python/README.md python python/examples/quickstart.py
    bindings/python/README.md python python/examples/outbox.py";

/// What stands in the example from the first line of `shown` to its last.
fn part(example: &str, shown: &str) -> Option<String> {
    let (first, last) = (shown.lines().next()?, shown.lines().last()?);
    let lines: Vec<&str> = example.lines().collect();
    let begin = lines.iter().position(|line| *line == first)?;
    let end = lines.iter().rposition(|line| *line == last)?;
    Some(lines.get(begin..=end)?.join("\n") + "\n")
}

#[test]
fn the_programs_are_the_examples() {
    for shown in SHOWN.lines() {
        let words = Vec::from_iter(shown.split_whitespace());
        let [page, language, path] = words.try_into().unwrap();
        let (text, example) = (read(page), read(&format!("bindings/{path}")));
        let fence = format!("\n```{language}\n");
        let blocks = text.split(&fence).skip(1);
        let mut blocks = blocks.map(|rest| rest.split("```\n").next().unwrap());
        let found = blocks.find_map(|shown| Some((shown, part(&example, shown)?)));
        let (shown, wanted) = found.unwrap_or_else(|| panic!("{page} does not show {path}"));
        if std::env::var_os("HR_BLESS").is_some() && shown != wanted {
            std::fs::write(root().join(page), text.replacen(shown, &wanted, 1)).unwrap();
            continue;
        }
        let same = shown == wanted;
        assert!(
            same,
            "{page}: HR_BLESS=1 cargo test --test repo manual renews {path}"
        );
    }
}

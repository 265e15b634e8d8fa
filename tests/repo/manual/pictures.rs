//! The diagrams, which are drawn by hand: in both languages the same, but for what they say.

use super::read;

/// A number of an element, or 0.
fn number(element: &str, name: &str) -> f64 {
    let mut parts = element.split('"').skip_while(|part| !part.ends_with(name));
    parts.nth(1).map_or(0.0, |value| value.parse().unwrap())
}

/// A diagram without what it says, but for the words of the interface. Each text fits into its box: a letter takes 6.9.
fn drawn(name: &str, language: &str) -> String {
    let picture = read(&format!("docs/images/{name}-{language}.svg"));
    let mut last = "";
    // Behind the language, the title and the description.
    let lines = picture.lines().skip(3).map(|line| {
        let text = line.trim_end_matches("</text>");
        let (start, said) = text.split_once('>').unwrap_or((text, ""));
        if start.starts_with("<rect") {
            last = start;
        }
        let (left, width) = (number(last, " x="), number(last, " width="));
        let fits = said.chars().count() as f64 * 6.9 <= width;
        let is_label = number(start, " x=") != left + width / 2.0;
        assert!(fits || is_label, "{name}-{language}: {said} is too long");
        let word = start.strip_suffix(" class=\"word\"");
        word.map_or(start, |_| line)
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn the_diagrams_are_the_same_in_both_languages() {
    for name in ["chain", "document", "pin"] {
        assert_eq!(drawn(name, "en"), drawn(name, "fr"), "{name}");
    }
}

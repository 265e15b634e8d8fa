//! Texts of the header for a language's comments, and lists that a line may be too short for.

/// Characters of a line.
pub const WIDTH: usize = 120;

/// The words of a text in lines that fit, each behind `start`.
pub fn wrapped(start: &str, text: &str) -> String {
    wrapped_to(WIDTH, start, text)
}

pub fn wrapped_to(width: usize, start: &str, text: &str) -> String {
    let mut lines = String::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let whole = start.len() + line.len() + 1 + word.len();
        if !line.is_empty() && whole > width {
            lines += &format!("{start}{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines + &format!("{start}{line}\n")
}

/// Aligned lines as they are, between two others.
pub fn fenced(start: &str, lines: &str, open: &str, close: &str) -> String {
    let lines = [open].into_iter().chain(lines.lines()).chain([close]);
    lines.map(|line| format!("{start}{line}\n")).collect()
}

/// `head(`, the parts with `, ` between them, and `tail`; where a line would be too long, in indented lines.
pub fn list(head: &str, parts: &[String], tail: &str, indent: &str) -> String {
    continued(head, parts, tail, indent, "")
}

/// The same with `more` at the end of each line but the last.
pub fn continued(head: &str, parts: &[String], tail: &str, indent: &str, more: &str) -> String {
    let whole = format!("{head}({}){tail}", parts.join(", "));
    if whole.len() <= WIDTH {
        return whole;
    }
    let mut text = format!("{head}({more}\n{indent}");
    let mut column = indent.len();
    for (at, part) in parts.iter().enumerate() {
        let last = at + 1 == parts.len();
        let part = match last {
            true => format!("{part}){tail}"),
            false => format!("{part},"),
        };
        let blank = column > indent.len();
        if blank && column + 1 + part.len() + more.len() > WIDTH {
            text += &format!("{more}\n{indent}");
            column = indent.len();
        } else if blank {
            text.push(' ');
            column += 1;
        }
        column += part.len();
        text += &part;
    }
    text
}

/// A name of C with a capital at each part: `TextCopy` of `hr_text_copy`, `CardToken` of `card_token`.
pub fn camel(name: &str) -> String {
    let parts = name.strip_prefix("hr_").unwrap_or(name).split('_');
    let capital = |part: &str| part[..1].to_uppercase() + &part[1..];
    parts.filter(|part| !part.is_empty()).map(capital).collect()
}

//! Texts of the header for a language's comments.

use hr_header::Block;

/// The words of a text in lines of at most `width` characters, each behind `start`.
pub fn wrapped(start: &str, text: &str, width: usize) -> String {
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

/// Blocks in one text: paragraphs wrapped, aligned lines as they are between the two lines of `fence`.
pub fn blocks(start: &str, blocks: &[Block], fence: (&str, &str), width: usize) -> String {
    let mut text = String::new();
    for block in blocks {
        match block {
            Block::Paragraph(words) => text += &wrapped(start, words, width),
            Block::Aligned(lines) => {
                text += &format!("{start}{}\n", fence.0);
                for line in lines {
                    text += &format!("{start}{line}\n");
                }
                text += &format!("{start}{}\n", fence.1);
            }
        }
    }
    text
}

/// `head(`, the parts with `, ` between them, and `tail`; where a line would be too long, in indented lines of which
/// all but the last end with `more`.
pub fn list(
    head: &str,
    parts: &[String],
    tail: &str,
    indent: &str,
    more: &str,
    width: usize,
) -> String {
    let whole = format!("{head}({}){tail}", parts.join(", "));
    if whole.len() <= width {
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
        if blank && column + 1 + part.len() + more.len() > width {
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

//! What the templates do with texts: words and lists in lines that are no longer than a line may be, names, and what a
//! language has to escape.

use heck::ToUpperCamelCase;

/// Characters of a line.
const WIDTH: usize = 120;

/// The words of a text in lines that fit, each behind `start`.
pub fn wrap(text: &str, start: &str) -> String {
    wrapped(start, start, text, WIDTH).join("\n")
}

/// The words of a text in lines of this width, the first behind `head` and the others behind `start`.
pub fn wrapped(head: &str, start: &str, text: &str, width: usize) -> Vec<String> {
    filled(head, start, text.split_whitespace(), width)
}

/// Parts with blanks between them in lines of this width, the first behind `head` and the others behind `start`.
fn filled<T: AsRef<str>>(
    head: &str,
    start: &str,
    parts: impl IntoIterator<Item = T>,
    width: usize,
) -> Vec<String> {
    let mut lines = vec![head.to_owned()];
    let mut blank = "";
    for part in parts {
        let part = part.as_ref();
        let length = lines.last().map_or(0, String::len);
        if !blank.is_empty() && length + 1 + part.len() > width {
            lines.push(start.to_owned());
            blank = "";
        }
        if let Some(line) = lines.last_mut() {
            line.push_str(blank);
            line.push_str(part);
        }
        blank = " ";
    }
    lines
}

/// The parts of a list, each of which is a line.
pub fn lines(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty());
    lines.map(str::to_owned).collect()
}

/// `head(`, the lines of a text with `, ` between them, and `tail`; where a line would be too long, in indented lines, each but
/// the last with `more` at its end.
pub fn listed(text: &str, head: &str, tail: &str, indent: &str, more: Option<&str>) -> String {
    let parts = lines(text);
    let whole = format!("{head}({}){tail}", parts.join(", "));
    if whole.len() <= WIDTH {
        return whole;
    }
    let more = more.unwrap_or_default();
    let last = parts.len().saturating_sub(1);
    let each = parts.iter().enumerate().map(|(at, part)| match at == last {
        true => format!("{part}){tail}"),
        false => format!("{part},"),
    });
    let lines = filled(indent, indent, each, WIDTH - more.len());
    let end = format!("{more}\n");
    format!("{head}({end}{}", lines.join(&end))
}

/// A list as Ruff breaks it: on one line, on one line of its own, or on one line each.
pub fn broken(text: &str, head: &str, tail: &str, indent: usize) -> String {
    let parts = lines(text);
    let (outer, inner) = (" ".repeat(indent), " ".repeat(indent + 4));
    let one = format!("{head}({}){tail}", parts.join(", "));
    let own = format!("{inner}{}", parts.join(", "));
    if one.len() <= WIDTH {
        return one;
    }
    if own.len() <= WIDTH {
        return format!("{head}(\n{own}\n{outer}){tail}");
    }
    let each = parts.iter().map(|part| format!("{inner}{part},\n"));
    format!("{head}(\n{}{outer}){tail}", each.collect::<String>())
}

/// A statement of Pascal: what is longer than a line goes on in the next one.
pub fn fold(text: &str, indent: &str) -> String {
    let own = text.len() - text.trim_start().len();
    let (head, text) = text.split_at(own);
    let parts = text.split_inclusive([';', ',']).map(str::trim);
    filled(head, indent, parts, WIDTH - 2).join("\n")
}

/// Each line of a text behind `start`.
pub fn behind(text: &str, start: &str) -> String {
    let lines = text
        .lines()
        .map(|line| format!("{start}{}", line.trim_end()));
    lines.collect::<Vec<_>>().join("\n")
}

/// Lines of which all but the first are further in.
pub fn hanging(text: &str, start: &str) -> String {
    let inner = format!("{start}    ");
    wrap(text, &inner).replacen(&inner, start, 1)
}

/// A name of C with a capital at each part: `TextCopy` of `hr_text_copy`, `CardToken` of `card_token`.
pub fn camel(name: &str) -> String {
    let own = name.strip_prefix("hr_").unwrap_or(name);
    own.to_upper_camel_case()
}

/// A word as a name: what is no letter and no number is `_`.
pub fn name(word: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let name: String = word.replace(", ", "_").chars().map(plain).collect();
    name.replace("__", "_")
}

/// A sentence as a documentation string of Python.
pub fn docstring(text: &str, indent: &str) -> String {
    let text = text.replace('\\', "\\\\");
    // A quotation mark would end the string too early.
    let text = match text.strip_suffix('"') {
        Some(_) => format!("{text}."),
        None => text,
    };
    let one = format!("{indent}\"\"\"{text}\"\"\"");
    if one.len() <= WIDTH {
        return one;
    }
    let lines = |width| wrapped(indent, indent, &format!("\"\"\"{text}"), width);
    // Ruff gives the closing marks no line of their own behind a single line.
    let lines = match lines(WIDTH) {
        whole if whole.len() > 1 => whole,
        _ => lines(WIDTH - 3),
    };
    format!("{}\n{indent}\"\"\"", lines.join("\n"))
}

/// PasDoc reads `@` as the start of a tag, and the bracket that closes one as its end.
pub fn pasdoc(text: &str) -> String {
    let text = text.replace('@', "@@");
    let mut depth = 0;
    let steps = text.chars().map(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth
    });
    let (lowest, end) = steps.fold((0, 0), |(lowest, _), depth| (lowest.min(depth), depth));
    match (lowest, end) {
        (0, 0) => text,
        _ => text.replace('(', "@(").replace(')', "@)"),
    }
}

pub fn xml(text: &str) -> String {
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

//! Replies as templates.

/// The reply of a template to a call that a body answers. `|` is the end of a line, `\xe9` a byte, and these stand for
/// what they say: `<ok>` a status line and the type JSON, `<page>` the same of HTML, `<length>` the header that fits what is behind it and the end
/// of the head, `<chunked>` the header of chunks and the end of the head, `<body>` and `<body-1>` the body without so
/// many bytes at its end, `<inner>` the body without its braces, `<n>` and `<n+1>` its length, `<x>` the same in
/// hexadecimal, `<X>` with capitals, `<bytes>` and `<bytes;more>` the body in chunks of a byte with this extension,
/// `<continue*5>`, `<headers*5>`, `<nested*5>` and `<v*5>` so many of these.
pub fn frame(template: &str, body: &str) -> Vec<u8> {
    let mut reply = Vec::new();
    let mut head = None;
    let mut rest = template;
    while let Some(next) = rest.chars().next() {
        let token = rest.strip_prefix('<').and_then(|it| it.split_once('>'));
        if let Some(("length", after)) = token {
            head = Some(reply.len());
            rest = after;
        } else if let Some((text, after)) = token.and_then(|it| Some((value(it.0, body)?, it.1))) {
            reply.extend(text.into_bytes());
            rest = after;
        } else if let Some(digits) = rest.strip_prefix("\\x") {
            reply.push(u8::from_str_radix(&digits[..2], 16).unwrap());
            rest = &digits[2..];
        } else {
            let text = if next == '|' {
                "\r\n"
            } else {
                &rest[..next.len_utf8()]
            };
            reply.extend_from_slice(text.as_bytes());
            rest = &rest[next.len_utf8()..];
        }
    }
    if let Some(at) = head {
        let header = format!("content-length: {}\r\n\r\n", reply.len() - at);
        reply.splice(at..at, header.into_bytes());
    }
    reply
}

/// None: the text is no token.
fn value(token: &str, body: &str) -> Option<String> {
    let at = token.find(['+', '-', ';', '*']).unwrap_or(token.len());
    let (name, more) = token.split_at(at);
    let count = more.get(1..).and_then(|count| count.parse().ok());
    let count = count.unwrap_or(0);
    let length = match more.starts_with('-') {
        true => body.len() - count,
        false => body.len() + count,
    };
    Some(match name {
        "ok" => "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n".to_owned(),
        "page" => "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n".to_owned(),
        "chunked" => "transfer-encoding: chunked\r\n\r\n".to_owned(),
        "body" => body[..length].to_owned(),
        "inner" => body.trim_end()[1..].strip_suffix('}')?.to_owned(),
        "n" => length.to_string(),
        "x" => format!("{length:x}"),
        "X" => format!("{length:X}"),
        "continue" => "HTTP/1.1 100 Continue\r\n\r\n".repeat(count),
        "headers" => (0..count).map(|n| format!("x-{n}: y\r\n")).collect(),
        "nested" => format!("{}1{}", "[".repeat(count), "]".repeat(count)),
        "v" => "v".repeat(count),
        "bytes" => body.chars().fold(String::new(), |chunks, c| {
            format!("{chunks}{:x}{more}\r\n{c}\r\n", c.len_utf8())
        }),
        _ => return None,
    })
}

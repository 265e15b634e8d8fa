//! Replies as templates: how the end of a body is marked, right or wrong.

/// The reply of a template for a body. In a template `|` is the end of a line, and these stand for what they say:
/// `<head>` a status line and the type JSON, `<chunked>` the header of chunks and the end of the head, `<body>` and
/// `<body-1>` the body without so many bytes at its end, `<n>` and `<n+1>` its length, `<x>` the same in hexadecimal,
/// `<X>` with capitals, `<bytes>` and `<bytes;more>` the body in chunks of a byte with this extension, `<v*200>` so
/// many letters.
pub fn frame(template: &str, body: &str) -> Vec<u8> {
    let mut reply = String::new();
    for (number, part) in template.replace('|', "\r\n").split('<').enumerate() {
        let Some((token, text)) = part.split_once('>').filter(|_| number > 0) else {
            reply += part;
            continue;
        };
        let at = token.find(['+', '-', ';', '*']).unwrap_or(token.len());
        let (name, more) = token.split_at(at);
        let count = more.get(1..).and_then(|count| count.parse().ok());
        let count = count.unwrap_or(0);
        let length = match more.starts_with('-') {
            true => body.len() - count,
            false => body.len() + count,
        };
        reply += &match name {
            "head" => "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n".to_owned(),
            "chunked" => "transfer-encoding: chunked\r\n\r\n".to_owned(),
            "body" => body[..length].to_owned(),
            "n" => length.to_string(),
            "x" => format!("{length:x}"),
            "X" => format!("{length:X}"),
            "v" => "v".repeat(count),
            "bytes" => body.chars().fold(String::new(), |chunks, c| {
                format!("{chunks}{:x}{more}\r\n{c}\r\n", c.len_utf8())
            }),
            _ => panic!("{token} of {template}"),
        };
        reply += text;
    }
    reply.into_bytes()
}

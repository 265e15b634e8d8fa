//! A PDF of one page, as small as the format allows.

const CATALOG: &[u8] = b"<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &[u8] = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>";
const PAGE: &[u8] = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] \
    /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>";
const FONT: &[u8] =
    b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>";

/// A page with these lines; what WinAnsi cannot write becomes a question mark.
pub(super) fn page(lines: &[&str]) -> Vec<u8> {
    let content = content(lines);
    let mut stream = format!("<< /Length {} >>\nstream\n", content.len()).into_bytes();
    stream.extend(content);
    stream.extend(b"\nendstream");

    // By the bytes above 127, programs that transfer files recognise it as binary.
    let mut pdf = b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n".to_vec();
    let mut offsets = Vec::new();
    for (object, number) in [CATALOG, PAGES, PAGE, &stream, FONT].into_iter().zip(1..) {
        offsets.push(pdf.len());
        pdf.extend(format!("{number} 0 obj\n").bytes());
        pdf.extend(object);
        pdf.extend(b"\nendobj\n");
    }
    let xref = pdf.len();
    let size = offsets.len() + 1;
    // Each entry takes exactly twenty bytes.
    pdf.extend(format!("xref\n0 {size}\n0000000000 65535 f \n").bytes());
    for offset in offsets {
        pdf.extend(format!("{offset:010} 00000 n \n").bytes());
    }
    pdf.extend(format!("trailer\n<< /Size {size} /Root 1 0 R >>\n").bytes());
    pdf.extend(format!("startxref\n{xref}\n%%EOF\n").bytes());
    pdf
}

/// The first line as a title, the others below.
fn content(lines: &[&str]) -> Vec<u8> {
    let mut content = b"BT\n72 770 Td\n".to_vec();
    for (index, line) in lines.iter().enumerate() {
        let size: &[u8] = match index {
            0 => b"/F1 20 Tf 24 TL\n",
            _ => b"/F1 11 Tf 16 TL\n",
        };
        content.extend(size);
        content.push(b'(');
        content.extend(line.chars().flat_map(win_ansi));
        content.extend(b") Tj T*\n");
    }
    content.extend(b"ET");
    content
}

fn win_ansi(c: char) -> Vec<u8> {
    match c {
        '(' | ')' | '\\' => vec![b'\\', c as u8],
        ' '..='~' | '\u{a0}'..='\u{ff}' => vec![c as u8],
        '€' => vec![0x80],
        'Œ' => vec![0x8c],
        '’' => vec![0x92],
        '–' => vec![0x96],
        'œ' => vec![0x9c],
        _ => vec![b'?'],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(pdf: &[u8], text: &[u8]) -> Option<usize> {
        pdf.windows(text.len()).position(|window| window == text)
    }

    fn number(text: &[u8]) -> usize {
        let digits = text.iter().take_while(|b| b.is_ascii_digit());
        digits.fold(0, |number, b| number * 10 + usize::from(b - b'0'))
    }

    #[test]
    fn the_cross_references_point_at_the_objects() {
        let pdf = page(&["Compte rendu d'essai", "(é)"]);
        assert!(pdf.starts_with(b"%PDF-1.4\n"));
        assert!(pdf.ends_with(b"\n%%EOF\n"));
        let start = find(&pdf, b"startxref\n").unwrap() + b"startxref\n".len();
        let table = number(&pdf[start..]);
        let head = b"xref\n0 6\n0000000000 65535 f \n";
        assert!(pdf[table..].starts_with(head));
        for object in 1..=5 {
            let entry = &pdf[table + head.len() + 20 * (object - 1)..][..20];
            assert!(entry.ends_with(b" 00000 n \n"), "{object}");
            let head = format!("{object} 0 obj\n");
            assert!(pdf[number(entry)..].starts_with(head.as_bytes()), "{head}");
        }
        assert!(pdf[table + head.len() + 20 * 5..].starts_with(b"trailer\n<< /Size 6 /Root 1 0 R"));
    }

    #[test]
    fn the_stream_is_as_long_as_it_says() {
        let pdf = page(&["Compte rendu d'essai"]);
        let length = number(&pdf[find(&pdf, b"/Length ").unwrap() + 8..]);
        let start = find(&pdf, b"stream\n").unwrap() + 7;
        assert!(pdf[start..].starts_with(b"BT\n"));
        assert!(pdf[start + length..].starts_with(b"\nendstream\nendobj\n"));
    }

    #[test]
    fn accents_are_in_win_ansi_and_parentheses_are_escaped() {
        let pdf = page(&["né (à l’œil) \\ 12 €\n日"]);
        assert!(find(&pdf, b"(n\xe9 \\(\xe0 l\x92\x9cil\\) \\\\ 12 \x80??) Tj").is_some());
    }
}

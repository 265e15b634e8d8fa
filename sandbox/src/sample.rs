//! A PDF of a size that is asked for.

use crate::random::hex;
use std::fmt::Write;
use std::ops::RangeInclusive;

/// What can be made.
pub(crate) const SIZES: RangeInclusive<usize> = 2_000..=64_000_000;

/// One page that names itself, of exactly so many bytes. No two are the same, so that none is taken for one that was
/// sent before.
pub fn sample_pdf(bytes: usize) -> Vec<u8> {
    let id = hex(16);
    let (head, tail) = made(&id, bytes, 0);
    let filling = bytes.saturating_sub(head.len() + tail.len());
    let (head, tail) = made(&id, bytes, filling);
    [head.into_bytes(), vec![b'0'; filling], tail.into_bytes()].concat()
}

/// What stands before and behind so many zeros. Numbers that grow with the size have a fixed width, so that they move nothing.
fn made(id: &str, bytes: usize, filling: usize) -> (String, String) {
    let text = format!(
        "BT /F1 18 Tf 72 760 Td (Sample document, {bytes} bytes) Tj \
         0 -30 Td /F1 10 Tf ({id}) Tj ET"
    );
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R \
         /Resources << /Font << /F1 5 0 R >> >> >>"
            .to_owned(),
        format!("<< /Length {} >>\nstream\n{text}\nendstream", text.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let mut head = "%PDF-1.4\n".to_owned();
    let mut table = "0000000000 65535 f \n".to_owned();
    // Writing into a text does not fail.
    for (number, object) in (1..).zip(&objects) {
        let _ = writeln!(table, "{:010} 00000 n ", head.len());
        let _ = writeln!(head, "{number} 0 obj\n{object}\nendobj");
    }
    let _ = writeln!(table, "{:010} 00000 n ", head.len());
    let number = objects.len() + 1;
    let _ = write!(
        head,
        "{number} 0 obj\n<< /Length {filling:010} >>\nstream\n"
    );
    let mut tail = "\nendstream\nendobj\n".to_owned();
    let (start, size) = (head.len() + filling + tail.len(), number + 1);
    let _ = write!(
        tail,
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R /ID [<{id}> <{id}>] >>\n\
         startxref\n{start:010}\n%%EOF\n"
    );
    (head, tail)
}

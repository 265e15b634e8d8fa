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
    let filling = bytes.saturating_sub(made(&id, bytes, "").len());
    made(&id, bytes, &"0".repeat(filling)).into_bytes()
}

/// With a comment before the objects. Numbers that grow with it have a fixed width, so that they move nothing.
fn made(id: &str, bytes: usize, comment: &str) -> String {
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
    let mut pdf = format!("%PDF-1.4\n%{comment}\n");
    let mut table = "0000000000 65535 f \n".to_owned();
    // Writing into a text does not fail.
    for (number, object) in (1..).zip(&objects) {
        let _ = writeln!(table, "{:010} 00000 n ", pdf.len());
        let _ = writeln!(pdf, "{number} 0 obj\n{object}\nendobj");
    }
    let (start, size) = (pdf.len(), objects.len() + 1);
    let _ = write!(
        pdf,
        "xref\n0 {size}\n{table}trailer\n<< /Size {size} /Root 1 0 R /ID [<{id}> <{id}>] >>\n\
         startxref\n{start:010}\n%%EOF\n"
    );
    pdf
}

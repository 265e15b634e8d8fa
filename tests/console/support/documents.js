// Documents that a test sends.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

// A colour that nothing else on the page has, so that a picture of the page shows whether the document is drawn.
export const INK = [176, 32, 112];

// A PDF of one page: lines of text, and a bar in INK below them.
export function pdf(...lines) {
  const drawn = lines.map((line, at) => `BT /F1 ${at ? 13 : 20} Tf 60 ${760 - 30 * at} Td (${escaped(line)}) Tj ET`);
  const bar = `${INK.map((part) => part / 255).join(' ')} rg 60 ${700 - 30 * lines.length} 475 6 re f`;
  const content = [...drawn, bar].join('\n');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, at) => {
    const place = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(`${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${trailer}`, 'latin1');
}

function escaped(line) {
  return line.replace(/[\\()]/g, '\\$&');
}

export async function file(folder, name, content) {
  const where = path.join(folder, name);
  await writeFile(where, content);
  return where;
}

// Documents that a test sends.

import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { context } from './browser.js';

// A colour that nothing else on the page has, so that a picture of the page shows whether the document is drawn.
export const INK = [176, 32, 112];

// A PDF of one page, printed by the browser: lines of text, and a bar in INK below them.
export async function pdf(title, ...lines) {
  const own = await context();
  try {
    const tab = await own.newPage();
    const bar = `border: 0; height: 8px; background: rgb(${INK}); print-color-adjust: exact`;
    await tab.setContent(`<h1>${title}</h1><p>${lines.join('<p>')}<hr style="${bar}">`);
    return await tab.pdf();
  } finally {
    await own.close();
  }
}

export async function file(folder, name, content) {
  const where = path.join(folder, name);
  await writeFile(where, content);
  return where;
}

// Pictures, looked at by the browser itself: there is no decoder of PNG in node.

import { INK } from './documents.js';
import { until } from './page.js';

// The document that is shown is drawn by the browser's own viewer, out of reach of the page: its ink must be seen.
export async function drawn(page) {
  const frame = page.tab.locator('iframe');
  await frame.waitFor();
  await until(async () => count(page.context, await frame.screenshot(), INK), (ink) => ink > 500);
}

// How many pixels of a screenshot have this colour, nearly.
async function count(context, png, [red, green, blue]) {
  const tab = await context.newPage();
  try {
    return await tab.evaluate(async ({ data, colour }) => {
      const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
      const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(picture.width, picture.height);
      const drawing = canvas.getContext('2d');
      drawing.drawImage(picture, 0, 0);
      const { data: pixels } = drawing.getImageData(0, 0, picture.width, picture.height);
      let found = 0;
      for (let at = 0; at < pixels.length; at += 4) {
        if (colour.every((part, which) => Math.abs(part - pixels[at + which]) < 12)) found += 1;
      }
      return found;
    }, { data: png.toString('base64'), colour: [red, green, blue] });
  } finally {
    await tab.close();
  }
}

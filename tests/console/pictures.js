// The pictures of the manual, of a page in which something has happened.

import assert from 'node:assert/strict';
import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';

import { PICTURES } from './support/machine.js';
import { until } from './support/page.js';
import { drawn } from './support/pixels.js';
import { busy } from './support/program.js';
import { consoleTest } from './support/test.js';

const LARGEST_BYTES = 150_000;

consoleTest('the pictures of the manual, in both languages', {}, async ({ sandbox, folder, open }) => {
  await mkdir(PICTURES, { recursive: true });
  await busy(sandbox, folder);
  for (const language of ['en', 'fr']) await pictures(sandbox, open, language);
});

async function pictures(sandbox, open, language) {
  const page = await open({ locale: language, viewport: { width: 1080, height: 720 }, reducedMotion: 'reduce', colorScheme: 'light' });
  const take = async (name, height = 720) => {
    await page.tab.setViewportSize({ width: 1080, height });
    await page.tab.evaluate(() => scrollTo(0, 0));
    const file = path.join(PICTURES, `console-${name}-${language}.png`);
    await page.tab.mouse.move(0, 0);
    await page.tab.screenshot({ path: file, animations: 'disabled', caret: 'hide' });
    const { size } = await stat(file);
    assert.ok(size < LARGEST_BYTES, `${name}: ${size} bytes`);
  };
  const { length } = await sandbox.control('GET', '/requests');
  await until(() => page.rowNumbers(), (numbers) => numbers.length === length);
  // The newest, a login with a wrong PIN, stands at the top.
  await page.rows().locator('.problem-text').first().waitFor();
  await take('live', 800);
  await page.goTo('act');
  await take('act');
  await page.goTo('documents');
  await page.document(1).getByRole('button').first().click();
  await drawn(page);
  await take('documents', 900);
  await page.goTo('outcomes');
  await take('outcomes');
}

// French and English: each says what the other says, and nothing is left in the wrong one.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { ROOT } from './support/machine.js';
import { until } from './support/page.js';
import { busy } from './support/program.js';
import { consoleTest } from './support/test.js';

consoleTest('each text that the page asks for is there in French and English, with the same places to fill', {}, async ({ open }) => {
  const page = await open();
  const { en, fr } = await page.texts();
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  const places = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [key, text] of Object.entries(en)) assert.deepEqual(places(fr[key]), places(text), key);
  const folder = path.join(ROOT, 'sandbox/console/js');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.js'));
  const code = (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join('\n');
  const asked = [...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key]) => key);
  assert.ok(asked.length > 150, `${asked.length} texts`);
  assert.deepEqual(asked.filter((key) => !(key in en) && !(`${key}.one` in en && `${key}.other` in en)), []);
});

consoleTest('the language and the theme are switched, and kept; what the sandbox said changes too', {}, async ({ sandbox, folder, open }) => {
  await busy(sandbox, folder);
  const page = await open({ colorScheme: 'light' });
  const numbers = await sandbox.numbers();
  await page.rowsAre(numbers);
  const refused = (await sandbox.control('GET', '/requests')).filter((request) => request.problem);
  const listed = () => page.section('live').evaluate((element) => element.textContent);
  const plain = (text) => text.replaceAll('`', '');
  const english = await listed();
  await page.tab.getByRole('button', { name: 'Français' }).click();
  const french = await until(listed, (text) => text !== english);
  for (const { problem, problem_fr } of refused) {
    assert.ok(english.includes(plain(problem)) && !english.includes(plain(problem_fr)), problem);
    assert.ok(french.includes(plain(problem_fr)) && !french.includes(plain(problem)), problem_fr);
  }
  const set = () => page.tab.evaluate(() => [document.documentElement.lang, document.documentElement.style.colorScheme]);
  assert.deepEqual(await set(), ['fr', '']);
  await page.rowsAre(numbers);
  await page.press('theme.dark');
  await page.tab.reload();
  await page.connected();
  assert.deepEqual(await set(), ['fr', 'dark']);
});

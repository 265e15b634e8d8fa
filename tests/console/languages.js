// French and English: nothing is left in the wrong one.

import assert from 'node:assert/strict';

import { until } from './support/page.js';
import { busy } from './support/program.js';
import { consoleTest } from './support/test.js';

consoleTest('the language and the theme are switched, and kept; what the sandbox said changes too', {}, async ({ sandbox, folder, open }) => {
  await busy(sandbox, folder);
  const page = await open({ colorScheme: 'light' });
  const numbers = await sandbox.numbers();
  await page.rowsAre(numbers);
  const refused = (await sandbox.control('GET', '/requests')).filter((request) => request.problem);
  const listed = () => page.section('live').evaluate((element) => element.textContent.replaceAll('\u00a0', ' '));
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

// French and English: each says what the other says, and nothing is left in the wrong one.

import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { busy } from './support/busy.js';
import { ROOT } from './support/machine.js';
import { consoleTest } from './support/test.js';

const SECTIONS = ['live', 'act', 'documents', 'outcomes'];
// Words that are French and English.
const BOTH = /^(configuration|documents?|patients?|pause|sections?|services?|sessions?|tickets?|type|code|curl|json)$/i;

function texts(page) {
  return page.tab.evaluate(async () => ({
    en: await (await fetch('/console/texts/en.json')).json(),
    fr: await (await fetch('/console/texts/fr.json')).json(),
  }));
}

consoleTest('each text is there in French and English, with the same places to fill', {}, async ({ open }) => {
  const { en, fr } = await texts(await open());
  assert.ok(Object.keys(en).length > 200);
  assert.deepEqual(Object.keys(fr).sort(), Object.keys(en).sort());
  const places = (text) => [...new Set(text.match(/\{\w+\}/g))].sort();
  for (const [key, text] of Object.entries(en)) {
    assert.ok(text.trim() && fr[key].trim(), key);
    assert.deepEqual(places(fr[key]), places(text), key);
    if (fr[key] !== text) continue;
    const words = text.replace(/\{\w+\}/g, '').match(/[\p{L}_\d]{2,}/gu) ?? [];
    const untranslated = words.filter((word) => !/[_\d]/.test(word) && !BOTH.test(word));
    assert.deepEqual(untranslated, [], `${key}: ${text}`);
  }
});

consoleTest('in French the login has one word, and TCP another', {}, async ({ open }) => {
  const { fr } = await texts(await open());
  for (const [key, text] of Object.entries(fr)) {
    assert.doesNotMatch(text, /bearer|client de cartes?/i, key);
    if (/connexion|connecte/i.test(text)) assert.match(key, /^(connection|detail\.peer|request\.state\.cut|effect\.|field\.reset|fault\.|outcome\.not_sent\.how)/, `${key}: ${text}`);
  }
  assert.equal(fr['call.login'], fr['step.3']);
});

async function sources(folder) {
  const entries = await readdir(folder, { withFileTypes: true });
  const read = (entry) => {
    const where = path.join(folder, entry.name);
    return entry.isDirectory() ? sources(where) : readFile(where, 'utf8');
  };
  return (await Promise.all(entries.map(read))).join('\n');
}

consoleTest('each text that the page asks for exists', {}, async ({ open }) => {
  const { en } = await texts(await open());
  const code = await sources(path.join(ROOT, 'sandbox/console/js'));
  const asked = [...code.matchAll(/\bt\(\s*"([^"]+)"/g)].map(([, key]) => key);
  assert.ok(asked.length > 150, `${asked.length} texts`);
  const unknown = asked.filter((key) => !(key in en) && !(`${key}.one` in en && `${key}.other` in en));
  assert.deepEqual([...new Set(unknown)], []);
});

for (const [lang, locale] of [['en', 'en-GB'], ['fr', 'fr-FR']]) {
  consoleTest(`no section shows the name of a text, or the other language: ${lang}`, {}, async ({ sandbox, folder, open }) => {
    await busy(sandbox, folder);
    const page = await open({ locale });
    const areas = new Set(Object.keys((await texts(page)).en).map((key) => key.split('.')[0]));
    for (const section of SECTIONS) {
      await page.goTo(section);
      const shown = await page.section(section).evaluate((element) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const parts = [];
        while (walker.nextNode()) parts.push(walker.currentNode.data);
        return parts.join('\n');
      });
      const names = (shown.match(/\b[a-z]+(\.[a-z_]+)+\b/g) ?? []).filter((word) => areas.has(word.split('.')[0]));
      assert.deepEqual(names, [], section);
    }
    await page.goTo('live');
    const listed = await page.section('live').evaluate((element) => element.textContent);
    const plain = (text) => text.replace(/`/g, '');
    const refused = (await sandbox.control('GET', '/requests')).filter((request) => request.problem);
    assert.ok(refused.length > 1);
    for (const { problem, problem_fr } of refused) {
      const [own, other] = lang === 'fr' ? [problem_fr, problem] : [problem, problem_fr];
      assert.ok(listed.includes(plain(own)), own);
      assert.ok(!listed.includes(plain(other)), other);
    }
  });
}

consoleTest('the language and the theme are switched, and kept', {}, async ({ sandbox, folder, open }) => {
  await busy(sandbox, folder);
  const page = await open({ colorScheme: 'light' });
  const [english, numbers] = [await page.tab.locator('#app').innerText(), await page.rowNumbers()];
  await page.tab.getByRole('button', { name: 'Français' }).click();
  const set = () => page.tab.evaluate(() => [document.documentElement.lang, document.documentElement.dataset.theme]);
  assert.deepEqual(await set(), ['fr', 'light']);
  assert.notEqual(await page.tab.locator('#app').innerText(), english);
  assert.deepEqual(await page.rowNumbers(), numbers);
  await page.press('theme.dark');
  assert.deepEqual(await set(), ['fr', 'dark']);
  await page.tab.reload();
  await page.connected();
  assert.deepEqual(await set(), ['fr', 'dark']);
});

// For everybody: by axe's rules, light and dark, on a narrow screen, and by keyboard alone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { file, pdf } from './support/documents.js';
import { modules } from './support/machine.js';
import { SECTIONS, until } from './support/page.js';
import { busy } from './support/program.js';
import { consoleTest } from './support/test.js';

const AXE = modules.resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

async function violations(page) {
  return page.tab.evaluate(async (rules) => {
    const more = { 'label-content-name-mismatch': { enabled: true } };
    const { violations } = await window.axe.run(document, { runOnly: { type: 'tag', values: rules }, rules: more });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ target }) => target.join(' ')).join(', ')} (${nodes.length})`);
  }, RULES);
}

// Opens all that is folded, and one thing of each list.
async function unfold(page, section) {
  const folded = page.tab.locator(`#section-${section} details:not([open]) > summary`);
  while (await folded.count()) await folded.first().click();
  if (section === 'live') await page.openRow(1);
  if (section === 'documents') await page.document(1).getByRole('button').first().click();
}

// Words depend on the language alone, colours on the theme.
for (const [locale, colorScheme] of [['en-GB', 'light'], ['fr-FR', 'dark']]) {
  consoleTest(`axe finds nothing in any section: ${locale}, ${colorScheme}`, {}, async ({ sandbox, folder, open }) => {
    await busy(sandbox, folder);
    // So high that the head, which stays where it is, hides nothing.
    const page = await open({ locale, colorScheme, viewport: { width: 1280, height: 4000 } });
    await page.tab.evaluate(await readFile(AXE, 'utf8'));
    for (const section of SECTIONS) {
      await page.goTo(section);
      await unfold(page, section);
      assert.deepEqual(await violations(page), [], section);
      assert.deepEqual(await page.keysShown(section), [], section);
    }
  });

  consoleTest(`nothing scrolls sideways at 360 px, however long the words: ${locale}`, {}, async ({ sandbox, folder, open, send }) => {
    const long = (length) => 'Anticonstitutionnellement'.repeat(5).slice(0, length);
    const scenario = await sandbox.control('GET', '/scenario');
    for (const card of scenario.cards) {
      Object.assign(card, { note: long(80), note_fr: long(80) });
      Object.assign(card.holder, { first_name: long(30), last_name: 'WOLFESCHLEGELSTEINHAUSENBERGERDORFF_DE_LA_ROCHEFOUCAULD' });
      for (const situation of card.situations) Object.assign(situation, { id: `${long(103)}${situation.id}`, label: long(70) });
    }
    const [, patient] = scenario.patients;
    Object.assign(patient, { nom: long(104), note: long(80), note_fr: long(80) });
    await sandbox.control('PUT', '/scenario', scenario);
    const letter = await file(folder, `${long(100)}.pdf`, await pdf('Une'));
    await send({ files: letter, patient: { nom: patient.nom, prenom: patient.prenom } });
    await busy(sandbox, folder);
    await fetch(`${sandbox.addresses.service_url}/v1/${long(60)}?${long(60)}=${long(60)}`);
    const page = await open({ locale, viewport: { width: 360, height: 740 } });
    assert.deepEqual(await clippedInTheHead(page), []);
    for (const section of SECTIONS) {
      await page.goTo(section);
      assert.deepEqual(await tooWide(page), [], section);
      await unfold(page, section);
      assert.deepEqual(await tooWide(page), [], `${section}, unfolded`);
    }
    // A chosen document, which is below the list, comes into view.
    await page.goTo('documents');
    await page.document(2).getByRole('button').first().click();
    await until(() => page.tab.evaluate(() => document.activeElement.id), (id) => id === 'preview-title');
    await until(() => page.tab.locator('#preview-title').evaluate((element) => element.getBoundingClientRect().top), (top) => top >= 0 && top < 400);
  });
}

function clippedInTheHead(page) {
  return page.tab.evaluate(() => {
    const parts = [...document.querySelectorAll('.head-line h1, .head-line button, .tabs a')];
    const out = (part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth;
    return parts.filter(out).map((part) => part.textContent);
  });
}

function tooWide(page) {
  return page.tab.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll('#app *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth} px`, ...out.slice(0, 8).map((element) => `${element.tagName}.${element.className}`)];
  });
}

// What the Tab key reaches, until `fits` does. Each of them must show that it has the focus, and the head, which stays
// where it is, must not hide it (WCAG 2.4.11).
async function tabTo(page, fits, key = 'Tab') {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.tab.keyboard.press(key);
    const at = await page.tab.evaluate(() => {
      const element = document.activeElement;
      const below = !element.closest('main > *') || element.getBoundingClientRect().top >= document.querySelector('.head').getBoundingClientRect().bottom;
      const visible = element === document.body || (below && getComputedStyle(element).outlineStyle !== 'none');
      return { words: element.className, href: element.getAttribute('href'), key: element.dataset.key, visible };
    });
    assert.ok(at.visible, `the focus cannot be seen: ${JSON.stringify(at)}`);
    if (fits(at)) return at;
  }
  throw new Error('the Tab key does not reach it');
}

consoleTest('the page is used by keyboard alone', {}, async ({ sandbox, open, send }) => {
  const page = await open({ viewport: { width: 1280, height: 420 } });
  const press = (key) => page.tab.keyboard.press(key);
  const focused = (read) => page.tab.evaluate(read);
  await send();
  await until(() => page.rows().count(), (count) => count > 5);

  // The first stop leads over the head of the page.
  assert.equal((await tabTo(page, () => true)).href, '#main');
  await press('Enter');
  await until(() => focused(() => document.activeElement.id), (id) => id === 'main');

  // The list is one stop; the arrows walk in it, Enter opens, Escape comes back.
  await tabTo(page, (at) => /\brow\b/.test(at.words));
  for (const key of ['ArrowDown', 'ArrowDown', 'Home', 'ArrowDown']) await press(key);
  const row = () => focused(() => Number(document.activeElement.closest('[data-request-number]')?.dataset.requestNumber));
  const number = await row();
  assert.equal(number, (await page.rowNumbers()).at(-2));
  await press('Enter');
  await page.tab.locator('.detail .detail-number', { hasText: `#${number}` }).waitFor();
  await until(() => focused(() => Boolean(document.activeElement.closest('.detail'))), Boolean);
  await press('Escape');
  await until(row, (now) => now === number);

  // A card is taken out and put in again, and the focus stays where it was.
  await tabTo(page, (at) => at.href === '#act', 'Shift+Tab');
  await press('Enter');
  const move = 'move-2000000001';
  await tabTo(page, (at) => at.key === move);
  for (const place of ['out', 'in']) {
    await press('Enter');
    await page.cardIs('2000000001', place);
    const { cards: [card] } = await sandbox.control('GET', '/state');
    assert.equal(card.inserted, place === 'in');
    assert.equal(await focused(() => document.activeElement.dataset.key), move);
  }
  await tabTo(page, (at) => at.key === 'arm-refused');
  await press('Space');
  await until(() => page.armed(), (list) => list.length === 1);

  await tabTo(page, (at) => at.href === '#documents', 'Shift+Tab');
  await press('Enter');
  await tabTo(page, (at) => at.key === 'document-1');
  await press('Enter');
  await page.tab.locator('iframe').waitFor();
});

// For everybody: by axe's rules, light and dark, on a narrow screen, and by keyboard alone.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { busy } from './support/busy.js';
import { file, pdf } from './support/documents.js';
import { modules } from './support/machine.js';
import { until } from './support/page.js';
import { cards } from './support/program.js';
import { consoleTest } from './support/test.js';

const SECTIONS = ['live', 'act', 'documents', 'outcomes'];
const LANGUAGES = { en: 'en-GB', fr: 'fr-FR' };
const AXE = modules.resolve('axe-core/axe.min.js');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'];

async function violations(page) {
  const found = await page.tab.evaluate(async (rules) => {
    const more = { 'label-content-name-mismatch': { enabled: true } };
    const { violations } = await window.axe.run(document, { runOnly: { type: 'tag', values: rules }, rules: more });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ target }) => target.join(' ')).join(', ')} (${nodes.length})`);
  }, RULES);
  return found;
}

// Opens all that is folded, and one thing of each list.
async function unfold(page, section) {
  const folded = page.tab.locator(`#section-${section} details:not([open]) > summary`);
  while (await folded.count()) await folded.first().click();
  if (section === 'live') await page.openRow(1);
  if (section === 'documents') await page.document(1).getByRole('button').first().click();
}

for (const [lang, locale] of Object.entries(LANGUAGES)) {
  for (const colorScheme of ['light', 'dark']) {
    consoleTest(`axe finds nothing in any section: ${lang}, ${colorScheme}`, {}, async ({ sandbox, folder, open }) => {
      await busy(sandbox, folder);
      // So high that the head, which stays where it is, hides nothing.
      const viewport = { width: 1280, height: 4000 };
      const page = await open({ locale, colorScheme, viewport, reducedMotion: 'reduce' });
      assert.equal(await page.tab.evaluate(() => document.documentElement.lang), lang);
      assert.equal(await page.tab.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      await page.tab.evaluate(await readFile(AXE, 'utf8'));
      for (const section of SECTIONS) {
        await page.goTo(section);
        await unfold(page, section);
        assert.deepEqual(await violations(page), [], section);
      }
    });
  }

  consoleTest(`nothing scrolls sideways at 360 px: ${lang}`, {}, async ({ sandbox, folder, open }) => {
    await busy(sandbox, folder);
    const page = await open({ locale, viewport: { width: 360, height: 740 } });
    await nothingScrollsSideways(page);
    await nothingIsClippedInTheHead(page);
  });
}

// Two rows: what the page is and what switches it, then its sections.
async function nothingIsClippedInTheHead(page) {
  const { rows, clipped } = await page.tab.evaluate(() => {
    const parts = [...document.querySelectorAll('.head-line h1, .head-line button, .tabs a')];
    const middles = parts.map((part) => { const { top, height } = part.getBoundingClientRect(); return top + height / 2; });
    const rows = new Set(middles.map((middle) => Math.round(middle / 20)));
    const out = (part) => part.scrollWidth > part.clientWidth + 1 || part.getBoundingClientRect().right > innerWidth;
    return { rows: rows.size, clipped: parts.filter(out).map((part) => part.textContent) };
  });
  assert.deepEqual(clipped, []);
  assert.equal(rows, 2);
  await page.goTo('live');
  const names = page.tab.locator('.chain.current .step-name');
  const turned = await names.evaluateAll((all) => all.filter((name) => getComputedStyle(name).writingMode !== 'horizontal-tb' || name.scrollWidth > name.clientWidth + 1).map((name) => name.textContent));
  assert.deepEqual(turned, []);
  await page.goTo('act');
  const lines = await page.tab.locator('.patient .whole').evaluateAll((all) => all.map((number) => number.getClientRects().length));
  assert.ok(lines.length > 5 && lines.every((count) => count === 1), lines.join());
}

// What has the focus is not below the head, which stays where it is; WCAG 2.4.11.
consoleTest('the head hides nothing that has the focus', {}, async ({ sandbox, open }) => {
  await sandbox.control('POST', '/faults', { name: 'busy' });
  const page = await open({ hash: '#act', viewport: { width: 1280, height: 420 } });
  await page.section('act').locator('[data-fault-id]').waitFor();
  for (const key of ['Tab', 'Shift+Tab']) {
    let inside = 0;
    for (let presses = 0; presses < 70; presses += 1) {
      await page.tab.keyboard.press(key);
      const seen = await page.tab.evaluate(() => {
        const at = document.activeElement;
        if (!at.closest('main') || at.id === 'main') return null;
        return { at: at.dataset.key ?? at.textContent, top: at.getBoundingClientRect().top, head: document.querySelector('.head').getBoundingClientRect().bottom };
      });
      if (!seen) continue;
      inside += 1;
      assert.ok(seen.top >= seen.head, `${key}: ${JSON.stringify(seen)}`);
    }
    assert.ok(inside > 30, `${inside}`);
  }
});

async function nothingScrollsSideways(page) {
  for (const section of SECTIONS) {
    await page.goTo(section);
    for (const unfolded of [false, true]) {
      if (unfolded) await unfold(page, section);
      assert.deepEqual(await tooWide(page), [], `${section}${unfolded ? ', unfolded' : ''}`);
    }
  }
}

function tooWide(page) {
  return page.tab.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const out = [...document.querySelectorAll('#app *')].filter((element) => element.getBoundingClientRect().right > clientWidth + 1);
    return [`${scrollWidth} px`, ...out.slice(0, 8).map((element) => `${element.tagName}.${element.className}`)];
  });
}

consoleTest('words that are long scroll nothing sideways at 360 px', { browser: { expected: [/status of 4\d\d/] } }, async ({ sandbox, folder, open, send }) => {
  const long = (length) => 'Anticonstitutionnellement'.repeat(5).slice(0, length);
  const scenario = await sandbox.control('GET', '/scenario');
  for (const card of scenario.cards) {
    Object.assign(card, { note: long(80), note_fr: long(80) });
    Object.assign(card.holder, { first_name: long(30), last_name: 'WOLFESCHLEGELSTEINHAUSENBERGERDORFF_DE_LA_ROCHEFOUCAULD' });
    for (const situation of card.situations) Object.assign(situation, { id: `${long(103)}${situation.id}`, label: long(70) });
  }
  for (const patient of scenario.patients) Object.assign(patient, { note: long(80), note_fr: long(80) });
  const [, patient] = scenario.patients;
  patient.nom = long(104);
  await sandbox.control('PUT', '/scenario', scenario);
  const letter = await file(folder, `${long(100)}.pdf`, pdf('Une'));
  await send({ files: letter, patient: { nom: patient.nom, prenom: patient.prenom } });
  await busy(sandbox, folder);
  const { service } = (await sandbox.control('GET', '/state')).urls;
  await fetch(`${service}/v1/${long(60)}?${long(60)}=${long(60)}`);
  const page = await open({ viewport: { width: 360, height: 740 } });
  await nothingScrollsSideways(page);
  await page.goTo('live');
  for (const number of await page.rowNumbers()) {
    const detail = await page.openRow(number);
    assert.deepEqual(await tooWide(page), [], `request ${number}`);
    await detail.locator('.close').click();
  }
  await page.goTo('act');
  const name = `${long(100)}.json`;
  await page.tab.locator('#scenario-file').setInputFiles(await file(folder, name, JSON.stringify({ [long(104)]: 1 })));
  await page.tab.getByRole('alert').waitFor();
  assert.deepEqual(await tooWide(page), [], 'a problem');
});

consoleTest('on a narrow screen a chosen document comes into view', {}, async ({ folder, open, send }) => {
  await send({ files: [await file(folder, 'a.pdf', pdf('Une')), await file(folder, 'b.pdf', pdf('Deux'))] });
  const page = await open({ hash: '#documents', viewport: { width: 360, height: 400 }, reducedMotion: 'reduce' });
  const title = page.tab.locator('#preview-title');
  for (const number of [1, 2]) {
    await page.document(number).getByRole('button').first().click();
    await until(() => page.tab.evaluate(() => document.activeElement.id), (id) => id === 'preview-title');
    assert.match(await title.innerText(), new RegExp(`No\\. ${number}\\b`));
    await until(() => title.evaluate((element) => element.getBoundingClientRect().top), (top) => top >= 0 && top < 200);
  }
});

// What the Tab key reaches, until `fits` does; each of them must show that it has the focus.
async function tabTo(page, fits, key = 'Tab') {
  for (let presses = 0; presses < 150; presses += 1) {
    await page.tab.keyboard.press(key);
    const at = await page.tab.evaluate(() => {
      const element = document.activeElement;
      const { outlineStyle, boxShadow } = getComputedStyle(element);
      const { key, arms } = element.dataset;
      const visible = outlineStyle !== 'none' || boxShadow !== 'none';
      return { tag: element.tagName, words: element.className, href: element.getAttribute('href'), key, arms, visible, text: element.textContent.trim() };
    });
    if (at.tag !== 'BODY') assert.ok(at.visible, `the focus cannot be seen: ${JSON.stringify(at)}`);
    if (fits(at)) return at;
  }
  throw new Error('the Tab key does not reach it');
}

consoleTest('the page is used by keyboard alone', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  const press = (key) => page.tab.keyboard.press(key);
  await send();
  await until(() => page.rows().count(), (count) => count > 5);

  // The first stop leads over the head of the page.
  const skip = await tabTo(page, () => true);
  assert.equal(skip.href, '#main');
  await press('Enter');
  await until(() => page.tab.evaluate(() => document.activeElement.id), (id) => id === 'main');

  // The list is one stop; the arrows walk in it, Enter opens, Escape comes back.
  await tabTo(page, (at) => /\brow\b/.test(at.words));
  await press('ArrowDown');
  await press('ArrowDown');
  await press('Home');
  await press('ArrowDown');
  const number = await page.tab.evaluate(() => Number(document.activeElement.closest('[data-request-number]').dataset.requestNumber));
  assert.equal(number, (await page.rowNumbers()).at(-2));
  await press('Enter');
  await page.tab.locator('.detail .detail-number', { hasText: `#${number}` }).waitFor();
  await until(() => page.tab.evaluate(() => Boolean(document.activeElement.closest('.detail'))), Boolean);
  await press('Escape');
  await until(() => page.tab.evaluate(() => document.activeElement.closest('[data-request-number]')?.dataset.requestNumber), (now) => now === String(number));

  // A card is taken out and put in again, and the focus stays where it was.
  await tabTo(page, (at) => at.href === '#act', 'Shift+Tab');
  await press('Enter');
  await page.section('act').waitFor();
  const move = 'move-2000000001';
  await tabTo(page, (at) => at.key === move);
  await press('Enter');
  await until(() => cards(sandbox), (serials) => !serials.includes('2000000001'));
  await page.cardIs('2000000001', 'out');
  assert.equal(await page.tab.evaluate(() => document.activeElement.dataset.key), move);
  await press('Enter');
  await until(() => cards(sandbox), (serials) => serials.includes('2000000001'));

  await tabTo(page, (at) => at.key === 'arm-refused');
  await press('Space');
  await until(() => page.armed(), (list) => list.length === 1);
  assert.deepEqual((await send({ files: await file(folder, 'b.pdf', pdf('Deux')) })).outcomes, ['rejected']);

  await tabTo(page, (at) => at.href === '#documents', 'Shift+Tab');
  await press('Enter');
  await tabTo(page, (at) => at.key === 'document-1');
  await press('Enter');
  await page.tab.locator('iframe').waitFor();
});

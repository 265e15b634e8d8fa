// Each outcome word of the library is made to appear with what the page offers, and nothing else: its button is pressed,
// a program sends a document, the word that the program gets is the word of the line, and the line is ticked.

import assert from 'node:assert/strict';

import { file, pdf } from './support/documents.js';
import { until } from './support/page.js';
import { send } from './support/program.js';
import { consoleTest } from './support/test.js';

const WORDS = ['accepted', 'not_sent', 'incomplete', 'rejected', 'unknown', 'accepted_unreadable'];

function ticks(page) {
  return page.tab.locator('[data-outcome][data-seen="true"]').evaluateAll((lines) => lines.map((line) => line.dataset.outcome));
}

async function seen(page) {
  return (await ticks(page)).filter((word) => WORDS.includes(word));
}

async function cases(page) {
  return (await ticks(page)).filter((word) => !WORDS.includes(word));
}

// What a person does with a line: takes the sample when there is one, presses the button when there is one.
async function prepare(page, word, folder, which = 0) {
  const line = page.outcome(word);
  let document = await file(folder, `${word}-${which}.pdf`, pdf(`Pour ${word}`, String(which)));
  const sample = line.getByRole('link');
  if (await sample.count()) {
    const [download] = await Promise.all([page.tab.waitForEvent('download'), sample.click()]);
    document = `${folder}/${download.suggestedFilename()}`;
    await download.saveAs(document);
  }
  const button = line.getByRole('button').nth(which);
  if (await button.count()) await button.click();
  if (await button.getAttribute('data-arms')) await line.locator('.badge.fault').waitFor();
  return document;
}

for (const word of WORDS) {
  consoleTest(`the outcome ${word} is made with the page alone`, {}, async ({ sandbox, folder, open }) => {
    const page = await open();
    await page.goTo('outcomes');
    assert.deepEqual(await page.tab.locator('#section-outcomes [data-outcome] h4 code').allInnerTexts(), WORDS);
    assert.deepEqual(await seen(page), []);
    const document = await prepare(page, word, folder);
    assert.deepEqual((await send(sandbox, document)).outcomes, [word]);
    // Of an upload that reaches nobody the sandbox knows nothing.
    if (word !== 'not_sent') assert.deepEqual(await until(() => seen(page), (words) => words.length > 0), [word]);
    // It was for one call, or lasts until it is taken away; the next document arrives.
    if (word === 'not_sent') {
      const effect = await page.t('fault.in_effect');
      await until(() => page.outcome(word).locator('.badge.fault').innerText(), (text) => text === effect);
      await page.press('armed.remove_all');
    }
    await until(() => page.armed(), (list) => list.length === 0);
    const next = await file(folder, 'next.pdf', pdf('La suivante'));
    assert.deepEqual((await send(sandbox, next)).outcomes, ['accepted']);
    const all = word === 'not_sent' ? ['accepted'] : [...new Set(['accepted', word])];
    assert.deepEqual(await until(() => seen(page), (words) => words.length >= all.length), all);
  });
}

consoleTest('what did not happen is not ticked', {}, async ({ sandbox, folder, open }) => {
  const page = await open({ hash: '#outcomes' });
  const { service_url: service } = sandbox.addresses;
  await fetch(`${service}/patient`, { headers: { authorization: 'Bearer none-of-this-run' } });
  await fetch(`${service}/dmp/1/unique/doc/send`, { method: 'POST' });
  await sandbox.control('POST', '/faults', { name: 'service-down' });
  await send(sandbox, []);
  const { requests } = await sandbox.control('GET', '/state');
  await until(() => page.tab.locator('nav a[href="#live"] .count').innerText(), (count) => count.trim() === String(requests));
  assert.deepEqual(await ticks(page), []);
  await sandbox.control('DELETE', '/faults');

  // A fault without a name, which cuts before the head of the answer.
  await sandbox.control('POST', '/faults', { call: 'dmp_send', cut: 'before', times: 1 });
  assert.deepEqual((await send(sandbox, await file(folder, 'a.pdf', pdf('Une')))).outcomes, ['unknown']);
  assert.deepEqual(await until(() => ticks(page), (words) => words.length > 0), ['unknown']);
  await sandbox.control('POST', '/sessions/end', {});
  assert.deepEqual(await ticks(page), ['unknown']);
});

// The library waits thirty seconds for an answer; a program that waits less needs not as long a test.
const SHORT = { settings: { timeouts: { call_ms: 1000, upload_ms: 2000 } } };

consoleTest('the other ways to an outcome lead to the same word', {}, async ({ sandbox, folder, open }) => {
  const page = await open({ hash: '#outcomes' });
  for (const word of WORDS) {
    const buttons = await page.outcome(word).getByRole('button').count();
    for (let which = 1; which < buttons; which += 1) {
      const document = await prepare(page, word, folder, which);
      const way = `${word}, button ${which + 1}`;
      assert.deepEqual((await send(sandbox, document, SHORT)).outcomes, [word], way);
      await sandbox.control('DELETE', '/faults');
      await until(() => page.armed(), (list) => list.length === 0);
    }
  }
});

consoleTest('the cases of card and PIN are made with the page alone', {}, async ({ sandbox, folder, open }) => {
  const page = await open({ hash: '#outcomes' });
  const letter = await file(folder, 'a.pdf', pdf('Une lettre'));
  const ticked = (name) => page.tab.locator(`[data-outcome="${name}"][data-seen="true"]`).waitFor();

  // A card that is locked by the button has met no wrong PIN.
  await page.outcome('card_locked').getByRole('button').first().click();
  await until(() => sandbox.control('GET', '/state'), ({ cards }) => cards.some((card) => card.locked));
  assert.equal((await send(sandbox, letter)).login, 'card_locked');
  await ticked('card_locked');
  await page.outcome('card_locked').getByRole('button').nth(1).click();
  await until(() => sandbox.control('GET', '/state'), ({ cards }) => !cards.some((card) => card.locked));
  assert.deepEqual(await cases(page), ['card_locked']);

  assert.equal((await send(sandbox, letter, { pin: '0000' })).login, 'pin_refused');
  await ticked('pin_wrong');

  await page.outcome('no_card').getByRole('button').first().click();
  await until(() => sandbox.control('GET', '/state'), ({ cards }) => cards.every((card) => !card.inserted));
  assert.equal((await send(sandbox, letter)).login, 'no_card');
  await ticked('no_card');
  await page.outcome('no_card').getByRole('button').nth(1).click();
  await until(() => sandbox.control('GET', '/state'), ({ cards }) => cards.every((card) => card.inserted));

  await page.outcome('card_pulled').getByRole('button').click();
  await page.outcome('card_pulled').locator('.badge.fault').waitFor();
  assert.notEqual((await send(sandbox, letter)).login, 'open');
  await ticked('card_pulled');
  await page.outcome('no_card').getByRole('button').nth(1).click();
  await until(() => sandbox.control('GET', '/state'), ({ cards }) => cards.every((card) => card.inserted));

  await page.outcome('session_ended').getByRole('button').click();
  await page.outcome('session_ended').locator('.badge.fault').waitFor();
  assert.equal((await send(sandbox, letter)).error, 'HR_E_UNAUTHORIZED');
  await ticked('session_ended');

  assert.deepEqual((await send(sandbox, letter)).outcomes, ['accepted']);
  // A page that is opened later notes the same.
  const here = await cases(page);
  const late = await open({ hash: '#outcomes' });
  await until(() => cases(late), (words) => String(words) === String(here));
});

consoleTest('a fault that changes nothing is no refusal, and a small upload that is cut is unknown', {}, async ({ sandbox, folder, open }) => {
  const page = await open();
  await sandbox.control('POST', '/faults', { call: 'ready', delay_ms: 1, act: true, times: 1 });
  await sandbox.control('POST', '/faults', { name: 'cut-upload' });
  const letter = await file(folder, 'a.pdf', pdf('Une lettre'));
  assert.deepEqual((await send(sandbox, letter)).outcomes, ['unknown']);
  await page.rows('[data-state="fault"]').waitFor();
  assert.equal(await page.rows('[data-state="refused"]').count(), 0);
  assert.equal(await page.step(2).getAttribute('data-state'), 'done');
  await page.goTo('outcomes');
  assert.deepEqual(await until(() => seen(page), (words) => words.length > 0), ['unknown']);
});

// Each outcome word of the library is made to appear with what the page offers, and nothing else: its button is pressed,
// a program sends a document, the word that the program gets is the word of the line, and the line is ticked.

import assert from 'node:assert/strict';

import { file, pdf } from './support/documents.js';
import { until } from './support/page.js';
import { consoleTest } from './support/test.js';

const WORDS = ['accepted', 'not_sent', 'incomplete', 'rejected', 'unknown', 'accepted_unreadable'];

// The library waits thirty seconds for an answer; a program that waits less needs not as long a test.
const SHORT = { settings: { timeouts: { call_ms: 1000, upload_ms: 2000 } } };

const ticks = ({ tab }) => tab.locator('[data-outcome][data-seen="true"]').evaluateAll((lines) => lines.map((line) => line.dataset.outcome));
const ticksAre = (page, wanted) => until(() => ticks(page), (words) => String([...words].sort()) === String([...wanted].sort()));

// What a person does with a line: takes the sample when there is one, presses a button when there is one.
async function prepare(page, word, folder, which) {
  const line = page.outcome(word);
  let document = await file(folder, `${word}-${which}.pdf`, await pdf(`Pour ${word}`, String(which)));
  const sample = line.getByRole('link');
  if (await sample.count()) {
    const download = await page.download(sample);
    document = `${folder}/${download.suggestedFilename()}`;
    await download.saveAs(document);
  }
  const button = line.getByRole('button').nth(which);
  await button.click();
  if (await button.getAttribute('data-arms')) await line.locator('.badge.fault').waitFor();
  return document;
}

for (const word of WORDS) {
  consoleTest(`the outcome ${word} is made with the page alone, in each way that it offers`, {}, async ({ sandbox, folder, open, send }) => {
    const page = await open({ hash: '#outcomes' });
    const ways = await page.outcome(word).getByRole('button').count();
    for (let which = 0; which < ways; which += 1) {
      const document = await prepare(page, word, folder, which);
      assert.deepEqual((await send({ files: document, ...SHORT })).outcomes, [word], `button ${which + 1}`);
      // Of an upload that reaches nobody the sandbox knows nothing.
      await ticksAre(page, word === 'not_sent' ? [] : [word]);
      // It was for one call, or lasts until it is taken away.
      if (word === 'not_sent') await page.press('armed.remove_all');
      await until(() => page.armed(), (list) => list.length === 0);
      await sandbox.control('POST', '/reset', {});
    }
    const next = await file(folder, 'next.pdf', await pdf('La suivante'));
    assert.deepEqual((await send({ files: next })).outcomes, ['accepted']);
    await ticksAre(page, ['accepted']);
  });
}

consoleTest('what did not happen is not ticked', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#outcomes' });
  const { service_url: service } = sandbox.addresses;
  await fetch(`${service}/patient`, { headers: { authorization: 'Bearer none-of-this-run' } });
  await fetch(`${service}/dmp/1/unique/doc/send`, { method: 'POST' });
  await sandbox.control('POST', '/faults', { call: 'ready', delay_ms: 1, act: true, times: 1 });
  await send({ files: [] });
  const { requests } = await sandbox.control('GET', '/state');
  await until(() => page.tab.locator('nav a[href="#live"] .count').innerText(), (count) => count.trim() === String(requests));
  assert.deepEqual(await ticks(page), []);
  // A fault that changes nothing is no refusal; an upload that is cut small is unknown.
  await page.goTo('live');
  await page.rows('[data-state="fault"]').waitFor();
  await page.goTo('outcomes');
  await sandbox.control('POST', '/faults', { name: 'cut-upload' });
  assert.deepEqual((await send()).outcomes, ['unknown']);
  await ticksAre(page, ['unknown']);
});

const locked = ({ cards }) => cards.some((card) => card.locked);
const inserted = ({ cards }) => cards.every((card) => card.inserted);
const empty = ({ cards }) => !cards.some((card) => card.inserted);
const armed = ({ faults }) => faults === 1;

// The case, which of its buttons is pressed and what the sandbox is like then, what a program does and gets; then which
// button of another case undoes it.
const CASES = [
  // A card that is locked by the button has met no wrong PIN.
  ['card_locked', [0, locked], {}, { ending: 'card_locked' }, ['card_locked', 1, (state) => !locked(state)]],
  ['pin_wrong', null, { pin: '0000' }, { ending: 'pin_refused' }, null],
  ['no_card', [0, empty], {}, { ending: 'no_card' }, ['no_card', 1, inserted]],
  ['card_pulled', [0, armed], {}, {}, ['no_card', 1, inserted]],
  ['session_ended', [0, armed], {}, { error: 'HR_E_UNAUTHORIZED' }, null],
];

consoleTest('the cases of card and PIN are made with the page alone, and a page opened later notes the same', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#outcomes' });
  const press = async (name, which, ready) => {
    await page.outcome(name).getByRole('button').nth(which).click();
    await until(() => sandbox.control('GET', '/state'), ready);
  };
  const seen = [];
  for (const [name, make, more, wanted, undo] of CASES) {
    if (make) await press(name, ...make);
    const got = await send(more);
    assert.notEqual(got.outcomes?.[0], 'accepted', name);
    for (const [key, value] of Object.entries(wanted)) assert.equal(got[key], value, name);
    seen.push(name);
    await ticksAre(page, seen);
    if (undo) await press(...undo);
  }
  await ticksAre(await open({ hash: '#outcomes' }), seen);
});

// What a person presses on the page happens to the next call of a program.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { file } from './support/documents.js';
import { until } from './support/page.js';
import { consoleTest } from './support/test.js';

const CARD = '2000000001';

consoleTest('a fault in full is armed, counts, and is taken away', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  const form = await page.form('fault.form', 'delay_ms');
  await form.locator('[name="call"]').selectOption('ready');
  await page.press('fault.arm', {}, form);
  await page.tab.getByRole('alert').waitFor();
  assert.deepEqual((await sandbox.control('GET', '/faults')).armed, [], 'it would do nothing');
  const filled = { status: '503', times: '3', body: '{"error": "closed for lunch"}', headers: 'Retry-After: 7\nX-Trace: 12' };
  for (const [name, value] of Object.entries(filled)) await form.locator(`[name="${name}"]`).fill(value);
  await page.press('fault.arm', {}, form);
  const [before] = await until(() => page.armed(), ([line]) => line?.includes('503'));
  assert.equal((await send({ files: [] })).error, 'HR_E_SERVER');
  await until(() => page.armed(), ([line]) => line && line !== before);
  const [{ call, left, headers, seen }] = (await sandbox.control('GET', '/faults')).armed;
  assert.deepEqual([call, left, seen], ['ready', 2, 1]);
  assert.deepEqual(headers, { 'Retry-After': '7', 'X-Trace': '12' });
  await page.press('fault.remove_all', {}, page.section('act'));
  await until(() => page.armed(), (list) => list.length === 0);
  assert.deepEqual((await send()).outcomes, ['accepted']);
});

consoleTest('a PIN is changed; a card locks and is unlocked, and is pulled', {}, async ({ open, send }) => {
  const page = await open({ hash: '#act' });
  const tile = page.card(CARD);
  const left = (wanted) => until(() => tile.locator('.dot.left').count(), (count) => count === wanted);
  await page.setPin(CARD, '8642');
  for (const count of [2, 1, 0]) {
    assert.equal((await send()).ending, 'pin_refused', 'the PIN of before');
    await left(count);
  }
  assert.equal((await send({ pin: '8642' })).ending, 'card_locked');
  await tile.locator(`[data-key="unlock-${CARD}"]`).click();
  await left(3);
  await page.move(CARD).click();
  await page.cardIs(CARD, 'out');
  assert.equal((await send({ pin: '8642' })).ending, 'no_card');
  await page.move(CARD).click();
  await page.cardIs(CARD, 'in');
  assert.deepEqual((await send({ pin: '8642' })).outcomes, ['accepted']);
});

consoleTest('a new patient is found by a program, with the switches as they are set', {}, async ({ open, send }) => {
  const page = await open({ hash: '#act' });
  const traits = { nom: 'NOUVEAU', prenom: 'Zéphyrin' };
  const form = await page.form('patient.new', 'date_naissance');
  const patient = { ...traits, date_naissance: '1991-02-03', patient_id: '191029912345604' };
  for (const [name, value] of Object.entries(patient)) await form.locator(`[name="${name}"]`).fill(value);
  await page.press('patient.add', {}, form);
  const line = page.tab.locator('.patient', { hasText: 'NOUVEAU Zéphyrin' });
  await line.waitFor();
  // The form is as it was before it was filled in.
  await until(() => form.locator('[name="nom"]').inputValue(), (value) => value === '');
  assert.deepEqual(await form.getByRole('checkbox').evaluateAll((boxes) => boxes.map((box) => box.checked)), [true, true, false]);
  assert.deepEqual((await send({ patient: traits })).outcomes, ['accepted']);
  await line.getByRole('switch').nth(1).click();
  await until(async () => (await send({ patient: traits })).ending, (ending) => ending === 'consent_needed');
});

consoleTest('sessions are ended, one and all', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  for (let count = 0; count < 3; count += 1) await send({ files: [] });
  const sessions = page.section('act').locator('[data-session-id]');
  await until(() => sessions.count(), (count) => count === 3);
  await sessions.first().getByRole('button').click();
  await until(() => sessions.count(), (count) => count === 2);
  await page.press('session.end_all');
  await until(() => sessions.count(), (count) => count === 0);
  assert.deepEqual((await sandbox.control('GET', '/state')).sessions, []);
  await page.goTo('live');
  await until(() => page.tab.locator('.chain.ended').count(), (count) => count === 3);
});

consoleTest('the scenario is saved, changed, reset, and loaded again', { browser: { expected: [/status of 4\d\d/] } }, async ({ folder, open, send }) => {
  const page = await open({ hash: '#act' });
  const pin = (wanted) => until(() => page.card(CARD).locator('.pin').innerText(), (text) => text.includes(wanted));
  await page.setPin(CARD, '7531');
  const download = await page.download(await page.link('scenario.save'));
  const saved = `${folder}/saved.json`;
  await download.saveAs(saved);
  assert.match(await readFile(saved, 'utf8'), /"7531"/);

  // It asks first: what is answered with Cancel or Escape erases nothing.
  const focused = () => page.tab.evaluate(() => document.activeElement.textContent);
  await page.press('scenario.reset');
  assert.equal(await focused(), await page.t('cancel'));
  for (const key of ['Enter', 'Enter', 'Escape']) await page.tab.keyboard.press(key);
  assert.equal(await focused(), await page.t('scenario.reset'));
  await pin('7531');
  await page.press('scenario.reset');
  await page.press('scenario.reset_yes');
  await pin('1234');

  // A file that is no scenario is refused in words, and changes nothing.
  const chosen = page.tab.locator('#scenario-file');
  await chosen.setInputFiles(await file(folder, 'wrong.json', '{"cards": 12}'));
  await page.tab.getByRole('alert').waitFor();
  await pin('1234');
  await chosen.setInputFiles(saved);
  await pin('7531');
  assert.deepEqual((await send({ pin: '7531' })).outcomes, ['accepted']);
});

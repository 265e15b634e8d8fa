// What a person presses on the page happens to the next call of a program.

import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';

import { file } from './support/documents.js';
import { until } from './support/page.js';
import { cards } from './support/program.js';
import { consoleTest } from './support/test.js';

const CARD = '2000000001';

consoleTest('a fault pressed happens to the next call, once', {}, async ({ open, send }) => {
  const page = await open({ hash: '#act' });
  const armed = page.section('act').locator('[data-fault-id]');
  await page.press('fault.arm_of', { name: 'refused' });
  await armed.waitFor();
  assert.match((await page.armed())[0], /refused/);
  assert.deepEqual((await send()).outcomes, ['rejected']);
  // It is used up: the page says so, and the next call goes through.
  await until(() => armed.count(), (count) => count === 0);
  await page.goTo('live');
  const failed = page.rows('[data-state="refused"]');
  await failed.locator('.badge.fault', { hasText: 'refused' }).waitFor();
  assert.deepEqual((await send()).outcomes, ['accepted']);
});

consoleTest('a fault in full is armed, counts, and is taken away', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  const act = page.section('act');
  const form = await page.form('fault.form', 'delay_ms');
  await form.locator('[name="call"]').selectOption('ready');
  await page.press('fault.arm', {}, form);
  await page.tab.getByRole('alert').filter({ hasText: await page.t('fault.empty') }).waitFor();
  assert.deepEqual((await sandbox.control('GET', '/faults')).armed, []);
  await form.locator('[name="status"]').fill('503');
  await form.locator('[name="times"]').fill('3');
  await form.locator('[name="body"]').fill('{"error": "closed for lunch"}');
  await form.locator('[name="headers"]').fill('Retry-After: 7\nX-Trace: 12');
  await page.press('fault.arm', {}, form);
  await until(() => page.armed(), ([line]) => line?.includes('503'));
  const [before] = await page.armed();
  assert.equal((await send({ files: [] })).error, 'HR_E_SERVER');
  await until(() => page.armed(), ([line]) => line && line !== before);
  const [{ call, left, headers, seen }] = (await sandbox.control('GET', '/faults')).armed;
  assert.deepEqual([call, left, seen], ['ready', 2, 1]);
  assert.deepEqual(headers, { 'Retry-After': '7', 'X-Trace': '12' });
  await page.press('fault.remove_all', {}, act);
  await until(() => page.armed(), (list) => list.length === 0);
  assert.ok((await cards(sandbox)).includes(CARD));
});

consoleTest('a card pulled is seen by hr_ready, and by a login', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  assert.ok((await cards(sandbox)).includes(CARD));
  const tile = page.card(CARD);
  await page.move(CARD).click();
  await page.cardIs(CARD, 'out');
  assert.ok(!(await cards(sandbox)).includes(CARD));
  assert.equal((await send()).login, 'no_card');
  await page.move(CARD).click();
  await page.cardIs(CARD, 'in');
  assert.ok((await cards(sandbox)).includes(CARD));
  assert.deepEqual((await send()).outcomes, ['accepted']);
});

consoleTest('a PIN is changed; a card locks and is unlocked', {}, async ({ open, send }) => {
  const page = await open({ hash: '#act' });
  const tile = page.card(CARD);
  assert.match(await tile.locator('.pin').innerText(), /1234/);
  await tile.locator(`[data-key="pin-${CARD}"]`).fill('8642');
  await tile.locator(`[data-key="pin-set-${CARD}"]`).click();
  await until(() => tile.locator('.pin').innerText(), (text) => /8642/.test(text));

  // Each program is a new process: what one knows of a refused PIN, the next does not.
  for (const left of [2, 1, 0]) {
    assert.equal((await send()).login, 'pin_refused', 'the PIN of before');
    await until(() => tile.locator('.dot.left').count(), (count) => count === (left ? left : 0));
  }
  await tile.locator('.badge.refused').waitFor();
  assert.equal((await send({ pin: '8642' })).login, 'card_locked');
  await tile.locator(`[data-key="unlock-${CARD}"]`).click();
  await until(() => tile.locator('.dot.left').count(), (count) => count === 3);
  assert.deepEqual((await send({ pin: '8642' })).outcomes, ['accepted']);
});

consoleTest('a new patient is found by a program, with the switches as they are set', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  const traits = { nom: 'NOUVEAU', prenom: 'Zéphyrin' };
  assert.equal((await send({ patient: traits })).found, 'nobody');
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

  const consent = line.getByRole('switch').nth(1);
  await consent.click();
  await until(() => sandbox.control('GET', '/state'), ({ patients }) => patients.at(-1).alimentation_consent === false);
  assert.equal((await send({ patient: traits })).deposit, 'consent_needed');
});

consoleTest('sessions are ended, one and all', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  for (let count = 0; count < 3; count += 1) await send();
  const sessions = page.section('act').locator('[data-session-id]');
  await until(() => sessions.count(), (count) => count === 3);
  await sessions.first().getByRole('button').click();
  await until(() => sessions.count(), (count) => count === 2);
  assert.equal((await sandbox.control('GET', '/state')).sessions.length, 2);
  await page.press('session.end_all');
  await until(() => sessions.count(), (count) => count === 0);
  await page.goTo('live');
  await until(() => page.tab.locator('.chain.ended').count(), (count) => count === 3);
});

consoleTest('the scenario is saved, changed, reset, and loaded again', {}, async ({ folder, open, send }) => {
  const page = await open({ hash: '#act' });
  const first = page.tab.locator('[data-patient-number="1"]');
  const tile = page.card(CARD);
  const flags = () => first.getByRole('switch').evaluateAll((inputs) => inputs.map((input) => input.checked));
  await tile.locator(`[data-key="pin-${CARD}"]`).fill('7531');
  await tile.locator(`[data-key="pin-set-${CARD}"]`).click();
  await until(() => tile.locator('.pin').innerText(), (text) => /7531/.test(text));
  await first.getByRole('switch').nth(1).click();
  await until(flags, ([, consent]) => !consent);

  const download = await page.download(await page.link('scenario.save'));
  const saved = `${folder}/saved.json`;
  await download.saveAs(saved);
  const { cards: kept } = JSON.parse(await readFile(saved, 'utf8'));
  assert.equal(kept.find((card) => card.serial === CARD).pin, '7531');

  // It asks first: what is answered with Cancel or Escape erases nothing.
  const focused = () => page.tab.evaluate(() => document.activeElement.textContent);
  await page.press('scenario.reset');
  assert.equal(await focused(), await page.t('cancel'));
  await page.tab.keyboard.press('Enter');
  assert.equal(await focused(), await page.t('scenario.reset'));
  await page.tab.keyboard.press('Enter');
  await page.tab.keyboard.press('Escape');
  assert.equal(await focused(), await page.t('scenario.reset'));
  assert.match(await tile.locator('.pin').innerText(), /7531/);
  await page.press('scenario.reset');
  await page.press('scenario.reset_yes');
  await until(() => tile.locator('.pin').innerText(), (text) => /1234/.test(text));
  await until(flags, ([, consent]) => consent);

  await page.tab.locator('#scenario-file').setInputFiles(saved);
  await until(() => tile.locator('.pin').innerText(), (text) => /7531/.test(text));
  await until(flags, ([, consent]) => !consent);
  const sent = await send({ pin: '7531', update: { insQualified: true, alimentationConsent: true } });
  assert.deepEqual(sent.outcomes, ['accepted']);
});

const refusal = { browser: { expected: [/status of 4\d\d/] } };

consoleTest('a file that is no scenario is refused in words, and changes nothing', refusal, async ({ sandbox, folder, open }) => {
  const page = await open({ hash: '#act' });
  const before = await sandbox.control('GET', '/state');
  const wrong = await file(folder, 'wrong.json', '{"cards": 12}');
  await page.tab.locator('#scenario-file').setInputFiles(wrong);
  const problem = page.tab.getByRole('alert');
  await problem.waitFor();
  assert.match(await problem.innerText(), /a list is expected/);
  assert.deepEqual(await sandbox.control('GET', '/state'), before);
});

consoleTest('a scenario file that cannot be read is refused in words', {}, async ({ folder, open }) => {
  const page = await open({ hash: '#act' });
  const chosen = page.tab.locator('#scenario-file');
  await chosen.evaluate((input) => {
    addEventListener('change', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
    input.value = '';
  });
  const gone = await file(folder, 'gone.json', '{}');
  await chosen.setInputFiles(gone);
  await rm(gone);
  await chosen.dispatchEvent('change');
  const problem = page.tab.getByRole('alert').filter({ hasText: await page.t('scenario.unreadable', { name: 'gone.json' }) });
  await problem.waitFor();
  assert.equal(await chosen.inputValue(), '');
});

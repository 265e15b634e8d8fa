// What a program sends appears on the page: its requests, its chain, its document.

import assert from 'node:assert/strict';

import { file, INK, pdf } from './support/documents.js';
import { until } from './support/page.js';
import { count } from './support/pixels.js';
import { consoleTest } from './support/test.js';

consoleTest('a program sends a document and its page appears', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  assert.equal(await page.rows().count(), 0);
  const letter = await file(folder, 'Compte rendu.pdf', pdf('Compte rendu', 'Hélène EXEMPLE'));
  assert.deepEqual((await send({ files: letter })).outcomes, ['accepted']);

  const requests = await sandbox.control('GET', '/requests');
  const numbers = requests.map((request) => request.number);
  await page.rowsAre(numbers);
  for (const step of [1, 2, 3, 5, 6, 8, 9]) assert.equal(await page.step(step).getAttribute('data-state'), 'done', `step ${step}`);
  for (const step of [4, 7]) assert.equal(await page.step(step).getAttribute('data-state'), 'not-needed', `step ${step}`);

  await page.goTo('documents');
  await page.document(1).getByRole('button').first().click();
  const frame = page.tab.locator('iframe');
  await frame.waitFor();
  // The document is drawn by the browser's own viewer, out of reach of the page: its ink must be seen.
  await until(async () => count(page.context, await frame.screenshot(), INK), (ink) => ink > 500);
  const [document] = await sandbox.control('GET', '/documents');
  const shown = await page.section('documents').innerText();
  for (const part of ['Compte rendu.pdf', 'EXEMPLE Hélène', document.sha256, document.patient_id]) {
    assert.ok(shown.includes(part), part);
  }
  assert.match(document.patient_id, /^\d{4}…\d\d$/);
});

consoleTest('a text and an image are shown, and downloaded as they were sent', {}, async ({ folder, open, send }) => {
  const page = await open({ hash: '#documents' });
  const words = 'Une lettre, écrite à la main.\nDeuxième ligne.';
  const text = await file(folder, 'lettre.txt', words);
  const picture = await file(folder, 'photo.png', await page.tab.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } }));
  const sent = await send({ files: [text, picture] });
  assert.deepEqual(sent.outcomes, ['accepted', 'accepted']);

  await page.document(1).getByRole('button').first().click();
  await until(() => page.tab.locator('.document-text').innerText(), (shown) => shown === words);
  const download = await page.download(await page.link('document.download'));
  assert.equal(download.suggestedFilename(), 'lettre.txt');
  assert.equal((await readAll(await download.createReadStream())).toString(), words);

  await page.document(2).getByRole('button').first().click();
  const image = page.tab.locator('.document-image');
  await image.waitFor();
  await until(() => image.evaluate((image) => [image.naturalWidth, image.naturalHeight]), ([width]) => width > 0);
  assert.deepEqual(await image.evaluate((image) => [image.naturalWidth, image.naturalHeight]), [64, 48]);
});

consoleTest('a double is marked, and codes that look swapped are remarked upon', {}, async ({ folder, open, send }) => {
  const page = await open({ hash: '#documents' });
  const letter = await file(folder, 'a.pdf', pdf('Une fois'));
  await send({ files: letter });
  await send({ files: { path: letter, again: true } });
  const double = page.document(2).locator('.double');
  await double.waitFor();
  assert.match(await double.innerText(), /1/);
  assert.equal(await page.document(1).locator('.double').count(), 0);

  const other = await file(folder, 'b.pdf', pdf('Deux'));
  await send({ files: { path: other, type_code: '10', activity_type: '11503-0' } });
  await page.document(3).locator('.remark-text').waitFor();
  assert.equal(await page.document(1).locator('.remark-text').count(), 0);
});

consoleTest('a refused request is a line, and shows what was expected beside what came once it is chosen', {}, async ({ sandbox, open }) => {
  const page = await open();
  await fetch(`${sandbox.addresses.license_url}/v1/license/ticket`, {
    method: 'POST',
    headers: { authorization: 'Bearer not-the-bearer' },
  });
  const row = page.rows('[data-state="refused"]');
  await row.locator('.problem-text').waitFor();
  const { height } = await row.boundingBox();
  assert.ok(height < 40, `${height} px`);
  assert.ok(!(await page.tab.content()).includes(sandbox.addresses.license_bearer), 'the license bearer is shown');

  const detail = await page.openRow(1);
  const [expected, came] = await detail.locator('.comparison dd').allInnerTexts();
  assert.ok(expected && came && expected !== came, `${expected} / ${came}`);
  const { problem } = await sandbox.control('GET', '/requests/1');
  const said = await detail.locator('.callout, .findings').allInnerTexts();
  assert.equal(said.join('\n').split(problem).length, 2, 'the refusal is said once');
  assert.doesNotMatch(await page.tab.content(), /not-the-bearer/);
});

consoleTest('a path is shown as people read it, and as it was sent', {}, async ({ sandbox, open }) => {
  const page = await open();
  const sent = '/service/user-profiles/situation%2F2%20%C3%A9%E2%80%AE/select';
  await fetch(new URL(`${sent}?nom=D%27%C3%A9tang&x=%FF%26`, sandbox.addresses.service_url));
  const path = page.rows().locator('.path');
  await path.waitFor();
  assert.equal(await path.innerText(), "/service/user-profiles/situation%2F2 é%E2%80%AE/select?nom=D'étang&x=%FF%26");
  const detail = await page.openRow(1);
  assert.ok((await detail.locator('.facts').innerText()).includes(sent));
});

consoleTest('addresses, bearer and configuration stay at hand', {}, async ({ sandbox, open }) => {
  const page = await open();
  await page.mayCopy();
  const panel = page.tab.locator('.first');
  assert.equal(await panel.evaluate((element) => element.open), true);
  await sandbox.ticket();
  await until(() => panel.evaluate((element) => element.open), (shown) => !shown);
  await panel.locator('summary').click();
  const shown = await panel.innerText();
  for (const part of [sandbox.addresses.license_url, sandbox.addresses.local_url, '--config']) assert.ok(shown.includes(part), part);
  const copied = async (key) => {
    await panel.locator(`[data-key="copy-${key}"]`).click();
    return until(() => page.copied(), (text) => text !== '');
  };
  assert.equal(await copied('license_bearer'), sandbox.addresses.license_bearer);
  await copied(await page.t('first.config'));
  const config = await sandbox.control('GET', '/config');
  await until(() => page.copied(), (text) => text.startsWith('{') && JSON.parse(text).license_bearer === config.license_bearer);
  assert.ok(!(await page.tab.content()).includes(sandbox.addresses.license_bearer));
});

async function readAll(stream) {
  const parts = [];
  for await (const part of stream) parts.push(part);
  return Buffer.concat(parts);
}

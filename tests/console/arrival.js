// What a program sends appears on the page: its requests, its chain, its document.

import assert from 'node:assert/strict';

import { file, pdf } from './support/documents.js';
import { until } from './support/page.js';
import { drawn } from './support/pixels.js';
import { consoleTest } from './support/test.js';

consoleTest('a program sends a document and its page appears', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  assert.equal(await page.rows().count(), 0);
  const letter = await file(folder, 'Compte rendu.pdf', await pdf('Compte rendu', 'Hélène EXEMPLE'));
  assert.deepEqual((await send({ files: letter })).outcomes, ['accepted']);
  await page.rowsAre(await sandbox.numbers());
  for (const step of [1, 2, 3, 5, 6, 8, 9]) assert.equal(await page.step(step).getAttribute('data-state'), 'done', `step ${step}`);
  for (const step of [4, 7]) assert.equal(await page.step(step).getAttribute('data-state'), 'not-needed', `step ${step}`);

  await page.goTo('documents');
  await page.document(1).getByRole('button').first().click();
  await drawn(page);
  const [document] = await sandbox.control('GET', '/documents');
  const shown = await page.section('documents').innerText();
  for (const part of ['Compte rendu.pdf', 'EXEMPLE Hélène', document.sha256, document.patient_id]) assert.ok(shown.includes(part), part);
});

consoleTest('a text and an image are shown, and downloaded as they were sent; a double and swapped codes are marked', {}, async ({ folder, open, send }) => {
  const page = await open({ hash: '#documents' });
  const words = 'Une lettre, écrite à la main.\nDeuxième ligne.';
  const text = await file(folder, 'lettre.txt', words);
  const picture = await file(folder, 'photo.png', await page.tab.screenshot({ clip: { x: 0, y: 0, width: 64, height: 48 } }));
  await send({ files: text });
  await send({ files: picture, codes: ['10', '11503-0'] });
  await send({ files: text });

  await page.document(1).getByRole('button').first().click();
  await until(() => page.tab.locator('.document-text').innerText(), (shown) => shown === words);
  const download = await page.download(await page.link('document.download'));
  assert.equal(download.suggestedFilename(), 'lettre.txt');
  const parts = await (await download.createReadStream()).toArray();
  assert.equal(Buffer.concat(parts).toString(), words);

  await page.document(2).getByRole('button').first().click();
  const image = page.tab.locator('.document-image');
  const size = await until(() => image.evaluate((image) => [image.naturalWidth, image.naturalHeight]), ([width]) => width > 0);
  assert.deepEqual(size, [64, 48]);

  const marks = (mark) => Promise.all([1, 2, 3].map((number) => page.document(number).locator(mark).count()));
  await page.document(3).waitFor();
  assert.deepEqual([await marks('.double'), await marks('.remark-text')], [[0, 0, 1], [0, 1, 0]]);
});

consoleTest('a refused request is a line, and shows what was expected beside what came once it is chosen', {}, async ({ sandbox, open }) => {
  const page = await open();
  await sandbox.ticket({ authorization: 'Bearer not-the-bearer' });
  const row = page.rows('[data-state="refused"]');
  await row.locator('.problem-text').waitFor();
  const { height } = await row.boundingBox();
  assert.ok(height < 40, `${height} px`);

  const detail = await page.openRow(1);
  const { problem, refusal } = await sandbox.control('GET', '/requests/1');
  const dd = await detail.locator('.comparison dd').allInnerTexts();
  assert.deepEqual(dd, [refusal.expected, refusal.found]);
  const said = await detail.locator('.callout, .findings').allInnerTexts();
  assert.equal(said.join('\n').split(problem).length, 2, 'the refusal is said once');
  const content = await page.tab.content();
  for (const secret of ['not-the-bearer', sandbox.addresses.license_bearer]) assert.ok(!content.includes(secret), secret);

  // A path is shown as people read it, and as it was sent.
  const sent = '/service/user-profiles/situation%2F2%20%C3%A9%E2%80%AE/select';
  await fetch(new URL(`${sent}?nom=D%27%C3%A9tang&x=%FF%26`, sandbox.addresses.service_url));
  const path = page.rows('[data-request-number="2"]').locator('.path');
  assert.equal(await path.innerText(), "/service/user-profiles/situation%2F2 é%E2%80%AE/select?nom=D'étang&x=%FF%26");
  assert.ok((await (await page.openRow(2)).locator('.facts').innerText()).includes(sent));
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
  for (const part of [sandbox.addresses.license_url, sandbox.addresses.local_url]) assert.ok(shown.includes(part), part);
  await panel.locator('[data-key="copy-license_bearer"]').click();
  await until(() => page.copied(), (text) => text === sandbox.addresses.license_bearer);
  await panel.locator(`[data-key="copy-${await page.t('first.config')}"]`).click();
  const config = await sandbox.control('GET', '/config');
  await until(() => page.copied(), (text) => text === JSON.stringify(config, null, 2));
  assert.ok(!(await page.tab.content()).includes(sandbox.addresses.license_bearer));
});

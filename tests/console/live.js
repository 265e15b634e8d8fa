// The list of requests: filtered, paused, cleared, exported, copied; and what it does under many requests.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { file, pdf } from './support/documents.js';
import { until } from './support/page.js';
import { repeat } from './support/shell.js';
import { consoleTest } from './support/test.js';

consoleTest('the list is filtered, paused, cleared and exported', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  await send();
  await sandbox.ticket();
  const all = await sandbox.control('GET', '/requests');
  const shownIs = (wanted) => page.rowsAre(wanted.map((one) => one.number));
  await shownIs(all);
  const bar = page.tab.locator('.toolbar');
  const search = bar.getByRole('searchbox');
  await search.fill('/login');
  await shownIs(all.filter((request) => request.path.includes('/login')));
  await page.openRow(all.find((request) => request.call === 'login').number);
  await search.fill('no such words');
  await shownIs([]);
  // Escape empties the filter and leaves the open request, then closes that.
  const detail = page.tab.locator('.detail');
  await search.press('Escape');
  await shownIs(all);
  assert.ok(await detail.isVisible());
  await search.press('Escape');
  await detail.waitFor({ state: 'hidden' });
  await bar.getByRole('combobox').selectOption('card');
  await shownIs(all.filter((request) => request.service === 'card'));
  await bar.getByRole('combobox').selectOption('');
  await bar.getByRole('checkbox').check();
  await shownIs(all.filter((request) => request.status >= 400));
  await bar.getByRole('checkbox').uncheck();

  await page.press('live.pause');
  await sandbox.ticket();
  await until(() => page.tab.locator('.waiting').innerText(), (text) => text.includes('1'));
  await shownIs(all);
  await bar.locator('[aria-pressed="true"]').click();
  await shownIs([...all, { number: all.length + 1 }]);
  await page.press('live.clear');
  await shownIs([]);
  await sandbox.ticket();
  await shownIs([{ number: all.length + 2 }]);

  const download = await page.download(await page.link('live.export'));
  const saved = `${folder}/requests.json`;
  await download.saveAs(saved);
  assert.deepEqual(JSON.parse(await readFile(saved, 'utf8')), await sandbox.control('GET', '/requests'));
});

consoleTest('each request of a deposit, copied as curl, does the same again', {}, async ({ t, sandbox, folder, open, send }) => {
  const page = await open();
  await page.mayCopy();
  const letter = await file(folder, "l'été du patient.pdf", await pdf('Une lettre'));
  await send({ files: letter });
  // A body that is not shown is a file; the address stays as it is.
  await fetch(`${sandbox.ticketUrl}?a={b,c}[1-2]`, { method: 'POST', body: 'no JSON' });
  const asked = await sandbox.control('GET', '/requests');
  await page.rowsAre(asked.map(({ number }) => number));
  const variables = {
    LICENSE_BEARER: sandbox.addresses.license_bearer,
    PIN: '1234',
    PATIENT_ID: '255081416802538',
    FILE: letter,
    BODY: await file(folder, 'body', 'no JSON'),
  };
  for (const { number, call, status } of asked) {
    const detail = await page.openRow(number);
    await detail.getByRole('button', { name: await page.t('detail.curl') }).click();
    const command = await page.copied();
    for (const secret of [variables.LICENSE_BEARER, variables.PATIENT_ID, `"${variables.PIN}"`, ...[variables.TICKET, variables.BEARER].filter(Boolean)]) {
      assert.ok(!command.includes(secret), `${call}: ${command}`);
    }
    const reply = await repeat(t, command, variables);
    if (reply === null) return;
    assert.equal(reply.status, status, `${call}: ${command}\n${reply.text}`);
    const { licenseTicket, bearer } = reply.body ?? {};
    if (licenseTicket) variables.TICKET = licenseTicket;
    if (bearer) variables.BEARER = bearer;
    if (call === 'ready') {
      const cards = Object.values(reply.body.data.data).flat();
      variables.CARD_TOKEN = cards.find((card) => card.serial === '2000000001').token;
    }
  }
  const [first, second] = await sandbox.control('GET', '/documents');
  assert.deepEqual([second.sha256, second.patient], [first.sha256, first.patient]);
  const requests = await sandbox.control('GET', '/requests');
  const same = ({ path, query, bytes, body }) => ({ path, query, bytes, body });
  assert.deepEqual(same(requests.at(-1)), same(asked.at(-1)));
});

consoleTest('Back leads through the requests that were chosen, on a telephone too', {}, async ({ sandbox, open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  for (let count = 0; count < 2; count += 1) await sandbox.ticket();
  const detail = await page.openRow(1);
  await page.tab.goBack();
  await detail.waitFor({ state: 'hidden' });
  await page.openRow(1);
  await page.tab.setViewportSize({ width: 1280, height: 800 });
  await page.openRow(2);
  await page.tab.goBack();
  await page.tab.locator('.detail .detail-number', { hasText: '#1' }).waitFor();
  assert.equal(await page.hash(), '#live/1');
  // What a reset took away is no place to come back to.
  await sandbox.control('POST', '/reset', {});
  await detail.waitFor({ state: 'hidden' });
  assert.equal(await page.hash(), '#live');
});

consoleTest('a ticket alone pushes no session out of the chain', {}, async ({ sandbox, open, send }) => {
  const page = await open();
  for (let count = 0; count < 3; count += 1) await send({ files: [] });
  const rows = () => page.tab.locator('.chain-panel > .chains > .chain').evaluateAll((all) => all.map((row) => Boolean(row.dataset.session)));
  await until(rows, (shown) => String(shown) === 'true,true,true');
  const headers = { authorization: `Bearer ${sandbox.addresses.license_bearer}` };
  for (let count = 0; count < 5; count += 1) await sandbox.ticket(headers);
  assert.deepEqual(await until(rows, (shown) => shown.length === 4), [false, true, true, true]);
  assert.equal(await page.tab.locator('.chain-panel summary').count(), 0);
});

const MANY = 10_000;
const MOST_ROWS = 300;

consoleTest('ten thousand requests keep the page fluent, and a paused list keeps its entries', { timeout: 300_000 }, async ({ t, sandbox, open }) => {
  const page = await open();
  await sandbox.ticket();
  await page.rowsAre([1]);
  await page.press('live.pause');
  const began = Date.now();
  await sandbox.flood(MANY);
  const lasted = Date.now() - began;
  const waiting = page.tab.locator('.waiting');
  const text = await page.t('live.waiting', { n: MANY });
  await until(() => waiting.innerText(), (now) => now === text);
  assert.deepEqual(await page.rowNumbers(), [1]);
  // What is cleared is what is shown; the others still wait.
  await page.press('live.clear');
  await page.rowsAre([]);
  assert.equal(await waiting.innerText(), text);
  await page.tab.locator('.toolbar [aria-pressed="true"]').click();
  const shown = await until(() => page.rowNumbers(), (numbers) => numbers.at(-1) === MANY + 1);
  assert.ok(shown.length <= MOST_ROWS, `${shown.length} rows`);
  await page.openRow(MANY);
  const nodes = await page.tab.evaluate(() => document.querySelectorAll('*').length);
  assert.ok(nodes < 10_000, `${nodes} elements`);
  t.diagnostic(`${MANY} requests in ${lasted} ms: ${shown.length} rows, ${nodes} elements`);
});

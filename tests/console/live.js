// The list of requests: filtered, paused, cleared, exported, copied; and what it does under many requests.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';

import { file, pdf } from './support/documents.js';
import { flood } from './support/flood.js';
import { until } from './support/page.js';
import { repeat } from './support/shell.js';
import { consoleTest } from './support/test.js';


consoleTest('the list is filtered, paused, cleared and exported', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open();
  await send();
  await sandbox.ticket();
  const all = await sandbox.control('GET', '/requests');
  const numbers = all.map((request) => request.number);
  await until(() => page.rowNumbers(), (shown) => shown.length === numbers.length);

  const bar = page.tab.locator('.toolbar');
  const search = bar.getByRole('searchbox');
  const shownIs = (wanted) => until(() => page.rowNumbers(), (shown) => String(shown) === String(wanted.map((one) => one.number)));
  await search.fill('/login');
  await shownIs(all.filter((request) => request.path.includes('/login')));
  await search.fill('no such words');
  await shownIs([]);
  await search.fill('');
  await bar.getByRole('combobox').selectOption('card');
  await shownIs(all.filter((request) => request.service === 'card'));
  await bar.getByRole('combobox').selectOption('');
  await bar.getByRole('checkbox').check();
  await shownIs(all.filter((request) => request.status >= 400));
  await bar.getByRole('checkbox').uncheck();
  await shownIs(all);

  await page.press('live.pause');
  await sandbox.ticket();
  const waiting = page.tab.locator('.waiting');
  await until(() => waiting.innerText(), (text) => text.includes('1'));
  assert.deepEqual(await page.rowNumbers(), numbers);
  await bar.locator('[aria-pressed="true"]').click();
  await until(() => page.rowNumbers(), (shown) => shown.length === numbers.length + 1);

  await page.press('live.clear');
  await until(() => page.rowNumbers(), (shown) => shown.length === 0);
  assert.equal(await page.tab.locator('.list .empty').innerText(), await page.t('list.cleared', { n: numbers.length + 1 }));
  await sandbox.ticket();
  await until(() => page.rowNumbers(), (shown) => String(shown) === String([numbers.length + 2]));

  const download = await page.download(await page.link('live.export'));
  const saved = `${folder}/requests.json`;
  await download.saveAs(saved);
  const text = await readFile(saved, 'utf8');
  assert.deepEqual(JSON.parse(text), await sandbox.control('GET', '/requests'));
  assert.ok(!text.includes(sandbox.addresses.license_bearer), 'the license bearer is in the export');
});

consoleTest('Escape empties the filter and leaves the open request', {}, async ({ sandbox, open }) => {
  const page = await open();
  for (let count = 0; count < 2; count += 1) await sandbox.ticket();
  const detail = await page.openRow(2);
  const search = page.tab.locator('.toolbar').getByRole('searchbox');
  await search.fill('no such words');
  await until(() => page.rows().count(), (count) => count === 0);
  await search.press('Escape');
  await until(() => page.rows().count(), (count) => count === 2);
  assert.equal(await search.inputValue(), '');
  assert.ok(await detail.isVisible());
  await search.press('Escape');
  await detail.waitFor({ state: 'hidden' });
});

consoleTest('each request of a deposit, copied as curl, does the same again', {}, async ({ t, sandbox, folder, open, send }) => {
  const page = await open();
  await page.mayCopy();
  const letter = await file(folder, 'lettre du patient.pdf', pdf('Une lettre'));
  await send({ files: { path: letter, filename: "l'été.pdf" } });
  const asked = await sandbox.control('GET', '/requests');
  await until(() => page.rowNumbers(), (shown) => shown.length === asked.length);
  const variables = {
    LICENSE_BEARER: sandbox.addresses.license_bearer,
    PIN: '1234',
    PATIENT_ID: '255081416802538',
    FILE: letter,
  };
  for (const { number, call } of asked) {
    const detail = await page.openRow(number);
    await detail.getByRole('button', { name: await page.t('detail.curl') }).click();
    const command = await page.copied();
    for (const secret of [variables.LICENSE_BEARER, variables.PATIENT_ID, `"${variables.PIN}"`, ...[variables.TICKET, variables.BEARER].filter(Boolean)]) {
      assert.ok(!command.includes(secret), `${call}: ${command}`);
    }
    const reply = await repeat(t, command, variables);
    if (reply === null) return;
    assert.ok(reply.status >= 200 && reply.status < 300, `${call}: ${reply.status}\n${command}\n${reply.text}`);
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
});

consoleTest('a body that is not shown is a file of the copied curl, and the address stays as it is', {}, async ({ t, sandbox, folder, open }) => {
  const page = await open();
  await page.mayCopy();
  const odd = `${sandbox.ticketUrl}?a={b,c}[1-2]`;
  await fetch(odd, { method: 'POST', body: 'no JSON' });
  const detail = await page.openRow(1);
  await detail.getByRole('button', { name: await page.t('detail.curl') }).click();
  const command = await page.copied();
  assert.match(command, /--data-binary @"\$BODY"/);
  if ((await repeat(t, command, { BODY: await file(folder, 'body', 'no JSON') })) === null) return;
  const [first, second] = await sandbox.control('GET', '/requests');
  const same = ({ method, path, query, bytes, status, body }) => ({ method, path, query, bytes, status, body });
  assert.deepEqual(same(second), same(first));
});

consoleTest('a paused list keeps its entries however many come, and counts these', { timeout: 300_000 }, async ({ sandbox, open }) => {
  const page = await open();
  await sandbox.ticket();
  await until(() => page.rowNumbers(), (shown) => shown.length === 1);
  await page.press('live.pause');
  const come = 6000;
  await flood(sandbox.ticketUrl, come);
  const waiting = page.tab.locator('.waiting');
  const text = await page.t('live.waiting', { n: come });
  await until(() => waiting.innerText(), (now) => now === text);
  assert.deepEqual(await page.rowNumbers(), [1]);
  // What is cleared is what is shown; the others still wait.
  await page.press('live.clear');
  await until(() => page.rows().count(), (count) => count === 0);
  assert.equal(await waiting.innerText(), text);
  await page.tab.locator('.toolbar [aria-pressed="true"]').click();
  await until(() => page.rowNumbers(), (shown) => shown.at(-1) === come + 1);
  assert.equal(await waiting.innerText(), '');
});

consoleTest('Back leads through the requests that were chosen, on a telephone too', {}, async ({ sandbox, open }) => {
  const page = await open({ viewport: { width: 360, height: 740 } });
  for (let count = 0; count < 2; count += 1) await sandbox.ticket();
  const detail = await page.openRow(1);
  await page.tab.goBack();
  await detail.waitFor({ state: 'hidden' });
  assert.ok(await page.section('live').isVisible());
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
  await page.tab.goBack();
  await detail.waitFor({ state: 'hidden' });
});

consoleTest('a ticket alone pushes no session out of the chain', {}, async ({ sandbox, open, send }) => {
  const page = await open();
  for (let count = 0; count < 3; count += 1) await send({ files: [] });
  const rows = () => page.tab.locator('.chain').evaluateAll((all) => all.map((row) => Boolean(row.dataset.session)));
  await until(rows, (shown) => String(shown) === 'true,true,true');
  const headers = { authorization: `Bearer ${sandbox.addresses.license_bearer}` };
  for (let count = 0; count < 5; count += 1) await sandbox.ticket(headers);
  assert.deepEqual(await until(rows, (shown) => shown.length === 4), [false, true, true, true]);
});

const MANY = 10_000;
const MOST_ROWS = 300;

consoleTest('ten thousand requests keep the page fluent', { timeout: 300_000 }, async ({ t, sandbox, open }) => {
  const page = await open();
  await page.tab.evaluate(() => {
    window.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) window.longest = Math.max(window.longest, duration);
    }).observe({ type: 'longtask' });
  });
  let rows = 0;
  let flooding = true;
  const watching = (async () => {
    while (flooding) {
      rows = Math.max(rows, await page.tab.locator('.entry').count());
      await new Promise((go) => setTimeout(go, 100));
    }
  })();
  const began = Date.now();
  await flood(sandbox.ticketUrl, MANY);
  const lasted = Date.now() - began;
  await page.rows(`[data-request-number="${MANY}"]`).waitFor();
  flooding = false;
  await watching;
  const shown = await page.rowNumbers();
  assert.equal(shown.at(-1), MANY);
  assert.ok(rows <= MOST_ROWS && shown.length <= MOST_ROWS, `${rows} rows`);

  const answered = await page.tab.evaluate(() => {
    const start = performance.now();
    document.querySelector('button.row').click();
    return new Promise((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now() - start)));
    });
  });
  await page.tab.locator('.detail .detail-number', { hasText: `#${MANY}` }).waitFor();
  const { longest, nodes } = await page.tab.evaluate(() => ({ longest: window.longest, nodes: document.querySelectorAll('*').length }));
  assert.ok(nodes < 10_000, `${nodes} elements`);
  t.diagnostic(`${MANY} requests in ${lasted} ms: at most ${rows} rows, ${nodes} elements, longest task ${Math.round(longest)} ms, a click ${Math.round(answered)} ms`);
});

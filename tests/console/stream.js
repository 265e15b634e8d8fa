// The page follows a sandbox over a line that breaks, beside another tab, and through a restart.

import assert from 'node:assert/strict';

import { BrokenLine } from './support/broken-line.js';
import { file, pdf } from './support/documents.js';
import { until } from './support/page.js';
import { Sandbox } from './support/sandbox.js';
import { consoleTest } from './support/test.js';

const DROPPED = [/ERR_(EMPTY_RESPONSE|CONNECTION_|INCOMPLETE_CHUNKED|TUNNEL|PROXY|NETWORK)/];

consoleTest('an event stream that breaks comes back without loss or repetition', {}, async ({ sandbox, folder, open, send }) => {
  const line = await BrokenLine.start();
  try {
    const page = await open({ expected: DROPPED, proxy: { server: line.address, bypass: '<-loopback>' } });
    assert.equal(line.streams, 1, 'the browser goes through the proxy');
    const texts = () => page.tab.locator('.entry.activity .text').allTextContents();
    for (let round = 0; round < 4; round += 1) {
      await send({ files: await file(folder, `before-${round}.pdf`, pdf('Avant', String(round))) });
      line.cut();
      await page.tab.locator('[data-connection="reconnecting"]').waitFor();
      await send({ files: await file(folder, `meanwhile-${round}.pdf`, pdf('Pendant', String(round))) });
      await sandbox.control('POST', '/cards/remove', { serial: '2000000002' });
      await sandbox.control('POST', '/cards/insert', { serial: '2000000002' });
      line.mend();
      await page.tab.locator('[data-connection="live"]').waitFor();
      const numbers = await sandbox.numbers();
      await page.rowsAre(numbers);
    }
    assert.ok(line.streams >= 5, `${line.streams} streams`);
    // Each round took one card out and put it in again, and each is said once.
    const moves = async () => (await texts()).filter((text) => text.includes('2000000002'));
    await until(moves, (said) => said.length >= 8);
    const said = await moves();
    assert.equal(said.length, 8, said.join('\n'));
    await page.goTo('documents');
    const shown = await page.tab.locator('[data-document-number]').evaluateAll((items) => items.map((item) => Number(item.dataset.documentNumber)));
    assert.deepEqual(shown, [8, 7, 6, 5, 4, 3, 2, 1]);
  } finally {
    await line.end();
  }
});

consoleTest('two tabs agree', {}, async ({ sandbox, open, send }) => {
  const [left, right] = [await open(), await open({ locale: 'fr-FR', colorScheme: 'dark' })];
  await left.goTo('act');
  await right.goTo('act');
  await left.move('2000000001').click();
  await right.cardIs('2000000001', 'out');
  await right.move('2000000001').click();
  await left.cardIs('2000000001', 'in');

  await right.press('fault.arm_of', { name: 'lost-answer' });
  await until(() => left.armed(), ([line]) => line?.includes('lost-answer'));
  assert.deepEqual((await send()).outcomes, ['unknown']);
  await until(async () => [await left.armed(), await right.armed()], ([one, two]) => one.length + two.length === 0);
  for (const page of [left, right]) await page.goTo('live');
  const numbers = await sandbox.numbers();
  for (const page of [left, right]) {
    await page.rowsAre(numbers);
  }
  // A tab that is opened later sees the same.
  const late = await open();
  await late.rowsAre(numbers);
});

// Of many sessions the stream tells the newest; each list below is [from, to) by number, a second apart.
consoleTest('a session that is not told has ended, unless it is older than those told', {}, async ({ open }) => {
  const page = await open();
  const ended = await page.tab.evaluate(async () => {
    const { store, takeSessions } = await import('/console/js/store.js');
    const made = (number) => ({ connectionId: `s${number}`, since: new Date(1e12 + number * 1000).toISOString() });
    const list = (from, to) => Array.from({ length: to - from }, (_, at) => made(from + at));
    const of = (...numbers) => numbers.map((number) => store.sessionsSeen.get(`s${number}`)?.ended ?? null);
    const seen = [];
    takeSessions(list(0, 200), 200);
    takeSessions(list(50, 250).filter(({ connectionId }) => connectionId !== 's100'), 249);
    seen.push(of(0, 49, 100, 249));
    takeSessions(list(200, 250), 50);
    seen.push(of(0, 49, 100, 249));
    // What has ended is not kept for ever; what is open is.
    for (let number = 250; number < 1000; number += 1) takeSessions([made(200), made(number)], 2);
    seen.push([store.sessionsSeen.size, ...of(0, 200, 999)]);
    return seen;
  });
  assert.deepEqual(ended, [[false, false, true, false], [true, true, true, false], [500, null, false, false]]);
});

consoleTest('a sandbox that starts again on the same port is shown from its start', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open({ expected: DROPPED });
  await send();
  await until(() => page.rows().count(), (count) => count > 5);
  const lost = page.tab.getByText(await page.t('connection.lost'));
  await sandbox.end();
  await page.tab.locator('[data-connection="reconnecting"]').waitFor();
  await lost.waitFor();
  const { port } = new URL(sandbox.address);
  const again = await Sandbox.start({ folder, options: ['--control-port', port] });
  try {
    await page.tab.locator('[data-connection="live"]').waitFor();
    await page.tab.getByText(await page.t('connection.restarted')).waitFor();
    assert.equal(await page.tab.locator('.notice.lost').innerText(), '');
    await until(() => page.rows().count(), (count) => count === 0);
    await fetch(`${again.addresses.license_url}/v1/license/ticket`, { method: 'POST' });
    await until(() => page.rowNumbers(), (shown) => shown.length > 0);
    assert.deepEqual(await page.rowNumbers(), [1]);
    await page.press('connection.reload');
    await page.connected();
    assert.equal(await page.tab.locator('.notice:not(:empty)').count(), 0);
  } finally {
    await again.end();
  }
});

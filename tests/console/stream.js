// The page follows a sandbox: over a line that breaks, through a restart and a reset, with the switch for identifiers, and
// beside other windows.

import assert from 'node:assert/strict';

import { file, pdf } from './support/documents.js';
import { BrokenLine } from './support/listener.js';
import { ConsolePage, until } from './support/page.js';
import { Sandbox } from './support/sandbox.js';
import { consoleTest } from './support/test.js';

const DROPPED = [/ERR_(EMPTY_RESPONSE|CONNECTION_|INCOMPLETE_CHUNKED|TUNNEL|PROXY|NETWORK)/];
const CARD = '2000000001';
const NIR = '255081416802538';

const held = (page) => page.tab.evaluate(async () => (await import('/console/js/store.js')).store.feed.length);

async function onBrokenLine(body) {
  const line = await BrokenLine.start();
  try {
    await body(line, { expected: DROPPED, proxy: { server: line.address, bypass: '<-loopback>' } });
  } finally {
    await line.end();
  }
}

consoleTest('an event stream that breaks comes back without loss or repetition', {}, async ({ sandbox, folder, open, send }) => {
  await onBrokenLine(async (line, browser) => {
    const page = await open(browser);
    assert.equal(line.streams, 1, 'the browser goes through the proxy');
    const texts = () => page.tab.locator('.entry.activity .text').allTextContents();
    for (let round = 0; round < 3; round += 1) {
      await send({ files: await file(folder, `before-${round}.pdf`, await pdf('Avant', String(round))) });
      line.cut();
      await page.tab.locator('[data-connection="reconnecting"]').waitFor();
      await send({ files: await file(folder, `meanwhile-${round}.pdf`, await pdf('Pendant', String(round))) });
      for (const move of ['remove', 'insert']) await sandbox.control('POST', `/cards/${move}`, { serial: '2000000002' });
      line.mend();
      await page.connected();
      await page.rowsAre(await sandbox.numbers());
    }
    // Each round took one card out and put it in again, and each is said once.
    const moves = async () => (await texts()).filter((text) => text.includes('2000000002'));
    assert.equal((await until(moves, (said) => said.length >= 6)).length, 6);
    await page.goTo('documents');
    const shown = await page.tab.locator('[data-document-number]').evaluateAll((items) => items.map((item) => Number(item.dataset.documentNumber)));
    assert.deepEqual(shown, [6, 5, 4, 3, 2, 1]);
  });
});

consoleTest('a stream that broke before its first id begins anew, also behind a reset', {}, async ({ sandbox, open }) => {
  await onBrokenLine(async (line, browser) => {
    await sandbox.flood(600);
    const page = await open(browser);
    const whole = await until(() => held(page), (count) => count >= 500);
    for (const reset of [false, true]) {
      const { stalled } = line;
      line.longest = 20_000;
      await page.tab.reload();
      await until(() => line.stalled, (now) => now > stalled);
      const part = await until(() => held(page), (count) => count > 0);
      assert.ok(part < whole, `${part} of ${whole}`);
      line.cut();
      await page.tab.locator('[data-connection="reconnecting"]').waitFor();
      if (reset) {
        await sandbox.control('POST', '/reset', {});
        await sandbox.ticket();
      }
      line.mend();
      if (reset) await page.rowsAre(await sandbox.numbers());
      else await until(() => held(page), (count) => count === whole);
    }
  });
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

consoleTest('a sandbox that starts again on the same port is shown from its start', {}, async ({ sandbox, open, send }) => {
  const page = await open({ expected: DROPPED });
  await send();
  await until(() => page.rows().count(), (count) => count > 5);
  await sandbox.end();
  await page.tab.getByText(await page.t('connection.lost')).waitFor();
  const { port } = new URL(sandbox.address);
  const again = await Sandbox.start('--control-port', port);
  try {
    await page.tab.getByText(await page.t('connection.restarted')).waitFor();
    assert.equal(await page.tab.locator('.notice.lost').innerText(), '');
    await again.ticket();
    await page.rowsAre([1]);
  } finally {
    await again.end();
  }
});

consoleTest('the switch for identifiers and a reset leave a person where they are', {}, async ({ sandbox, open, send }) => {
  const page = await open();
  await send();
  const asked = await sandbox.control('GET', '/requests');
  await page.rowsAre(asked.map(({ number }) => number));
  const { number } = asked.find((request) => request.call === 'dmp_open');
  await page.press('live.pause');
  await sandbox.flood(3);
  const waiting = page.tab.locator('.waiting');
  const three = await page.t('live.waiting', { n: 3 });
  await until(() => waiting.innerText(), (text) => text === three);
  const rows = await page.rowNumbers();
  const detail = await page.openRow(number);
  const ticked = page.tab.locator('[data-outcome="accepted"][data-seen="true"]');
  for (const shown of [true, false]) {
    await page.press('identifiers');
    for (const part of [detail, page.tab.locator('.entries')]) await until(() => part.innerText(), (text) => text.includes(NIR) === shown);
    assert.equal(await page.hash(), `#live/${number}`);
    assert.equal(await page.tab.locator('.entry.selected').getAttribute('data-request-number'), String(number));
    assert.deepEqual(await page.rowNumbers(), rows);
    assert.equal(await waiting.innerText(), three);
    await until(() => ticked.count(), (count) => count === 1);
  }
  assert.ok(!(await page.tab.content()).includes(NIR));
  await page.goTo('documents');
  await sandbox.control('POST', '/reset', {});
  // What is left is the word of the reset.
  await until(() => held(page), (count) => count === 1);
  assert.equal(await page.hash(), '#documents');
  await until(() => ticked.count(), (count) => count === 0);
});

// Headless Chromium shows all its pages at once: what the browser says of a page is said in its place.
function setVisibility(state) {
  for (const [name, value] of [['visibilityState', state], ['hidden', state === 'hidden']]) {
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  }
  document.dispatchEvent(new Event('visibilitychange'));
}

async function another(page) {
  const next = new ConsolePage(page.context, await page.context.newPage(), page.address);
  await next.tab.goto(next.address);
  await next.connected();
  return next;
}

// A browser opens six connections to a host, for all its pages together, and each page that is seen holds one.
consoleTest('pages that nobody sees leave the connections to those that are seen; too many seen hold requests back', {}, async ({ sandbox, open }) => {
  const first = await open();
  const pages = [first];
  while (pages.length < 8) {
    await pages.at(-1).tab.evaluate(setVisibility, 'hidden');
    pages.push(await another(first));
  }
  await sandbox.ticket();
  await pages.at(-1).rowsAre([1]);
  assert.deepEqual(await first.rowNumbers(), []);
  for (const page of pages.slice(0, 5)) {
    await page.tab.evaluate(setVisibility, 'visible');
    await page.rowsAre([1]);
  }
  await first.goTo('act');
  await first.move(CARD).click();
  const slow = first.tab.getByRole('alert').filter({ hasText: await first.t('action.slow') });
  await slow.waitFor();
  await pages.at(-1).tab.close();
  await slow.waitFor({ state: 'detached' });
  await first.cardIs(CARD, 'out');
});

// The switch for identifiers and a reset, each of them from where a person is: what is masked changes, or is erased, and
// nothing else.

import assert from 'node:assert/strict';

import { BrokenLine } from './support/broken-line.js';
import { flood } from './support/flood.js';
import { until } from './support/page.js';
import { consoleTest } from './support/test.js';

const NIR = '255081416802538';
const DROPPED = [/ERR_(EMPTY_RESPONSE|CONNECTION_|INCOMPLETE_CHUNKED|TUNNEL|PROXY|NETWORK)/];

const held = (page) => page.tab.evaluate(async () => (await import('/console/js/store.js')).store.feed.length);
const ticked = (page) => page.tab.locator('[data-outcome="accepted"][data-seen="true"]').count();

async function turn(page, shown) {
  const button = await page.button('identifiers');
  await button.click();
  await page.tab.locator(`[aria-pressed="${shown}"]`).and(button).waitFor();
}

async function told(page, whole) {
  await until(() => page.tab.evaluate(async (nir) => {
    const { store } = await import('/console/js/store.js');
    return JSON.stringify(store.documents).includes(nir) && JSON.stringify(store.patients).includes(nir);
  }, NIR), (now) => now === whole);
}

consoleTest('the open request, the pause and the filter outlast the switch for identifiers', {}, async ({ sandbox, open, send }) => {
  const page = await open();
  await send();
  const asked = await sandbox.control('GET', '/requests');
  await until(() => page.rowNumbers(), (shown) => shown.length === asked.length);
  const { number } = asked.find((request) => request.call === 'dmp_open');
  await page.press('live.pause');
  await flood(sandbox.ticketUrl, 3);
  const waiting = page.tab.locator('.waiting');
  const three = await page.t('live.waiting', { n: 3 });
  await until(() => waiting.innerText(), (text) => text === three);
  const rows = await page.rowNumbers();
  const detail = await page.openRow(number);
  const list = page.tab.locator('.entries');
  for (const shown of [true, false]) {
    await turn(page, shown);
    await told(page, shown);
    await until(() => detail.innerText(), (text) => text.includes(NIR) === shown);
    await until(() => list.innerText(), (text) => text.includes(NIR) === shown);
    assert.equal(await page.hash(), `#live/${number}`);
    assert.match(await detail.locator('.detail-number').innerText(), new RegExp(`#${number}\\b`));
    assert.equal(await page.tab.locator('.entry.selected').getAttribute('data-request-number'), String(number));
    assert.deepEqual(await page.rowNumbers(), rows);
    assert.equal(await waiting.innerText(), three);
  }
  assert.ok(!(await page.tab.content()).includes(NIR));
  await page.tab.locator('.toolbar [aria-pressed="true"]').click();
  await until(() => page.rowNumbers(), (shown) => shown.length === rows.length + 3);
});

consoleTest('the switch for identifiers leaves a person where they are, and keeps what is held and was seen', {}, async ({ sandbox, open, send }) => {
  const page = await open();
  await send();
  await sandbox.control('POST', '/cards/remove', { serial: '2000000002' });
  await flood(sandbox.ticketUrl, 1500);
  await page.rows().first().waitFor();
  await until(() => ticked(page), (count) => count === 1);
  let before = -1;
  const settled = await until(async () => {
    const [was, now] = [before, await held(page)];
    before = now;
    return [was, now];
  }, ([was, now]) => now > 1500 && was === now);
  for (const section of ['documents', 'act', 'outcomes']) {
    await page.goTo(section);
    for (const shown of [true, false]) {
      await turn(page, shown);
      await told(page, shown);
      await sandbox.ticket();
      settled[1] += 1;
      await until(() => held(page), (count) => count === settled[1]);
      assert.equal(await ticked(page), 1);
      assert.equal(await page.hash(), `#${section}`);
      assert.ok(await page.section(section).isVisible());
    }
  }
});

consoleTest('a reset leaves a person where they are', {}, async ({ sandbox, open, send }) => {
  const page = await open();
  for (const section of ['documents', 'act', 'live']) {
    await page.goTo('live');
    await send();
    await until(() => page.rows().count(), (count) => count > 5);
    const [number] = await page.rowNumbers();
    await page.openRow(number);
    if (section !== 'live') await page.goTo(section);
    if (section === 'act') {
      await page.press('scenario.reset');
      await page.press('scenario.reset_yes');
    } else {
      await sandbox.control('POST', '/reset', {});
    }
    // What is left is the word of the reset.
    await until(() => held(page), (count) => count === 1);
    await until(() => page.tab.locator('.detail:not([hidden])').count(), (count) => count === 0);
    assert.equal(await page.hash(), `#${section}`);
    if (section !== 'act') continue;
    assert.equal(await page.tab.evaluate(() => document.activeElement.textContent), await page.t('scenario.reset'));
  }
});

consoleTest('a stream that broke before its first id begins anew, also behind a reset', {}, async ({ sandbox, open }) => {
  const line = await BrokenLine.start();
  try {
    await flood(sandbox.ticketUrl, 600);
    const page = await open({ expected: DROPPED, proxy: { server: line.address, bypass: '<-loopback>' } });
    const broken = async (opened) => {
      const { stalled } = line;
      line.longest = 20_000;
      await opened();
      await until(() => line.stalled, (now) => now > stalled);
      const part = await until(() => held(page), (count) => count > 0);
      line.cut();
      await page.tab.locator('[data-connection="reconnecting"]').waitFor();
      return part;
    };
    const whole = await until(() => held(page), (count) => count >= 500);
    // All is told to a page that is loaded, in parts.
    const part = await broken(() => page.tab.reload());
    assert.ok(part < whole, `${part} of ${whole}`);
    line.mend();
    await until(() => held(page), (count) => count === whole);

    // The switch takes nothing away, even so.
    await broken(() => turn(page, true));
    assert.equal(await held(page), whole);
    line.mend();
    await page.connected();
    await sandbox.ticket();
    await until(() => held(page), (count) => count === whole + 1);

    for (const opened of [() => page.tab.reload(), () => turn(page, true)]) {
      await broken(opened);
      await sandbox.control('POST', '/reset', {});
      await sandbox.ticket();
      const [{ number }] = await sandbox.control('GET', '/requests');
      line.mend();
      await until(() => page.rowNumbers(), (shown) => String(shown) === String([number]));
      await flood(sandbox.ticketUrl, 300);
      await until(() => held(page), (count) => count > 300);
    }
  } finally {
    await line.end();
  }
});

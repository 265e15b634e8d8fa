// A browser opens six connections to a host, for all its pages together, and each page that is seen holds one.

import assert from 'node:assert/strict';

import { ConsolePage, until } from './support/page.js';
import { consoleTest } from './support/test.js';

const CARD = '2000000001';

// Headless Chromium shows all its pages at once: what the browser says of a page is said in its place.
function setVisibility(state) {
  for (const [name, value] of [['visibilityState', state], ['hidden', state === 'hidden']]) {
    Object.defineProperty(document, name, { configurable: true, get: () => value });
  }
  document.dispatchEvent(new Event('visibilitychange'));
}

function noteStates() {
  window.states = [];
  const state = document.querySelector('[data-connection]');
  new MutationObserver(() => window.states.push(state.dataset.connection)).observe(state, { attributes: true });
}

async function another(page) {
  const next = new ConsolePage(page.context, await page.context.newPage(), page.address);
  await next.tab.goto(next.address);
  await next.connected();
  return next;
}

consoleTest('pages that nobody sees leave the connections to those that are seen', {}, async ({ sandbox, open }) => {
  const pages = [await open()];
  const numbers = async () => await sandbox.numbers();
  for (let count = 0; count < 9; count += 1) {
    const last = pages.at(-1);
    await last.tab.evaluate(noteStates);
    await last.tab.evaluate(setVisibility, 'hidden');
    pages.push(await another(last));
  }
  await sandbox.ticket();
  await until(() => pages.at(-1).rowNumbers(), (shown) => shown.length === 1);
  for (const page of pages.slice(0, 2)) {
    assert.deepEqual(await page.rowNumbers(), []);
    await page.tab.evaluate(setVisibility, 'visible');
    await until(() => page.rowNumbers(), (shown) => shown.length > 0);
    assert.deepEqual(await page.rowNumbers(), await numbers());
    assert.equal(await page.tab.locator('.notice.lost').innerText(), '');
    assert.ok(!(await page.tab.evaluate(() => window.states)).includes('reconnecting'));
    await page.goTo('act');
    const move = page.move(CARD);
    const name = await move.innerText();
    await move.click();
    await until(() => move.innerText(), (now) => now !== name);
  }
});

consoleTest('a page that is opened behind another connects when it is seen', {}, async ({ open }) => {
  const page = await open();
  const tab = await page.context.newPage();
  const asked = [];
  tab.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await tab.addInitScript(setVisibility, 'hidden');
  await tab.goto(page.address);
  await tab.locator('[data-connection="connecting"]').waitFor();
  assert.ok(asked.includes('/console/js/stream.js') && !asked.includes('/events'), asked.join(' '));
  await tab.evaluate(setVisibility, 'visible');
  await tab.locator('[data-connection="live"]').waitFor();
});

consoleTest('six windows that are all seen hold requests back, and the page says so', {}, async ({ sandbox, open }) => {
  const page = await open({ hash: '#act' });
  const others = [];
  while (others.length < 5) others.push(await another(page));
  await page.move(CARD).click();
  const slow = page.tab.getByRole('alert').filter({ hasText: await page.t('action.slow') });
  await slow.waitFor();
  assert.ok((await sandbox.control('GET', '/state')).cards.find((card) => card.serial === CARD).inserted);
  await others[0].tab.close();
  await slow.waitFor({ state: 'detached' });
  await page.cardIs(CARD, 'out');
});

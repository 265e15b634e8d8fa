// What a person does while something changes: presses, focus, typed text and what is unfolded stay theirs.

import assert from 'node:assert/strict';

import { file } from './support/documents.js';
import { until } from './support/page.js';
import { consoleTest } from './support/test.js';

const [CARD, OTHER] = ['2000000001', '2000000002'];
const HELD_MS = 90;
const TIMES = 6;

const pause = (ms) => new Promise((go) => setTimeout(go, ms));

// Does `act` again and again while `body` runs.
async function meanwhile(act, body) {
  let going = true;
  const acting = (async () => {
    for (let turn = 0; going; turn += 1) {
      await act(turn);
      await pause(60);
    }
  })();
  try {
    await body();
  } finally {
    going = false;
    await acting;
  }
}

async function hold(page, button) {
  await button.hover();
  await page.tab.mouse.down();
  await pause(HELD_MS);
  await page.tab.mouse.up();
}

consoleTest('a card is moved while another card moves', {}, async ({ sandbox, open }) => {
  const page = await open({ hash: '#act' });
  const move = (turn) => sandbox.control('POST', turn % 2 ? '/cards/insert' : '/cards/remove', { serial: OTHER });
  await meanwhile(move, async () => {
    for (let time = 0; time < 2 * TIMES; time += 1) {
      await (time < TIMES ? hold(page, page.move(CARD)) : page.move(CARD).press(' ', { delay: HELD_MS }));
      await page.cardIs(CARD, time % 2 ? 'in' : 'out');
    }
  });
});

const COUNTING = { call: 'ticket', delay_ms: 1, act: true, times: 100_000 };

async function letters(folder, count) {
  return Promise.all(Array.from({ length: count }, (_, at) => file(folder, `${at}.txt`, `Lettre ${at}`)));
}

consoleTest('a document is chosen while others arrive', {}, async ({ sandbox, folder, open, send }) => {
  const many = await letters(folder, 50);
  await send({ files: many.slice(0, 5) });
  const page = await open({ hash: '#documents' });
  const rows = page.tab.locator('.documents .row');
  await page.document(5).waitFor();
  await page.tab.evaluate(() => addEventListener('pointerdown', ({ target }) => { window.under = target.closest('.row')?.dataset.key; }, true));
  await sandbox.control('POST', '/faults', { call: 'dmp_send', delay_ms: 80, act: true, times: 100_000 });
  const sending = send({ files: many.slice(5) });
  let chosen = 0;
  while (chosen < TIMES) {
    await rows.nth(1).hover();
    const shown = await rows.count();
    await until(() => rows.count(), (count) => count > shown);
    await page.tab.mouse.down();
    await pause(HELD_MS);
    await page.tab.mouse.up();
    const [under, hash] = await page.tab.evaluate(() => [window.under, location.hash]);
    // A document that came just before may have moved the line away.
    if (!under) continue;
    assert.equal(hash, under.replace('document-', '#documents/'));
    chosen += 1;
  }
  await sending;
});

// What has the focus: its key or id, and the item that it is in.
function focused(page) {
  return page.tab.evaluate(() => {
    const at = document.activeElement;
    const name = at === document.body ? 'body' : at.dataset.key ?? (at.id || at.textContent);
    return { at: name, item: at.closest('li')?.dataset.key ?? null };
  });
}

const focusIs = async (page, at) => assert.equal((await focused(page)).at, at);

consoleTest('the focus stays on a control while what is around it changes', {}, async ({ sandbox, folder, open, send }) => {
  const page = await open({ hash: '#documents' });
  const [one, two] = await letters(folder, 2);
  await send({ files: one });
  const copy = page.document(1).locator('.sha button');
  await copy.focus();
  const { at } = await focused(page);
  await send({ files: two });
  await page.document(2).waitFor();
  assert.deepEqual(await focused(page), { at, item: await page.document(1).getAttribute('data-key') });

  // In a request that is shown while it goes on.
  await sandbox.control('POST', '/faults', { call: 'ticket', delay_ms: 2000, act: true, times: 1 });
  await page.goTo('live');
  const asked = sandbox.ticket();
  await page.rows('[data-state="open"]').waitFor();
  const detail = await page.openRow((await page.rowNumbers()).at(-1));
  await until(() => page.tab.evaluate(() => document.activeElement.id), (id) => id === 'detail-title');
  await detail.getByRole('button', { name: await page.t('detail.curl') }).focus();
  await asked;
  await until(() => detail.getAttribute('data-state'), (state) => state !== 'open');
  await focusIs(page, 'copy-curl');

  // The caret in a PIN while the card moves.
  await page.goTo('act');
  const pin = page.tab.locator(`[data-key="pin-${CARD}"]`);
  await pin.pressSequentially('12');
  await page.tab.keyboard.press('ArrowLeft');
  await sandbox.control('POST', '/cards/remove', { serial: CARD });
  await page.cardIs(CARD, 'out');
  await page.tab.keyboard.type('9');
  assert.equal(await pin.inputValue(), '192');

  // Selected text while a fault counts.
  await sandbox.control('POST', '/faults', COUNTING);
  const title = page.section('act').locator('[data-fault-id] .line-title');
  await title.evaluate((element) => getSelection().selectAllChildren(element));
  const [counted] = await page.armed();
  await sandbox.ticket();
  await until(() => page.armed(), ([line]) => line !== counted);
  assert.equal(await page.tab.evaluate(() => getSelection().toString()), await title.innerText());
});

consoleTest('from a control that is gone the focus goes to its item or its panel', {}, async ({ sandbox, open, send }) => {
  const page = await open({ hash: '#act' });
  const act = page.section('act');
  const items = act.locator('[data-fault-id]');
  const arm = async (count) => {
    for (let armed = 0; armed < count; armed += 1) await sandbox.control('POST', '/faults', COUNTING);
    await until(() => items.count(), (shown) => shown === count);
  };
  await arm(1);
  await page.tab.locator('.armed-bar button').press('Enter');
  await until(() => items.count(), (count) => count === 0);
  await focusIs(page, 'hr-sandbox');
  await arm(2);
  for (const left of [1, 0]) {
    await items.first().getByRole('button').press('Enter');
    await until(() => items.count(), (count) => count === left);
    await focusIs(page, 'faults-title');
  }
  const sessions = act.locator('[data-session-id]');
  await send({ files: [] });
  await sessions.getByRole('button').press('Enter');
  await until(() => sessions.count(), (count) => count === 0);
  await focusIs(page, 'sessions-title');

  await sandbox.control('POST', '/cards/lock', { serial: OTHER });
  const unlock = page.card(OTHER).locator(`[data-key="unlock-${OTHER}"]`);
  await unlock.press('Enter');
  await until(() => unlock.count(), (count) => count === 0);
  assert.equal((await focused(page)).item, `card-${OTHER}`);

  // It comes back from the status line that is closed.
  const form = await page.form('fault.form', 'delay_ms');
  await (await page.button('fault.arm', {}, form)).press('Enter');
  const problem = page.tab.getByRole('alert');
  await problem.getByRole('button').press('Enter');
  await until(() => problem.count(), (count) => count === 0);
  await focusIs(page, await page.t('fault.arm'));
});

// The console as a person sees it: found by its roles and texts, in the language that it is shown in.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { FOLDER } from './machine.js';

export const SECTIONS = ['live', 'act', 'documents', 'outcomes'];

export class ConsolePage {
  // What must not happen on a page; see test.js.
  troubles = [];

  constructor(context, tab, address) {
    Object.assign(this, { context, tab, address });
  }

  async connected() {
    await this.tab.locator('[data-connection="live"]').waitFor();
  }

  // A text of the page, as its own code gives it.
  t(key, values = {}) {
    const text = async ([key, values]) => (await import('/console/js/i18n.js')).t(key, values);
    return this.tab.evaluate(text, [key, values]);
  }

  // Names of texts that a section shows in the place of the texts.
  async keysShown(section) {
    const shown = await this.section(section).evaluate((element) => element.textContent);
    const en = await this.tab.evaluate(async () => (await fetch('/console/labels/en.json')).json());
    return (shown.match(/\b[a-z]+(\.[a-z_]+)+\b/g) ?? []).filter((word) => word in en || `${word}.other` in en);
  }

  async goTo(section) {
    await this.tab.locator(`nav a[href="#${section}"]`).click();
    await this.section(section).waitFor();
  }

  section(name) {
    return this.tab.locator(`#section-${name}`);
  }

  async button(key, values, within = this.tab) {
    return within.getByRole('button', { name: await this.t(key, values), exact: true });
  }

  async press(key, values, within) {
    await (await this.button(key, values, within)).click();
  }

  // Rows of the list in Live.
  rows(more = '') {
    return this.tab.locator(`[data-request-number]${more}`);
  }

  async rowNumbers() {
    const rows = await this.rows().evaluateAll((rows) => rows.map((row) => Number(row.dataset.requestNumber)));
    return rows.reverse();
  }

  async openRow(number) {
    await this.rows(`[data-request-number="${number}"]`).getByRole('button').click();
    await this.tab.locator('.detail .detail-number', { hasText: `#${number}` }).waitFor();
    return this.tab.locator('.detail');
  }

  async rowsAre(numbers) {
    await until(() => this.rowNumbers(), (shown) => String(shown) === String(numbers));
  }

  hash() {
    return this.tab.evaluate(() => location.hash);
  }

  async download(link) {
    const [download] = await Promise.all([this.tab.waitForEvent('download'), link.click()]);
    return download;
  }

  link(key) {
    return this.t(key).then((name) => this.tab.getByRole('link', { name, exact: true }));
  }

  async mayCopy() {
    await this.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: this.address });
  }

  copied() {
    return this.tab.evaluate(() => navigator.clipboard.readText());
  }

  // A form of Act, unfolded.
  async form(key, field) {
    await this.section('act').locator('summary', { hasText: await this.t(key) }).click();
    return this.section('act').locator('form').filter({ has: this.tab.locator(`[name="${field}"]`) });
  }

  // The button that takes a card out, or puts it in.
  move(serial) {
    return this.tab.locator(`[data-key="move-${serial}"]`);
  }

  async setPin(serial, pin) {
    await this.card(serial).locator(`[data-key="pin-${serial}"]`).fill(pin);
    await this.card(serial).locator(`[data-key="pin-set-${serial}"]`).click();
    await until(() => this.card(serial).locator('.pin').innerText(), (text) => text.includes(pin));
  }

  async cardIs(serial, place) {
    await until(() => this.card(serial).getAttribute('class'), (words) => words.split(' ').includes(place));
  }

  card(serial) {
    return this.tab.locator(`.card-tile[data-serial="${serial}"]`);
  }

  document(number) {
    return this.tab.locator(`[data-document-number="${number}"]`);
  }

  outcome(word) {
    return this.tab.locator(`[data-outcome="${word}"]`);
  }

  // A step of the newest chain.
  step(number) {
    return this.tab.locator(`.chain.current [data-step="${number}"]`);
  }

  async armed() {
    const list = this.section('act').locator('[data-fault-id]');
    return list.evaluateAll((items) => items.map((item) => item.innerText.replace(/\s+/g, ' ')));
  }

  // Keeps what a failed test saw.
  async keep(name) {
    const file = path.join(FOLDER, 'failed', `${name.replace(/[^a-z0-9]+/gi, '-')}`);
    try {
      await mkdir(path.dirname(file), { recursive: true });
      await this.tab.screenshot({ path: `${file}.png`, fullPage: true });
      await writeFile(`${file}.html`, await this.tab.content());
    } catch {
      // The page is gone; the failure itself is reported.
    }
  }
}

// Waits until `read` gives what `fits`; the failure shows what it gave last.
export async function until(read, fits, patience = 15_000) {
  const end = Date.now() + patience;
  let seen = await read();
  while (!fits(seen)) {
    if (Date.now() > end) throw new Error(`it did not happen: ${JSON.stringify(seen)?.slice(0, 2000)}`);
    await new Promise((go) => setTimeout(go, 20));
    seen = await read();
  }
  return seen;
}

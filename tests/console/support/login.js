// examples/browser-login as a person uses it: its page in a browser, its server, and a sandbox. What stands between them
// keeps what was received.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';

import { context } from './browser.js';
import { Front } from './listener.js';
import { PYTHON, ROOT } from './machine.js';
import { until } from './page.js';
import { Service } from './process.js';
import { Sandbox } from './sandbox.js';

const SERVER = path.join(ROOT, 'examples/browser-login/server.py');
// The server ends with the test, however that ends.
const WITH_STDIN = `
import os, runpy, sys, threading
threading.Thread(target=lambda: (sys.stdin.read(), os._exit(0)), daemon=True).start()
sys.argv[:] = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
`;

const CARD = '2000000001';
export const PIN = '80417263950';

// `allowed` false: the card client admits no page.
export function loginTest(name, { allowed = true, options = [] }, body) {
  test(name, { timeout: 120_000 }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'hr-login-'));
    const [page, card] = [await Front.start(), await Front.start()];
    const sandbox = await Sandbox.start(...(allowed ? ['--allow-origin', page.address] : []), ...options);
    const own = await context({ locale: 'fr-FR' });
    let server = null;
    try {
      card.behind = sandbox.addresses.local_url;
      await sandbox.control('POST', '/cards/pin', { serial: CARD, pin: PIN });
      const config = path.join(folder, 'config.json');
      await writeFile(config, JSON.stringify({ ...(await sandbox.control('GET', '/config')), local_url: card.address, journal: `${folder}/journal` }));
      const words = [SERVER, config, sandbox.addresses.service_url, '--port', '0', '--origin', page.address];
      server = await Service.start('python3', ['-B', '-c', WITH_STDIN, ...words], PYTHON);
      page.behind = server.line;
      own.setDefaultTimeout(15_000);
      const open = async () => {
        const tab = await own.newPage();
        await tab.goto(page.address);
        return new Person(tab);
      };
      const person = await open();
      await body({ tab: person.tab, person, open, page, card, sandbox, server, folder, context: own });
    } finally {
      await own.close();
      await server?.end();
      await Promise.all([sandbox.end(), page.end(), card.end()]);
      await rm(folder, { recursive: true });
    }
  });
}

class Person {
  constructor(tab) {
    this.tab = tab;
  }

  // Once nothing waits any more; nothing more is sent then.
  async reads(form) {
    await this.rests();
    return until(() => this.tab.locator('#said').innerText(), (text) => form.test(text));
  }

  press(id) {
    return this.tab.locator(`#${id}`).click();
  }

  async search() {
    await this.press('search');
    await this.reads(/Choisissez votre carte/);
  }

  async present(pin, card = CARD) {
    await this.tab.getByRole('radio', { name: card }).check();
    await this.tab.locator('#pin').fill(pin);
    await this.press('enter');
  }

  async login(pin = PIN, card = CARD) {
    await this.search();
    await this.present(pin, card);
    await this.reads(/Session ouverte/);
  }

  async deposit(file) {
    await this.tab.locator('#nom').fill('EXEMPLE');
    await this.tab.locator('#prenom').fill('Hélène');
    await this.tab.locator('#file').setInputFiles(file);
    await this.press('send');
  }

  rests() {
    return until(() => this.tab.locator('#enter').isEnabled(), Boolean);
  }
}

export async function triesLeft(sandbox) {
  const { cards } = await sandbox.control('GET', '/state');
  return cards.find(({ serial }) => serial === CARD).tries_left;
}

export function nowhere(secret, ...texts) {
  for (const text of texts) assert.ok(!text.includes(secret), `it holds ${secret}: ${text.slice(0, 500)}`);
}

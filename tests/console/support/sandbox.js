// hr-sandbox as a test sees it: a process on free ports that ends when its standard input closes.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { SANDBOX } from './machine.js';

export class Sandbox {
  static async start({ folder, scenario, options = [] }) {
    const more = [...options];
    if (scenario) {
      const file = path.join(folder, 'scenario.json');
      await writeFile(file, JSON.stringify(scenario));
      more.push('--scenario', file);
    }
    const child = spawn(SANDBOX, ['serve', '--port', '0', '--exit-with-stdin', '--quiet', ...more]);
    const said = [];
    child.stderr.on('data', (bytes) => said.push(bytes));
    const ended = once(child, 'exit');
    const line = once(createInterface(child.stdout), 'line');
    const first = await Promise.race([line, ended.then(() => null)]);
    if (!first) throw new Error(`hr-sandbox ended: ${Buffer.concat(said)}`);
    return new Sandbox(child, ended, JSON.parse(first[0]), said);
  }

  constructor(child, ended, addresses, said) {
    Object.assign(this, { child, ended, addresses, said });
  }

  get address() {
    return this.addresses.control_url;
  }

  get ticketUrl() {
    return `${this.addresses.license_url}/v1/license/ticket`;
  }

  // A request that is refused: it has no bearer, unless a test gives it one.
  async ticket(headers = {}) {
    await fetch(this.ticketUrl, { method: 'POST', headers });
  }

  async numbers() {
    return (await this.control('GET', '/requests')).map(({ number }) => number);
  }

  async end() {
    this.child.stdin.end();
    await this.ended;
  }

  // The control interface, for what a test prepares or compares. What a person does is done on the page.
  async control(method, where, body) {
    const reply = await this.ask(method, where, body);
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${where}: ${reply.status} ${text}`);
    return text ? JSON.parse(text) : null;
  }

  ask(method, where, body) {
    const headers = body === undefined ? {} : { 'content-type': 'application/json' };
    return fetch(this.address + where, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  }

  // Settings of hr_open.
  settings() {
    return this.control('GET', '/config');
  }
}

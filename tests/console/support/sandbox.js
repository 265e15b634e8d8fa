// hr-sandbox as a test sees it: a process on free ports that ends when its standard input closes.

import { SANDBOX } from './machine.js';
import { Service } from './process.js';

const FLOOD_CONNECTIONS = 8;

export class Sandbox extends Service {
  static async start(...options) {
    const sandbox = await super.start(SANDBOX, ['serve', '--port', '0', '--exit-with-stdin', '--quiet', ...options]);
    sandbox.addresses = JSON.parse(sandbox.line);
    return sandbox;
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

  // Many of them in little time, over a few connections that stay open.
  async flood(count) {
    let left = count;
    const some = async () => {
      while (left > 0) {
        left -= 1;
        await (await fetch(this.ticketUrl, { method: 'POST' })).text();
      }
    };
    await Promise.all(Array.from({ length: FLOOD_CONNECTIONS }, some));
  }

  async numbers() {
    return (await this.control('GET', '/requests')).map(({ number }) => number);
  }

  // The control interface, for what a test prepares or compares. What a person does is done on the page.
  async control(method, where, body) {
    const headers = { 'content-type': 'application/json' };
    const reply = await fetch(this.address + where, { method, headers, body: JSON.stringify(body) });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${where}: ${reply.status} ${text}`);
    return JSON.parse(text);
  }
}

// Programs that a test starts, with the environment of the tests and more.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';

// Runs one to its end with this on its standard input; gives what it wrote, if it ended well or `anyhow`.
export async function run(program, words, { input = '', env = {}, anyhow = false } = {}) {
  const child = spawn(program, words, { env: { ...process.env, ...env } });
  const [written, said] = [text(child.stdout), text(child.stderr)];
  child.stdin.end(input);
  const [status] = await once(child, 'close');
  if (anyhow ? !(await written) : status) throw new Error(`${[program, ...words].join(' ')}\nended with ${status}: ${await said}`);
  return written;
}

// One that says in its first line where it listens, and ends when its standard input closes.
export class Service {
  static async start(program, words, env = {}) {
    const child = spawn(program, words, { env: { ...process.env, ...env } });
    const service = Object.assign(new this(), { child, log: '', ended: once(child, 'exit') });
    child.stderr.on('data', (bytes) => { service.log += bytes; });
    const line = once(createInterface(child.stdout), 'line');
    const first = await Promise.race([line, service.ended.then(() => null)]);
    if (!first) throw new Error(`${program} ended: ${service.log}`);
    [service.line] = first;
    return service;
  }

  async end() {
    this.child.stdin.end();
    await this.ended;
  }
}

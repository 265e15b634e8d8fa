// Runs the program beside this file, which talks to a sandbox through the library.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { LIBRARY, ROOT } from './machine.js';

const FILE = path.join(ROOT, 'tests/console/support/program.py');
const CARD = { card: '2000000001', pin: '1234' };
const PATIENT = { nom: 'EXEMPLE', prenom: 'Hélène' };

async function run(job) {
  const child = spawn('python3', ['-B', FILE], {
    env: {
      ...process.env,
      HR_LIBRARY: LIBRARY,
      PYTHONPATH: path.join(ROOT, 'bindings/python/src'),
      PYTHONIOENCODING: 'utf-8',
    },
  });
  const [written, said] = [[], []];
  child.stdout.on('data', (bytes) => written.push(bytes));
  child.stderr.on('data', (bytes) => said.push(bytes));
  child.stdin.end(JSON.stringify(job));
  const [status] = await once(child, 'close');
  if (status !== 0) throw new Error(`the program ended with ${status}: ${Buffer.concat(said)}`);
  return JSON.parse(Buffer.concat(written));
}

// The serials of the cards that hr_ready lists.
export async function cards(sandbox) {
  const { cards } = await run({ job: 'ready', settings: await sandbox.settings() });
  return cards;
}

// Logs in, finds the patient, sends the files; gives how far that came, and each document's outcome word. A file is a
// path, or the members of healthrecord.DocumentFile.
export async function send(sandbox, files, { settings = {}, ...more } = {}) {
  const documents = [files].flat().map((file) => (typeof file === 'string' ? { path: file } : file));
  const all = { ...(await sandbox.settings()), ...settings };
  return run({ job: 'send', settings: all, ...CARD, patient: PATIENT, documents, ...more });
}

// Runs the program beside this file, which talks to a sandbox through the library.

import path from 'node:path';

import { file, pdf } from './documents.js';
import { PYTHON, ROOT } from './machine.js';
import { run } from './process.js';

const FILE = path.join(ROOT, 'tests/console/support/program.py');
const CARD = { card: '2000000001', pin: '1234' };
const PATIENT = { nom: 'EXEMPLE', prenom: 'Hélène' };

// Logs in, finds the patient, sends the files; gives how far that came, and each document's outcome word. A file is a
// path, or the members of healthrecord.DocumentFile.
export async function send(sandbox, files, { settings = {}, ...more } = {}) {
  const documents = [files].flat().map((file) => (typeof file === 'string' ? { path: file } : file));
  const all = { ...(await sandbox.control('GET', '/config')), ...settings };
  const input = JSON.stringify({ settings: all, ...CARD, patient: PATIENT, documents, ...more });
  return JSON.parse(await run('python3', ['-B', FILE], { input, env: PYTHON }));
}

// Things happen in the sandbox, so that every part of the page has something to show.
export async function busy(sandbox, folder) {
  const lines = ['Compte rendu de consultation', 'Patiente : Hélène EXEMPLE', 'Document inventé, pour essai.'];
  const letter = await file(folder, 'Compte rendu.pdf', pdf(...lines));
  await send(sandbox, letter);
  await sandbox.control('POST', '/faults', { name: 'refused' });
  await send(sandbox, await file(folder, 'Lettre.txt', 'Une lettre courte.'));
  await sandbox.ticket();
  const long = await file(folder, `${'un-nom-de-fichier-sans-espace-'.repeat(4)}.txt`, 'Une autre lettre.');
  await send(sandbox, [{ path: letter, again: true }, { path: long, type_code: '10', activity_type: '11503-0' }]);
  await sandbox.control('POST', '/cards/remove', { serial: '2000000002' });
  await sandbox.control('POST', '/faults', { name: 'lost-answer' });
  await sandbox.control('POST', '/faults', { call: 'ready', status: 503, nth: 4, times: 2, headers: { 'Retry-After': '5' } });
  await send(sandbox, letter, { pin: '0000' });
}

// A program that talks to a sandbox through the library: `hr`, the command line.

import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';

import { file, pdf } from './documents.js';
import { PROGRAM } from './machine.js';
import { run } from './process.js';

const CARD = { card: { serial: '2000000001' } };
const PATIENT = { nom: 'EXEMPLE', prenom: 'Hélène' };
const CODES = ['11503-0', '10'];

// Logs in and puts the files into the patient's record, or has nothing but an echo; gives how that ended, the error, and each
// document's outcome word. A program knows nothing of those before it.
export async function send(sandbox, folder, files, { pin = '1234', patient = PATIENT, codes = CODES, settings = {} } = {}) {
  const own = await mkdtemp(path.join(folder, 'program-'));
  const given = (name, content) => file(own, name, JSON.stringify(content));
  const config = { ...(await sandbox.control('GET', '/config')), journal: path.join(own, 'journal'), ...settings };
  const login = ['--json', '--config', await given('config.json', config), '--answer', await given('card.json', CARD), '--pin-stdin'];
  const [type, activity] = codes;
  const deposit = ['--patient', await given('patient.json', patient), '--type-code', type, '--activity', activity];
  const job = files.length > 0 ? ['deposit', ...[files].flat(), ...deposit] : ['request', 'GET', '/echo'];
  const written = await run(PROGRAM, [...job, ...login], { input: `${pin}\n`, anyhow: true });
  const { ending, name, documents } = JSON.parse(written.trimEnd().split('\n').at(-1));
  return { ending, error: name, outcomes: documents?.map(({ outcome }) => outcome) };
}

// Things happen in the sandbox, so that every part of the page has something to show.
export async function busy(sandbox, folder) {
  const lines = ['Compte rendu de consultation', 'Patiente : Hélène EXEMPLE', 'Document inventé, pour essai.'];
  const letter = await file(folder, 'Compte rendu.pdf', await pdf(...lines));
  await send(sandbox, folder, letter);
  await sandbox.control('POST', '/faults', { name: 'refused' });
  await send(sandbox, folder, await file(folder, 'Lettre.txt', 'Une lettre courte.'));
  await sandbox.ticket();
  const long = await file(folder, `${'un-nom-de-fichier-sans-espace-'.repeat(4)}.txt`, 'Une autre lettre.');
  await send(sandbox, folder, [letter, long], { codes: ['10', '11503-0'] });
  await sandbox.control('POST', '/cards/remove', { serial: '2000000002' });
  await sandbox.control('POST', '/faults', { name: 'lost-answer' });
  await sandbox.control('POST', '/faults', { call: 'ready', status: 503, nth: 4, times: 2, headers: { 'Retry-After': '5' } });
  await send(sandbox, folder, letter, { pin: '0000' });
}

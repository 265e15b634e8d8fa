// A sandbox in which something has happened, so that every part of the page has something to show.

import { file, pdf } from './documents.js';
import { send } from './program.js';

export async function busy(sandbox, folder) {
  const lines = ['Compte rendu de consultation', 'Patiente : Hélène EXEMPLE', 'Document inventé, pour essai.'];
  const letter = await file(folder, 'Compte rendu.pdf', pdf(...lines));
  await send(sandbox, letter);
  await sandbox.control('POST', '/faults', { name: 'refused' });
  await send(sandbox, await file(folder, 'Lettre.txt', 'Une lettre courte.'));
  await fetch(`${sandbox.addresses.license_url}/v1/license/ticket`, { method: 'POST' });
  const long = await file(folder, `${'un-nom-de-fichier-sans-espace-'.repeat(4)}.txt`, 'Une autre lettre.');
  await send(sandbox, [{ path: letter, again: true }, { path: long, type_code: '10', activity_type: '11503-0' }]);
  await sandbox.control('POST', '/cards/remove', { serial: '2000000002' });
  await sandbox.control('POST', '/faults', { name: 'lost-answer' });
  await sandbox.control('POST', '/faults', { call: 'ready', status: 503, nth: 4, times: 2, headers: { 'Retry-After': '5' } });
  await send(sandbox, letter, { pin: '0000' });
}

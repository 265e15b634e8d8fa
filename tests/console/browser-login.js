// examples/browser-login in a browser: a login from the page, a document through the server. What was received decides.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { request } from 'node:http';

import { file, pdf } from './support/documents.js';
import { loginTest, nowhere, PIN, triesLeft } from './support/login.js';
import { until } from './support/page.js';

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

loginTest('a document reaches the record, and each secret stays where it belongs', {}, async ({ person, page, card, sandbox, server, folder, context }) => {
  const letter = await pdf('Compte rendu', 'Document inventé');
  await person.login();
  await person.deposit(await file(folder, 'Compte rendu.pdf', letter));
  await person.reads(/dossier/);
  const stored = await sandbox.control('GET', '/documents');
  assert.deepEqual(stored.map((one) => [one.filename, one.sha256]), [['Compte rendu.pdf', sha256(letter)]]);

  const license = sandbox.addresses.license_bearer;
  const [login] = card.of('/direct/login');
  const { bearer, serviceUrl } = JSON.parse(login.answer);
  const [{ licenseTicket }, { session }] = ['/ticket', '/session'].map((path) => JSON.parse(page.of(path)[0].answer));
  assert.deepEqual(JSON.parse(login.body), { token: JSON.parse(login.body).token, pinCode: PIN, licenseTicket });
  assert.deepEqual(JSON.parse(page.of('/session')[0].body), { serviceUrl, bearer });
  for (const { came, answer } of [...page.exchanges, ...card.exchanges]) nowhere(license, came, answer);
  nowhere(PIN, ...page.exchanges.map(({ came }) => came));
  for (const { path } of [...page.exchanges, ...card.exchanges]) assert.ok(!path.includes('?'), path);
  const [cookie] = await context.cookies();
  assert.deepEqual([cookie.httpOnly, cookie.sameSite, cookie.expires], [true, 'Strict', -1]);
  assert.match(server.log, /^POST \/deposit 200$/m);
  for (const secret of [license, licenseTicket, bearer, session, PIN, cookie.value, 'EXEMPLE', 'Compte']) nowhere(secret, server.log);
});

loginTest('a page deposits in the session of the doctor whom it shows, whoever has logged in since', {}, async ({ tab, person, open, page, sandbox, folder }) => {
  const letter = await file(folder, 'lettre.txt', 'Une lettre');
  await person.login('5678', '2000000002');
  const other = await open();
  await other.login();
  const holders = [tab, other.tab].map((one) => one.locator('#holder').innerText());
  assert.deepEqual((await Promise.all(holders)).map((text) => /au nom de .* (.*)\.$/.exec(text)[1]), ['TEST', "D'ESSAI"]);
  await person.deposit(letter);
  await person.reads(/Reconnectez-vous/);
  assert.deepEqual([page.of('/deposit')[0].status, await tab.locator('#deposit').isVisible()], [409, false]);
  assert.deepEqual(await sandbox.control('GET', '/documents'), []);
  await other.deposit(letter);
  await other.reads(/a été déposé/);
});

loginTest('a journal that was deleted is replaced by a new one, for those who log in then', {}, async ({ tab, person, sandbox, folder }) => {
  const letter = await file(folder, 'lettre.txt', 'Une lettre');
  await person.login();
  await rm(`${folder}/journal`);
  for (const said of [/journal/, /La session est terminée/]) {
    await person.deposit(letter);
    await person.reads(said);
  }
  await person.login();
  await rm(`${folder}/journal`);
  await tab.reload();
  await person.login();
  await person.deposit(letter);
  await person.reads(/a été déposé/);
  assert.equal((await sandbox.control('GET', '/documents')).length, 1);
});

loginTest('a PIN that is refused is presented once, and again only if a person confirms', {}, async ({ tab, person, card, sandbox }) => {
  let answer = null;
  card.meddle = ({ path }) => (path === '/direct/login' && !answer ? new Promise((go) => { answer = go; }) : null);
  await person.search();
  await person.present('0000');
  await until(() => answer, Boolean);
  // While it runs the button rests, and so does the key Enter.
  assert.ok(await tab.locator('#enter').isDisabled());
  assert.equal(await tab.locator('#pin').inputValue(), '');
  await tab.locator('#pin').fill('0000');
  await tab.locator('#pin').press('Enter');
  await tab.locator('#pin').fill('');
  answer();
  await person.reads(/Connexion refusée/);
  await tab.getByText("compteur d'essais : 2").waitFor();
  assert.deepEqual([card.of('/direct/login').length, await triesLeft(sandbox)], [1, 2]);

  // The same PIN and card, however they are written.
  for (const [typed, from = '', to = ''] of [['0000'], ['0000 '], ['0000', /"serial":"(\d+)"/, '"serial":$1'], ['0000', /"idNat":"\d+",/]]) {
    card.meddle = (it) => { if (it.path === '/direct/ready') it.answer = it.answer.replace(from, to); };
    await person.search();
    tab.once('dialog', (dialog) => dialog.dismiss());
    await person.present(typed);
    await person.rests();
    assert.equal(card.of('/direct/login').length, 1, `${typed}${from}`);
  }
  tab.once('dialog', (dialog) => dialog.accept());
  await person.present('0000');
  await person.reads(/Connexion refusée/);
  await tab.getByText("compteur d'essais : 1").waitFor();
  assert.equal(card.of('/direct/login').length, 2);
});

loginTest('after no answer the page says that a try may be spent, and presents nothing', {}, async ({ tab, person, page, card, sandbox }) => {
  card.meddle = ({ path }) => (path === '/direct/login' ? 'cut' : null);
  await person.search();
  await person.present(PIN);
  await person.reads(/un essai du code est peut-être compté/);
  assert.deepEqual([card.of('/direct/login').length, await triesLeft(sandbox), page.of('/session').length], [1, 3, 0]);
  assert.ok(await tab.locator('#deposit').isHidden());

  // A page instead of an answer is none.
  card.meddle = (exchange) => { if (exchange.path === '/direct/login') exchange.answer = '<!doctype html>'; };
  tab.once('dialog', (dialog) => dialog.accept());
  await person.present(PIN);
  await person.reads(/un essai du code est peut-être compté/);
  assert.equal(card.of('/direct/login').length, 2);
});

loginTest('no card client, and no card, are said', {}, async ({ person, card, sandbox }) => {
  const { cards } = await sandbox.control('GET', '/state');
  for (const { serial, inserted } of cards) if (inserted) await sandbox.control('POST', '/cards/remove', { serial });
  await person.press('search');
  await person.reads(/Aucune carte/);
  await card.end();
  await person.press('search');
  await person.reads(/ne répond pas/);
});

loginTest('a card client that does not admit the page is said', { allowed: false }, async ({ person, page, card, sandbox }) => {
  await person.press('search');
  const text = await person.reads(/n'admet pas cette page/);
  assert.ok(text.includes(page.address), text);
  assert.deepEqual([card.of('/direct/ready').length, card.of('/direct/ready', 'OPTIONS').length], [0, 1]);
  const refused = (await sandbox.control('GET', '/requests')).find(({ method }) => method === 'OPTIONS');
  assert.match(refused.problem, /--allow-origin/);
});

loginTest('an expired ticket is replaced once', {}, async ({ person, page, card }) => {
  card.meddle = (exchange) => { if (exchange.path === '/direct/ready' && card.of('/direct/ready').length === 1) exchange.status = 401; };
  await person.search();
  assert.deepEqual([page.of('/ticket').length, card.of('/direct/ready').length], [2, 2]);
});

loginTest('tickets that are all expired are said, after two of them', { options: ['--ticket-validity', '0'] }, async ({ person, page, card }) => {
  await person.press('search');
  await person.reads(/Le ticket de licence a expiré/);
  assert.deepEqual([page.of('/ticket').length, card.of('/direct/ready').length], [2, 2]);
});

loginTest('a session of another service, and an address that the library refuses, are not adopted', {}, async ({ tab, person, page, card, sandbox, context }) => {
  const { service_url: service } = sandbox.addresses;
  const wrong = [
    ['http://127.0.0.1:9/service', /un service que ce logiciel n'admet pas/],
    [`${service}.example/`, /un service que ce logiciel n'admet pas/],
    [`${service}/?to=elsewhere`, /HR_E_ARGUMENT/],
  ];
  await person.search();
  for (const [serviceUrl, said] of wrong) {
    card.meddle = (it) => { if (it.path === '/direct/login') it.answer = JSON.stringify({ ...JSON.parse(it.answer), serviceUrl }); };
    await person.present(PIN);
    await person.reads(said);
    assert.ok(await tab.locator('#deposit').isHidden());
  }
  assert.deepEqual([page.of('/session').length, await context.cookies()], [wrong.length, []]);
  assert.ok((await sandbox.control('GET', '/requests')).every(({ call }) => ['ticket', 'ready', 'login', 'other'].includes(call)));
});

loginTest('the server serves its own page alone', {}, async ({ page, server, context, person, sandbox }) => {
  await person.login();
  const [{ name, value }] = await context.cookies();
  const own = { host: new URL(page.address).host, origin: page.address, 'content-type': 'application/json', cookie: `${name}=${value}` };
  const ask = (headers, { path = '/deposit', method = 'POST', body = '{}' } = {}) => new Promise((done, failed) => {
    const answered = (reply) => reply.resume().on('end', () => done(reply.statusCode));
    request(server.line + path, { method, headers, agent: false }, answered).on('error', failed).end(body);
  });
  const table = [
    [400, own],
    ...[{ host: 'attacker.example' }, { origin: 'http://attacker.example' }, { origin: undefined }, { 'content-type': 'text/plain' }]
      .map((wrong) => [403, { ...own, ...wrong }]),
    ...['/session?bearer=x', '/__class__'].map((path) => [403, own, { path }]),
    [403, { ...own, 'content-length': '99999999' }, { body: undefined }],
    ...['[]', '{"session": 1}', '{"session": "é"}'].map((body) => [400, own, { body }]),
    ...[`${name}=${value}`, `${name}=${value}x`, undefined].map((cookie) => [409, { ...own, cookie }, { body: '{"session": ""}' }]),
    ...['/server.py', '/../server.py'].map((path) => [404, own, { path, method: 'GET', body: undefined }]),
  ];
  for (const [status, headers, more] of table) {
    const given = Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined));
    assert.equal(await ask(given, more), status, JSON.stringify([given, more]));
  }
  assert.deepEqual(await sandbox.control('GET', '/documents'), []);
  await until(() => server.log, (log) => /^GET - 404$/m.test(log));
  for (const word of ['attacker', 'bearer']) nowhere(word, server.log);
});

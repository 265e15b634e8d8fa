// This page alone talks to the card client: the PIN goes there and nowhere else. The server gives the license ticket,
// and gets the session that the card has opened.

const LISTING_MS = 15_000;
const LOGIN_MS = 120_000;
const SERVER_MS = 600_000;

const CHOOSE = 'Choisissez votre carte et saisissez son code.';
const AGAIN = 'Ce code a déjà été présenté à cette carte, sans succès connu. Un essai de plus peut la bloquer. '
  + 'Le présenter quand même ?';
const HELD = 'Le code ne sera pas présenté à nouveau sans vous.';
const NOT_ADMITTED = "Le logiciel du lecteur de cartes n'admet pas cette page";
const NOT_THERE = "Le logiciel du lecteur de cartes ne répond pas. Il n'est pas lancé sur ce poste, ou le navigateur "
  + "interdit à cette page de l'appeler.";
const UNKNOWN = "Le serveur n'a pas répondu : le document est peut-être dans le dossier. Vérifiez avant de recommencer.";

const at = (id) => document.getElementById(id);
const say = (text) => { at('said').textContent = text; };

let ticket = null;
let localUrl = null;
let cards = [];
// Kept here alone, so that another tab does not have it: what this page deposits goes into no other session.
let session = null;

// What was presented without success: digests of card and PIN, under a key of this page.
const presented = new Set();
const key = crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);

// However a list writes the number of a card: as text or number, with blanks, in small letters.
const bare = (number) => String(number ?? '').toUpperCase().replace(/[^A-Z\d]/g, '').replace(/^0+/, '');

async function digest({ serial, idNat }, pin) {
  const text = new TextEncoder().encode(JSON.stringify([bare(serial) || ['idNat', bare(idNat)], pin.replace(/\s/g, '')]));
  return String(new Uint8Array(await crypto.subtle.sign('HMAC', await key, text)));
}

// One request; of what is not JSON, null.
async function post(url, body, patience) {
  const headers = { 'content-type': 'application/json' };
  const signal = AbortSignal.timeout(patience);
  const reply = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), redirect: 'error', signal });
  return { status: reply.status, json: await reply.json().catch(() => null) };
}

async function server(path, body, silence = 'Le serveur ne répond pas.') {
  const { status, json } = await post(path, body, SERVER_MS).catch(() => ({}));
  // This page's session is no longer the browser's.
  if (status === 409) at('deposit').hidden = true;
  if (status !== 200) throw new Error(json?.message ?? silence);
  return json;
}

// Why the card client gave no answer that this page may read.
async function silent({ name }) {
  const listens = name === 'TypeError' && await fetch(localUrl, { mode: 'no-cors' }).then(() => true, () => false);
  throw new Error(listens ? `${NOT_ADMITTED} (${location.origin}).` : NOT_THERE);
}

const holder = ({ civTitle, firstName, lastName }) => `${civTitle} ${firstName} ${lastName}`;
const explained = (json) => json?.status?.message ?? json?.error ?? 'sans explication';

// A ticket that is no longer valid is replaced once.
async function list(again = true) {
  cards = [];
  at('cards').replaceChildren();
  if (!ticket) ({ licenseTicket: ticket, localUrl } = await server('/ticket', {}));
  const { status, json } = await post(`${localUrl}/direct/ready`, { licenseTicket: ticket }, LISTING_MS).catch(silent);
  if (status === 401) {
    ticket = null;
    if (again) return list(false);
    throw new Error('Le ticket de licence a expiré, et le nouveau est refusé aussi. Contactez votre informaticien.');
  }
  if (status !== 200 || (json?.status?.code ?? 0) !== 0 || !json?.data?.data) {
    throw new Error(`Le logiciel du lecteur de cartes refuse : ${explained(json)}.`);
  }
  cards = Object.values(json.data.data).flat();
  at('cards').replaceChildren(...cards.map((card, index) => {
    const choice = Object.assign(document.createElement('input'), { type: 'radio', name: 'card', value: index });
    const line = document.createElement('label');
    // The interface does not show whether the counter counts the tries that are left or those that were used.
    line.append(choice, ` ${holder(card)}, ${card.cardType} ${card.serial}, `);
    line.append(`compteur d'essais : ${card.pinAttempt}`);
    return line;
  }));
}

async function search() {
  await list();
  say(cards.length ? CHOOSE : 'Aucune carte dans le lecteur. Insérez votre carte, puis recherchez à nouveau.');
}

// Presents a PIN once. Whatever comes back, nothing here presents it again.
async function login() {
  const pin = at('pin').value;
  const card = cards[document.querySelector('[name=card]:checked')?.value];
  at('pin').value = '';
  if (!card || !pin) throw new Error(CHOOSE);
  const held = await digest(card, pin);
  if (presented.has(held) && !confirm(AGAIN)) return;
  presented.add(held);
  at('deposit').hidden = true;
  say('Connexion en cours.');
  const asked = { token: card.token, pinCode: pin, licenseTicket: ticket };
  const { status, json } = await post(`${localUrl}/direct/login`, asked, LOGIN_MS).catch(() => ({}));
  if (status === 200 && json?.bearer && json.serviceUrl) {
    presented.delete(held);
    ({ session } = await server('/session', { serviceUrl: json.serviceUrl, bearer: json.bearer }));
    at('holder').textContent = `Session ouverte au nom de ${holder(card)}.`;
    at('deposit').hidden = false;
    say('Session ouverte. Choisissez le patient et le document.');
    return;
  }
  if (status === 401) ticket = null;
  const refused = json && (json.status?.code || (status >= 400 && status < 500));
  say(refused
    ? `Connexion refusée : ${explained(json)}. ${HELD}`
    : `Pas de réponse certaine : un essai du code est peut-être compté. ${HELD}`);
  await list().catch(() => {});
}

async function deposit() {
  const [file] = at('file').files;
  const read = new Promise((done, failed) => {
    const reader = new FileReader();
    Object.assign(reader, { onload: () => done(reader.result.split(',')[1]), onerror: failed }).readAsDataURL(file);
  });
  const content = await read.catch(() => { throw new Error('Ce fichier ne peut pas être lu.'); });
  say('Dépôt en cours.');
  const patient = { nom: at('nom').value, prenom: at('prenom').value };
  say((await server('/deposit', { session, patient, filename: file.name, content }, UNKNOWN)).message);
}

// One at a time, by buttons that rest meanwhile.
function on(id, event, act) {
  const buttons = document.querySelectorAll('button');
  const rest = (resting) => buttons.forEach((button) => { button.disabled = resting; });
  at(id).addEventListener(event, async (happened) => {
    happened.preventDefault();
    if (buttons[0].disabled) return;
    rest(true);
    await act().catch((error) => say(error.message));
    rest(false);
  });
}

on('search', 'click', search);
on('login', 'submit', login);
on('deposit', 'submit', deposit);

// What the event stream has said. Views read it; only the stream changes it.

import { pressed } from "./press.js";

const KEPT = 5000;
const SESSIONS_KEPT = 500;

export const store = {
  hello: null,
  connection: "connecting",
  /** Another run of the sandbox has answered than the one that this page was opened with. */
  restarted: false,
  cards: [],
  patients: [],
  /** The newest open sessions, and how many are open in all. */
  sessions: [],
  sessionsOpen: 0,
  /** When the oldest session of the list began, while the list is not whole. */
  listedSince: null,
  armed: [],
  named: [],
  documents: [],
  /** Sessions by connectionId, also those that have ended since. */
  sessionsSeen: new Map(),
  /** Requests and activities in the order of their arrival, oldest first. */
  feed: [],
  /** The same by their keys. */
  entries: new Map(),
  /** How many entries have come since the page was opened: of the past that was told then, none. */
  arrived: 0,
  /** The number of the newest request. */
  newest: 0,
  /** Outcomes and PIN cases that were seen to happen. */
  seen: new Set(),
  /** How often everything was new, and how often what was held was told anew. */
  resets: 0,
  renewals: 0,
};

const LONGEST_PAUSE_MS = 500;

/** While the past is told: what of it was told, what was seen to happen in it, what the page held before. */
let past = null;

let frame = 0;
let draw = () => {};
/** Not before this moment is the page drawn again, so that drawing takes a quarter of the time at most. */
let rest = 0;

/** `drawn` draws the page from the store. */
export function onDraw(drawn) {
  draw = drawn;
}

/** Something has changed: the page is drawn again soon. */
export function mark() {
  if (frame === 0) frame = requestAnimationFrame(flush);
}

function flush(now) {
  if (now < rest || pressed()) {
    frame = requestAnimationFrame(flush);
    return;
  }
  redraw();
}

/** Draws at once, for what is given the focus. */
export function redraw() {
  cancelAnimationFrame(frame);
  frame = 0;
  const began = performance.now();
  draw();
  const ended = performance.now();
  rest = ended + Math.min(LONGEST_PAUSE_MS, 3 * (ended - began));
}

export function forgetEverything() {
  if (store.feed.length > 0) store.resets += 1;
  store.feed = [];
  store.entries = new Map();
  store.newest = 0;
  store.documents = [];
  store.sessionsSeen = new Map();
  store.listedSince = null;
  store.seen = new Set();
  mark();
  if (past) past.held = 0;
}

/** What is told from here to `endPast` has happened before; a page that holds it already takes it as it is told now. */
export function beginPast() {
  past = { told: new Set(), seen: new Set(), held: store.feed.length, again: 0 };
}

/** What the page held and was not told again is gone, or still shows what is to be masked now. */
export function endPast() {
  if (!past) return;
  const { told, seen, held, again } = past;
  past = null;
  if (held === 0) return;
  for (const { key } of store.feed.filter((entry) => !told.has(entry))) store.entries.delete(key);
  store.feed = store.feed.filter((entry) => told.has(entry));
  store.documents = store.documents.filter((document) => told.has(document));
  const listed = new Set(store.sessions.map((session) => session.connectionId));
  for (const session of store.sessionsSeen.values()) if (!listed.has(session.connectionId)) session.patient_id = null;
  if (again === 0) {
    // A reset came between.
    store.seen = seen;
    store.newest = Math.max(0, ...store.feed.filter(({ kind }) => kind === "request").map(({ thing }) => thing.number));
    store.resets += 1;
  }
  store.renewals += 1;
  mark();
}

function remember(made) {
  // After a reconnection activities come behind the requests of the same time.
  let at = store.feed.length;
  while (at > 0 && store.feed[at - 1].time > made.time) at -= 1;
  store.feed.splice(at, 0, made);
  if (store.feed.length > KEPT + 500) {
    for (const old of store.feed.splice(0, store.feed.length - KEPT)) store.entries.delete(old.key);
  }
}

/** `kind` is request or activity. */
export function takeEntry(kind, thing) {
  const key = `${kind}${thing.number}`;
  const before = store.entries.get(key);
  const now = before ?? { kind, key, time: Date.parse(thing.time), thing, version: 0, words: null };
  if (before) {
    before.thing = thing;
    before.version += 1;
    before.words = null;
  } else {
    store.entries.set(key, now);
    remember(now);
  }
  if (past) {
    past.told.add(now);
    if (before) past.again += 1;
  } else if (!before) {
    store.arrived += 1;
  }
  if (kind === "request") store.newest = Math.max(store.newest, thing.number);
  mark();
}

export function takeDocument(document) {
  const at = store.documents.findIndex((known) => known.number === document.number);
  if (at >= 0) store.documents[at] = document;
  else store.documents.push(document);
  past?.told.add(document);
  mark();
}

/** `sessions` are the newest of `total`: one that is not among them has ended, unless it is older than they are. */
export function takeSessions(sessions, total) {
  const open = new Set(sessions.map((session) => session.connectionId));
  const began = sessions.map((session) => Date.parse(session.since));
  store.listedSince = total > sessions.length ? Math.min(...began) : null;
  for (const known of store.sessionsSeen.values()) {
    if (open.has(known.connectionId)) continue;
    if (store.listedSince === null || Date.parse(known.since) > store.listedSince) known.ended = true;
  }
  for (const session of sessions) {
    store.sessionsSeen.set(session.connectionId, { ...session, ended: false });
  }
  forgetOldSessions();
  store.sessions = sessions;
  store.sessionsOpen = total;
  mark();
}

/** The open ones stay, and the newest of the others. */
function forgetOldSessions() {
  let over = store.sessionsSeen.size - SESSIONS_KEPT;
  for (const [id, { ended }] of store.sessionsSeen) {
    if (over <= 0) return;
    if (!ended) continue;
    store.sessionsSeen.delete(id);
    over -= 1;
  }
}

export function take(topic, value) {
  store[topic] = value;
  mark();
}

export function saw(word) {
  past?.seen.add(word);
  if (store.seen.has(word)) return;
  store.seen.add(word);
  mark();
}

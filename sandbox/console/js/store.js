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
  requests: new Map(),
  /** The number of the newest request. */
  newest: 0,
  /** Outcomes and PIN cases that were seen to happen. */
  seen: new Set(),
};

const LONGEST_PAUSE_MS = 500;

const listeners = new Set();
const marked = new Set();
let frame = 0;
/** Not before this moment is the page drawn again, so that drawing takes a quarter of the time at most. */
let rest = 0;

/** Calls `update(topics)` once a frame in which one of the topics has changed. */
export function subscribe(topics, update) {
  listeners.add({ topics, update });
}

export function forgetListeners() {
  listeners.clear();
}

export function mark(topic) {
  marked.add(topic);
  if (frame === 0) frame = requestAnimationFrame(flush);
}

function flush(now) {
  if (now < rest || pressed()) {
    frame = requestAnimationFrame(flush);
    return;
  }
  frame = 0;
  const began = performance.now();
  const topics = new Set(marked);
  marked.clear();
  for (const { topics: wanted, update } of listeners) {
    if (wanted.some((topic) => topics.has(topic))) update(topics);
  }
  const ended = performance.now();
  rest = ended + Math.min(LONGEST_PAUSE_MS, 3 * (ended - began));
}

export function forgetEverything() {
  if (store.feed.length > 0) mark("reset");
  store.feed = [];
  store.requests = new Map();
  store.newest = 0;
  store.documents = [];
  store.sessionsSeen = new Map();
  store.listedSince = null;
  store.seen = new Set();
  for (const topic of ["feed", "documents", "sessions", "seen"]) mark(topic);
}

function entry(kind, thing) {
  return { kind, key: `${kind}${thing.number}`, time: Date.parse(thing.time), thing, version: 0, words: null };
}

function remember(made) {
  // After a reconnection activities come behind the requests of the same time.
  let at = store.feed.length;
  while (at > 0 && store.feed[at - 1].time > made.time) at -= 1;
  store.feed.splice(at, 0, made);
  if (store.feed.length > KEPT + 500) {
    for (const old of store.feed.splice(0, store.feed.length - KEPT)) {
      if (old.kind === "request") store.requests.delete(old.thing.number);
    }
  }
  mark("feed");
}

export function takeRequest(request) {
  const known = store.requests.get(request.number);
  store.newest = Math.max(store.newest, request.number);
  if (known) {
    known.thing = request;
    known.version += 1;
    known.words = null;
    mark("feed");
    return;
  }
  const made = entry("request", request);
  store.requests.set(request.number, made);
  remember(made);
}

export function takeActivity(activity) {
  remember(entry("activity", activity));
}

export function takeDocument(document) {
  const at = store.documents.findIndex((known) => known.number === document.number);
  if (at >= 0) store.documents[at] = document;
  else store.documents.push(document);
  mark("documents");
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
  mark("sessions");
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
  mark(topic);
}

export function saw(word) {
  if (store.seen.has(word)) return;
  store.seen.add(word);
  mark("seen");
}

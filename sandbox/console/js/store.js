// What the event stream has said. Views read it; only the stream changes it.

const KEPT = 5000;

export const store = {
  hello: null,
  connection: "connecting",
  cards: [],
  patients: [],
  sessions: [],
  armed: [],
  named: [],
  documents: [],
  /** Sessions by connectionId, also those that have ended since. */
  sessionsSeen: new Map(),
  /** Requests and activities in the order of their arrival, oldest first. */
  feed: [],
  requests: new Map(),
  /** Outcomes and PIN cases that were seen to happen. */
  seen: new Set(),
};

const listeners = new Set();
const marked = new Set();
let frame = 0;

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

function flush() {
  frame = 0;
  const topics = new Set(marked);
  marked.clear();
  for (const { topics: wanted, update } of listeners) {
    if (wanted.some((topic) => topics.has(topic))) update(topics);
  }
}

export function forgetEverything() {
  if (store.feed.length > 0) mark("reset");
  store.feed = [];
  store.requests = new Map();
  store.documents = [];
  store.sessionsSeen = new Map();
  store.seen = new Set();
  for (const topic of ["feed", "documents", "sessions", "seen"]) mark(topic);
}

function entry(kind, thing) {
  return { kind, key: `${kind}${thing.number}`, thing, version: 0, words: null };
}

function remember(made) {
  store.feed.push(made);
  if (store.feed.length > KEPT + 500) {
    for (const old of store.feed.splice(0, store.feed.length - KEPT)) {
      if (old.kind === "request") store.requests.delete(old.thing.number);
    }
  }
  mark("feed");
}

export function takeRequest(request) {
  const known = store.requests.get(request.number);
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

export function takeSessions(sessions) {
  const open = new Set(sessions.map((session) => session.connectionId));
  for (const known of store.sessionsSeen.values()) {
    if (!open.has(known.connectionId)) known.ended = true;
  }
  for (const session of sessions) {
    store.sessionsSeen.set(session.connectionId, { ...session, ended: false });
  }
  store.sessions = sessions;
  mark("sessions");
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

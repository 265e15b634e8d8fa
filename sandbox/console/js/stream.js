// The event stream: what it says goes into the store.

import { observeDocument, observeRequest } from "./outcomes/observe.js";
import * as into from "./store.js";
import { store } from "./store.js";

const LONGEST_WAIT = 30_000;

let source = null;
let lastId = null;
let wait = 1000;
let retry = 0;
let identifiers = false;

const takes = {
  hello(hello) {
    if (!hello.resumed) into.forgetEverything();
    if (store.hello && store.hello.run !== hello.run) into.take("restarted", true);
    into.take("hello", hello);
    into.take("connection", "live");
    wait = 1000;
  },
  reset: into.forgetEverything,
  cards: ({ cards }) => into.take("cards", cards),
  patients: ({ patients }) => into.take("patients", patients),
  sessions: ({ sessions, total }) => into.takeSessions(sessions, total ?? sessions.length),
  faults({ armed, named }) {
    into.take("armed", armed);
    into.take("named", named);
  },
  request(request) {
    into.takeRequest(request);
    observeRequest(request);
  },
  document(document) {
    into.takeDocument(document);
    observeDocument(document);
  },
  activity: into.takeActivity,
};

function show() {
  return identifiers ? "pin,nir" : "pin";
}

export function identifiersShown() {
  return identifiers;
}

/** Whole numbers of patients or masked ones: everything is asked for anew. */
export function showIdentifiers(shown) {
  identifiers = shown;
  lastId = null;
  connect();
}

export function connect() {
  clearTimeout(retry);
  source?.close();
  const query = new URLSearchParams({ show: show(), recent: "500" });
  if (lastId) query.set("after", lastId);
  const opened = new EventSource(`/events?${query}`);
  source = opened;
  for (const [type, taken] of Object.entries(takes)) {
    opened.addEventListener(type, (event) => {
      if (source !== opened) return;
      if (event.lastEventId) lastId = event.lastEventId;
      taken(JSON.parse(event.data));
    });
  }
  opened.onerror = () => {
    if (source !== opened) return;
    if (store.connection !== "reconnecting") into.take("connection", "reconnecting");
    // The browser tries again by itself unless the answer was not a stream.
    if (opened.readyState === EventSource.CLOSED) {
      retry = setTimeout(connect, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  };
}

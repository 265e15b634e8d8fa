// The event stream: what it says goes into the store.

import { observeRequest } from "./outcomes/observe.js";
import * as into from "./store.js";
import { store } from "./store.js";

const LONGEST_WAIT = 30_000;
/** How much of the past a page asks for; more when it holds more. */
const RECENT = 500;
const MOST_RECENT = 5000;

let source = null;
let lastId = null;
let wait = 1000;
let retry = 0;
/** Whether patients' numbers are shown whole. */
export let identifiers = false;
/** From a turn of the switch until all has been told anew. */
let renewing = false;

const takes = {
  hello(hello) {
    const other = store.hello !== null && store.hello.run !== hello.run;
    if (!hello.resumed) {
      if (!renewing || other) into.forgetEverything();
      into.beginPast();
    }
    if (other) into.take("restarted", true);
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
    into.takeEntry("request", request);
    observeRequest(request);
  },
  document: into.takeDocument,
  activity: (activity) => into.takeEntry("activity", activity),
};

/** Whole numbers of patients or masked ones: everything is asked for anew, and takes the place of what is held. */
export function showIdentifiers(shown) {
  identifiers = shown;
  renewing = true;
  lastId = null;
  into.mark();
  connect();
}

export function connect() {
  clearTimeout(retry);
  source?.close();
  source = null;
  // A browser opens six connections to a host, for all its pages together.
  if (document.hidden) return;
  const recent = Math.min(MOST_RECENT, Math.max(RECENT, store.feed.length));
  const query = new URLSearchParams({ show: identifiers ? "pin,nir" : "pin", recent: String(recent) });
  if (lastId) query.set("after", lastId);
  const opened = new EventSource(`/events?${query}`);
  source = opened;
  for (const [type, taken] of Object.entries(takes)) {
    opened.addEventListener(type, (event) => {
      if (source !== opened) return;
      taken(JSON.parse(event.data));
      // Of what is told at once, the last has a new id.
      if (!event.lastEventId || event.lastEventId === lastId) return;
      lastId = event.lastEventId;
      renewing = false;
      into.endPast();
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

document.addEventListener("visibilitychange", () => {
  wait = 1000;
  connect();
});

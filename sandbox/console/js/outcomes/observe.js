// Which outcomes of the library, and which cases of card, PIN and session, were seen to happen. Only what the requests say
// in codes and figures counts, so that a page that is opened later notes the same.

import { saw } from "../store.js";

/** More than the buffers between two programs of one computer hold: so much less than announced was never sent. */
const IN_BUFFERS = 8_000_000;

/** The outcome that the library reports for an upload that ended so; null when this cannot be told. */
export function outcomeOf({ call, session, code, fault, status, ended, bytes, announced }) {
  if (call !== "dmp_send" || ended === null) return null;
  // Without a login it is no upload of the library.
  if (!session && code !== "session_ended") return null;
  if (status === null) {
    const missing = announced === null ? NaN : announced - bytes;
    if (missing <= 0) return "unknown";
    return ended === "cut" && missing > IN_BUFFERS ? "incomplete" : null;
  }
  if (ended === "client_left") return null;
  if (status >= 500 || status === 408) return "unknown";
  // What a fault of one's own answers may be a page, or no JSON.
  const certain = !fault || fault.name !== null;
  if (status >= 400) return certain ? "rejected" : null;
  if (status < 200 || status >= 300) return null;
  if (ended === "cut") return "accepted_unreadable";
  return certain ? "accepted" : null;
}

/** The case of card, PIN or session that a request met. */
export function caseOf({ call, code, fault, status, ended }) {
  if (ended === null) return null;
  const name = fault?.name ?? null;
  if (code === "session_ended" || (name === "session-ended" && status === 401)) return "session_ended";
  if (name === "card-pulled") return call === "login" && code === "no_card" ? "card_pulled" : null;
  return !fault && ["pin_wrong", "card_locked", "no_card"].includes(code) ? code : null;
}

export function observeRequest(request) {
  for (const word of [outcomeOf(request), caseOf(request)]) if (word) saw(word);
}

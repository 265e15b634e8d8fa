// Notes which outcomes of the library, and which cases of the PIN, were seen to happen.
// Only the requests count, so that a page that is opened later notes the same.

import { saw } from "../store.js";

const UNKNOWN = new Set(["lost-answer", "server-error", "maintenance-page"]);
/** Where cut-upload cuts: what is shorter has left whole. */
const CUT_AT = 64 * 1024;

/** The outcome that the library reports for an upload that ended so; null when this cannot be told. */
export function outcomeOf(request) {
  const { status, ended } = request;
  const fault = request.fault?.name ?? null;
  if (request.call === "dmp_open") {
    const down = fault === "service-down" || (request.fault && (ended === "cut" || status >= 500));
    return ended !== null && down ? "not_sent" : null;
  }
  if (request.call !== "dmp_send" || ended === null) return null;
  if (fault === "cut-upload") return request.bytes >= CUT_AT ? "incomplete" : "unknown";
  if (fault === "unreadable-answer") return "accepted_unreadable";
  if (UNKNOWN.has(fault)) return "unknown";
  if (ended === "client_left") return fault === "slow-line" ? "unknown" : null;
  if (ended === "cut") return null;
  if (status >= 500 || status === 408) return "unknown";
  if (status >= 400) return "rejected";
  return status >= 200 && status < 300 ? "accepted" : null;
}

/** What the sandbox expected instead of a login; its texts tell the cases apart. */
const LOGIN_CASES = [
  ["the PIN of card ", "pin_wrong"],
  ["a card that is not locked", "card_locked"],
  ["the token of a card in the reader (none is in)", "no_card"],
];

/** The case of card or PIN that a request met by itself; null with a fault, or when all went well. */
export function cardCaseOf(request) {
  if (request.ended === null || request.fault !== null) return null;
  // The only remark of ready is that no card is in the reader.
  if (request.call === "ready") return request.status === 200 && request.remarks > 0 ? "no_card" : null;
  if (request.call !== "login" || !request.problem) return null;
  const expected = request.refusal?.expected ?? "";
  return LOGIN_CASES.find(([text]) => expected.startsWith(text))?.[1] ?? null;
}

export function observeRequest(request) {
  for (const word of [outcomeOf(request), cardCaseOf(request)]) if (word) saw(word);
  if (request.fault?.name === "card-pulled") saw("card_pulled");
  if (request.service === "resource" && request.status === 401) saw("session_ended");
}

export function observeDocument() {
  saw("document");
}

// Notes which outcomes of the library, and which cases of the PIN, were seen to happen.

import { saw, store } from "../store.js";

const FRESH_MS = 5000;
const UNKNOWN = new Set(["lost-answer", "server-error", "maintenance-page"]);

/** The outcome that the library reports for an upload that ended so; null when this cannot be told. */
export function outcomeOf(request) {
  const { status, ended } = request;
  const fault = request.fault?.name ?? null;
  if (request.call === "dmp_open") {
    const down = fault === "service-down" || (request.fault && (ended === "cut" || status >= 500));
    return ended !== null && down ? "not_sent" : null;
  }
  if (request.call !== "dmp_send" || ended === null) return null;
  if (fault === "cut-upload") return "incomplete";
  if (fault === "unreadable-answer") return "accepted_unreadable";
  if (UNKNOWN.has(fault)) return "unknown";
  if (ended === "client_left") return fault === "slow-line" ? "unknown" : null;
  if (ended === "cut") return null;
  if (status >= 500 || status === 408) return "unknown";
  if (status >= 400) return "rejected";
  return status >= 200 && status < 300 ? "accepted" : null;
}

export function observeRequest(request) {
  const outcome = outcomeOf(request);
  if (outcome) saw(outcome);
  if (request.fault?.name === "card-pulled") saw("card_pulled");
  if (request.service === "resource" && request.status === 401) saw("session_ended");
  if (request.call === "login" && request.problem) {
    const card = store.cards.find((known) => known.serial === request.card);
    if (card?.locked) saw("card_locked");
    else if (card && card.type !== "Vitale" && request.fault === null) saw("pin_wrong");
  }
  const fresh = Date.now() - Date.parse(request.time) < FRESH_MS;
  if (fresh && (request.call === "ready" || request.call === "login")) {
    const noCard = store.cards.every((card) => !card.inserted || card.type === "Vitale");
    if (noCard && request.fault === null) saw("no_card");
  }
}

export function observeCards(cards) {
  const wrong = cards.some((card) => card.type !== "Vitale" && card.pin_presentations > 0 && card.tries_left < card.tries);
  if (wrong) saw("pin_wrong");
}

export function observeDocument() {
  saw("document");
}

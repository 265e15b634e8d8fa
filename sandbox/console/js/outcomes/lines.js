// The lines of the section Outcomes: how each can be brought about from here.

import { act } from "../api.js";
import { arm, disarmAll } from "../act/faults.js";
import { t } from "../i18n.js";
import { store } from "../store.js";

const SAMPLE_BYTES = 16_000_000;

const professional = (card) => card.type !== "Vitale";

async function removeAllCards() {
  for (const card of store.cards.filter((known) => known.inserted)) {
    if (!(await act("POST", "/cards/remove", { serial: card.serial }))) return;
  }
}

async function insertAllCards() {
  for (const card of store.cards.filter((known) => !known.inserted)) {
    if (!(await act("POST", "/cards/insert", { serial: card.serial }))) return;
  }
}

async function lockCards() {
  for (const card of store.cards.filter((known) => professional(known) && !known.locked)) {
    if (!(await act("POST", "/cards/lock", { serial: card.serial }))) return;
  }
}

async function unlockAll() {
  for (const card of store.cards.filter((known) => professional(known) && known.tries_left < known.tries)) {
    if (!(await act("POST", "/cards/unlock", { serial: card.serial }))) return;
  }
}

const fault = (name, call) => ({ label: () => t("outcomes.arm", { name }), does: () => arm(name, call), fault: name, call });
const does = (key, run) => ({ label: () => t(key), does: run });
const sample = { label: () => t("outcomes.sample"), href: `/samples/${SAMPLE_BYTES}`, file: "sample-16-MB.pdf" };

/** `outcome` is a word of the library, or a case. Of what leaves nothing here, the sandbox sees nothing. */
export const OUTCOMES = [
  { outcome: "accepted", actions: [does("outcomes.disarm", disarmAll)] },
  { outcome: "not_sent", unseen: true, actions: [fault("service-down", "dmp_open")] },
  { outcome: "incomplete", actions: [fault("cut-upload", "dmp_send"), sample] },
  { outcome: "rejected", actions: [fault("refused", "dmp_send"), fault("early-413", "dmp_send")] },
  { outcome: "unknown", actions: [fault("lost-answer", "dmp_send"), fault("server-error", "dmp_send"), fault("maintenance-page", "dmp_send")] },
  { outcome: "accepted_unreadable", actions: [fault("unreadable-answer", "dmp_send")] },
];

export const PIN_CASES = [
  { outcome: "pin_wrong", actions: [] },
  { outcome: "card_locked", actions: [does("outcomes.lock", lockCards), does("outcomes.unlock", unlockAll)] },
  { outcome: "no_card", actions: [does("outcomes.remove_cards", removeAllCards), does("outcomes.insert_cards", insertAllCards)] },
  { outcome: "session_ended", actions: [fault("session-ended", "patient_search")] },
  { outcome: "card_pulled", actions: [fault("card-pulled", "login")] },
];

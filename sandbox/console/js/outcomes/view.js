// The section Outcomes: each word of the library, how to make it appear from here, and whether it has.

import { arm, disarmAll, inEffect } from "../act/faults.js";
import { act } from "../api.js";
import { h, withCode } from "../dom.js";
import { t } from "../i18n.js";
import { panel, section } from "../panel.js";
import { announce } from "../status.js";
import { store } from "../store.js";

const SAMPLE_BYTES = 16_000_000;

const professional = (card) => card.type !== "Vitale";

/** Does this to each card that is so, until one is refused. */
async function eachCard(action, so) {
  for (const { serial } of store.cards.filter(so)) {
    if (!(await act("POST", `/cards/${action}`, { serial }))) return;
  }
}

const lock = () => eachCard("lock", (card) => professional(card) && !card.locked);
const unlock = () => eachCard("unlock", (card) => professional(card) && card.tries_left < card.tries);
const remove = () => eachCard("remove", (card) => card.inserted);
const insert = () => eachCard("insert", (card) => !card.inserted);

const fault = (name, call) => ({ label: () => t("outcomes.arm", { name }), does: () => arm(name, call), fault: name, call });
const does = (key, run) => ({ label: () => t(key), does: run });
const sample = { label: () => t("outcomes.sample"), href: `/samples/${SAMPLE_BYTES}`, file: "sample-16-MB.pdf" };

/** `outcome` is a word of the library, or a case. Of what leaves nothing here, the sandbox sees nothing. */
const OUTCOMES = [
  { outcome: "accepted", actions: [does("outcomes.disarm", disarmAll)] },
  { outcome: "not_sent", unseen: true, actions: [fault("service-down", "dmp_open")] },
  { outcome: "incomplete", actions: [fault("cut-upload", "dmp_send"), sample] },
  { outcome: "rejected", actions: [fault("refused", "dmp_send"), fault("early-413", "dmp_send")] },
  { outcome: "unknown", actions: [fault("lost-answer", "dmp_send"), fault("server-error", "dmp_send"), fault("maintenance-page", "dmp_send")] },
  { outcome: "accepted_unreadable", actions: [fault("unreadable-answer", "dmp_send")] },
].map((one) => ({ ...one, word: true }));

const PIN_CASES = [
  { outcome: "pin_wrong", actions: [] },
  { outcome: "card_locked", actions: [does("outcomes.lock", lock), does("outcomes.unlock", unlock)] },
  { outcome: "no_card", actions: [does("outcomes.remove_cards", remove), does("outcomes.insert_cards", insert)] },
  { outcome: "session_ended", actions: [fault("session-ended", "patient_search")] },
  { outcome: "card_pulled", actions: [fault("card-pulled", "login")] },
];

function control(action) {
  if (action.href) return h("a", { class: "button", href: action.href, download: action.file }, action.label());
  return h("button", { type: "button", onclick: action.does, data: { arms: action.fault, on: action.call } }, action.label());
}

const nameOf = ({ outcome, word }) => (word ? outcome : t(`outcome.${outcome}`));

function line(one) {
  const { outcome, actions, unseen = false, word } = one;
  const seen = store.seen.has(outcome);
  const own = store.armed.filter((fault) => actions.some((action) => action.fault === fault.name && action.call === fault.call));
  const badge = own.length > 0 && h("span", { class: "badge fault" }, t(own.every(inEffect) ? "fault.in_effect" : "outcomes.armed"));
  const said = t(seen ? "outcomes.seen" : unseen ? "outcomes.unseen" : "outcomes.not_seen");
  return h("li", { class: "outcome", data: { key: outcome, outcome, seen: String(seen) } },
    h("div", { class: "outcome-seen" }, h("span", { class: "tick", "aria-hidden": "true" }, seen ? "✓" : unseen ? "–" : "")),
    h("div", { class: "outcome-what" },
      h("h4", {}, word ? h("code", {}, outcome) : nameOf(one), h("span", { class: "visually-hidden" }, ` (${said})`), " ", badge),
      h("p", {}, withCode(t(`outcome.${outcome}.means`)))),
    h("div", { class: "outcome-how" },
      h("p", {}, withCode(t(`outcome.${outcome}.how`))),
      actions.length > 0 && h("div", { class: "actions" }, actions.map(control))),
    h("div", { class: "outcome-then" },
      h("p", {}, h("strong", {}, t("outcomes.then")), " ", withCode(t(`outcome.${outcome}.then`)))));
}

let noted = null;

/** Announces what has been seen to happen since the page was last drawn. */
export function noteSeen() {
  const fresh = [...OUTCOMES, ...PIN_CASES].filter(({ outcome }) => noted && store.seen.has(outcome) && !noted.has(outcome));
  for (const one of fresh) announce(t("outcomes.announce", { name: nameOf(one) }));
  noted = new Set(store.seen);
}

export function outcomesView(shown) {
  const list = (name, lead, lines) => panel(name.replace(".", "-"), name,
    h("p", { class: "muted" }, t(lead)), h("ul", { class: "outcomes" }, lines.map(line)));
  return section("outcomes", shown, list("outcomes.title", "outcomes.lead", OUTCOMES), list("outcomes.pin_title", "outcomes.pin_lead", PIN_CASES));
}

// The section Outcomes: each word of the library, how to make it appear, and whether it has.

import { inEffect } from "../act/faults.js";
import { h, withCode } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "../status.js";
import { store, subscribe } from "../store.js";
import { OUTCOMES, PIN_CASES } from "./lines.js";

function control(action) {
  if (action.href) return h("a", { class: "button", href: action.href, download: action.file }, action.label());
  return h("button", { type: "button", onclick: action.does, data: { arms: action.fault, on: action.call } }, action.label());
}

function line({ outcome, actions, unseen = false }, isWord) {
  const tick = h("span", { class: "tick", "aria-hidden": "true" });
  const words = h("span", { class: "visually-hidden" });
  const armed = h("span", { class: "badge fault", hidden: true });
  const name = isWord ? h("code", {}, outcome) : t(`outcome.${outcome}`);
  const element = h("li", { class: "outcome", data: { outcome, seen: "false" } },
    h("div", { class: "outcome-seen" }, tick),
    h("div", { class: "outcome-what" },
      h("h4", {}, name, words, " ", armed),
      h("p", {}, withCode(t(`outcome.${outcome}.means`)))),
    h("div", { class: "outcome-how" },
      h("p", {}, withCode(t(`outcome.${outcome}.how`))),
      actions.length > 0 && h("div", { class: "actions" }, actions.map(control))),
    h("div", { class: "outcome-then" },
      h("p", {}, h("strong", {}, t("outcomes.then")), " ", withCode(t(`outcome.${outcome}.then`)))));
  let before = null;
  function update() {
    const seen = store.seen.has(outcome);
    if (before === false && seen) announce(t("outcomes.announce", { name: isWord ? outcome : t(`outcome.${outcome}`) }));
    before = seen;
    element.dataset.seen = String(seen);
    tick.textContent = seen ? "✓" : unseen ? "–" : "";
    words.textContent = ` (${t(seen ? "outcomes.seen" : unseen ? "outcomes.unseen" : "outcomes.not_seen")})`;
    const own = store.armed.filter((one) => actions.some((action) => action.fault === one.name && action.call === one.call));
    armed.hidden = own.length === 0;
    armed.textContent = own.length === 0 ? "" : t(own.every(inEffect) ? "fault.in_effect" : "outcomes.armed");
  }
  return { element, update };
}

export function outcomesView() {
  const words = OUTCOMES.map((one) => line(one, true));
  const cases = PIN_CASES.map((one) => line(one, false));
  const element = h("section", { id: "section-outcomes", class: "section", "aria-labelledby": "outcomes-title" },
    h("h2", { id: "outcomes-title", class: "visually-hidden" }, t("nav.outcomes")),
    h("section", { class: "panel", "aria-labelledby": "words-title" },
      h("h3", { id: "words-title" }, t("outcomes.title")),
      h("p", { class: "muted lead" }, t("outcomes.lead")),
      h("ul", { class: "outcomes" }, words.map((one) => one.element))),
    h("section", { class: "panel", "aria-labelledby": "pin-title" },
      h("h3", { id: "pin-title" }, t("outcomes.pin_title")),
      h("p", { class: "muted lead" }, t("outcomes.pin_lead")),
      h("ul", { class: "outcomes" }, cases.map((one) => one.element))));
  const update = () => [...words, ...cases].forEach((one) => one.update());
  subscribe(["seen", "armed"], update);
  update();
  return { element };
}

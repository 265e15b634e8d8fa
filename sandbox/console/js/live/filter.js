// Which entries of the list are wanted, and the bar that says so.

import { h } from "../dom.js";
import { decoded } from "../format.js";
import { t } from "../i18n.js";
import { failed } from "./chain.js";

/** Outlives a change of language. */
export const filter = { text: "", service: "", refused: false };

export function filtering() {
  return filter.text !== "" || filter.service !== "" || filter.refused;
}

function words({ kind, thing }) {
  const parts = kind === "activity"
    ? [thing.text, thing.text_fr, thing.topic]
    : [
      `#${thing.number}`, thing.method, thing.path, thing.query, decoded(thing.path), decoded(thing.query ?? ""), thing.call, thing.service, thing.status,
      thing.problem, thing.problem_fr, thing.session, thing.ticket, thing.card, thing.fault?.name,
      t(`call.${thing.call}`),
    ];
  return parts.filter((part) => part !== null && part !== undefined).join(" ").toLowerCase();
}

export function wanted(entry) {
  const { kind, thing } = entry;
  if (filter.refused && (kind === "activity" || !failed(thing))) return false;
  if (filter.service && thing.service !== filter.service) return false;
  if (filter.text === "") return true;
  entry.words ??= words(entry);
  return entry.words.includes(filter.text);
}

export function filterBar(changed) {
  const text = h("input", {
    type: "search", class: "grow", placeholder: t("filter.text"), "aria-label": t("filter.text"), value: filter.text,
    oninput: follow,
    onkeydown: (event) => {
      if (event.key !== "Escape" || text.value === "") return;
      // It does not close the open request too.
      event.preventDefault();
      event.stopPropagation();
      text.value = "";
      follow();
    },
  });
  function follow() {
    filter.text = text.value.trim().toLowerCase();
    changed();
  }
  const service = h("select", {
    "aria-label": t("filter.service"), value: filter.service,
    onchange: () => { filter.service = service.value; changed(); },
  },
    h("option", { value: "" }, t("service.all")),
    ["license", "card", "resource"].map((name) => h("option", { value: name }, t(`service.${name}`))));
  service.value = filter.service;
  const refused = h("input", {
    type: "checkbox", checked: filter.refused,
    onchange: () => { filter.refused = refused.checked; changed(); },
  });
  return [text, service, h("label", { class: "check" }, refused, t("filter.refused"))];
}

// The section Act: what a person does to the sandbox.

import { act } from "../api.js";
import { h, withCode } from "../dom.js";
import { clock } from "../format.js";
import { t } from "../i18n.js";
import { panel, section, smallButton } from "../panel.js";
import { showProblem } from "../status.js";
import { store } from "../store.js";
import { faultsPanel } from "./faults.js";
import { patientsPanel } from "./patients.js";
import { readerPanel } from "./reader.js";

/** More would hide the rest of the section. */
const MOST = 8;

function sessionItem(session) {
  const facts = [
    session.situation?.label ?? t("session.no_situation"),
    session.patient_id,
    session.opened?.length ? t("session.opened", { n: session.opened.length }) : null,
    session.since ? t("chain.since", { time: clock(session.since) }) : null,
  ];
  return h("li", { class: "line", data: { key: `session-${session.connectionId}`, sessionId: session.connectionId } },
    h("span", { class: "line-text" },
      h("span", { class: "line-title" }, session.holder),
      h("span", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    smallButton(`end-${session.connectionId}`, t("session.end"), t("session.end_of", { who: session.holder }),
      () => act("POST", "/sessions/end", { connectionId: session.connectionId }, t("session.ended"))));
}

function sessionsPanel() {
  const { sessions, sessionsOpen } = store;
  const end = () => act("POST", "/sessions/end", {}, t("session.all_ended"));
  return panel("sessions", "sessions.title",
    h("p", { class: "empty" }, sessions.length === 0 && t("session.none")),
    h("ul", { class: "lines" }, sessions.slice(-MOST).reverse().map(sessionItem)),
    h("p", { class: "muted" }, sessionsOpen > MOST && t("session.more", { n: sessionsOpen - Math.min(MOST, sessions.length) })),
    h("div", { class: "actions" }, h("button", { type: "button", disabled: sessions.length === 0, onclick: end }, t("session.end_all"))));
}

async function load({ currentTarget: file }) {
  const [chosen] = file.files;
  if (!chosen) return;
  // Removed or changed since it was chosen, or not for this person to read.
  const text = await chosen.text().catch(() => null);
  file.value = "";
  if (text === null) showProblem(t("scenario.unreadable", { name: chosen.name }));
  else await act("PUT", "/scenario", text, t("scenario.loaded", { name: chosen.name }));
}

/** It asks once more before it does what cannot be undone; the safe answer has the focus. */
function resetButton() {
  const question = t("scenario.reset_question");
  const ask = ({ currentTarget }) => currentTarget.nextSibling.showModal();
  const close = ({ currentTarget }) => currentTarget.closest("dialog").close();
  const yes = (event) => {
    close(event);
    return act("POST", "/reset", {}, t("scenario.reset_done"));
  };
  return [
    h("button", { type: "button", class: "danger", onclick: ask }, t("scenario.reset")),
    h("dialog", { "aria-label": question }, h("div", { class: "actions" }, h("strong", {}, question),
      h("button", { type: "button", class: "danger", onclick: yes }, t("scenario.reset_yes")),
      h("button", { type: "button", autofocus: true, onclick: close }, t("cancel")))),
  ];
}

function scenarioPanel() {
  return panel("scenario", "scenario.title",
    h("p", { class: "muted" }, withCode(t("scenario.hint"))),
    h("p", { class: "muted" }, t("scenario.reset_hint")),
    h("div", { class: "actions" }, resetButton(),
      h("a", { class: "button", href: "/scenario", download: "scenario.json" }, t("scenario.save")),
      h("button", { type: "button", onclick: () => document.getElementById("scenario-file").click() }, t("scenario.load")),
      h("input", {
        type: "file", accept: ".json,application/json", class: "visually-hidden", id: "scenario-file", tabindex: "-1",
        "aria-label": t("scenario.file"), onchange: load,
      })));
}

export function actView(shown) {
  return section("act", shown,
    h("div", { class: "act-columns" },
      h("div", { class: "act-column" }, readerPanel(), sessionsPanel(), scenarioPanel()),
      h("div", { class: "act-column" }, faultsPanel()),
      h("div", { class: "act-column" }, patientsPanel())));
}

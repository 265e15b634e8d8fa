// The section Act: what a person does to the sandbox.

import { act } from "../api.js";
import { confirmedButton } from "../controls.js";
import { h, withCode } from "../dom.js";
import { clock } from "../format.js";
import { t } from "../i18n.js";
import { panel, section, shows } from "../panel.js";
import { refill } from "../redraw.js";
import { showProblem } from "../status.js";
import { store } from "../store.js";
import { faultsPanel } from "./faults.js";
import { patientsPanel } from "./patients.js";
import { readerPanel } from "./reader.js";

/** More would hide the rest of the section. */
const MOST = 8;

function sessionItem(session) {
  const facts = [
    typeof session.situation === "string" ? session.situation : session.situation?.label ?? t("session.no_situation"),
    session.patient_id,
    session.opened?.length ? t("session.opened", { n: session.opened.length }) : null,
    session.since ? t("chain.since", { time: clock(session.since) }) : null,
  ];
  return h("li", { class: "line", data: { key: `session-${session.connectionId}`, sessionId: session.connectionId } },
    h("span", { class: "line-text" },
      h("span", { class: "line-title" }, session.holder ?? session.connectionId),
      h("span", { class: "muted" }, facts.filter(Boolean).join(" · "))),
    h("button", {
      type: "button", class: "small", data: { key: `end-${session.connectionId}` },
      "aria-label": t("session.end_of", { who: session.holder ?? session.connectionId }),
      onclick: () => act("POST", "/sessions/end", { connectionId: session.connectionId }, t("session.ended")),
    }, t("session.end")));
}

export function sessionsPanel() {
  const list = h("ul", { class: "lines" });
  const all = h("button", { type: "button", onclick: () => act("POST", "/sessions/end", {}, t("session.all_ended")) }, t("session.end_all"));
  const more = h("p", { class: "muted" });
  const empty = h("p", { class: "empty" }, t("session.none"));
  shows(["sessions"], () => [store.sessions, store.sessionsOpen], (sessions, total) => {
    refill(list, sessions.slice(-MOST).reverse().map(sessionItem));
    more.textContent = total > MOST ? t("session.more", { n: total - Math.min(MOST, sessions.length) }) : "";
    empty.hidden = sessions.length > 0;
    all.disabled = sessions.length === 0;
  });
  return panel("sessions", "sessions.title", empty, list, more, h("div", { class: "actions" }, all));
}

export function scenarioPanel() {
  const file = h("input", { type: "file", accept: ".json,application/json", class: "visually-hidden", id: "scenario-file", tabindex: "-1", "aria-label": t("scenario.file") });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    // Removed or changed since it was chosen, or not for this person to read.
    const text = await chosen.text().catch(() => null);
    file.value = "";
    if (text === null) showProblem(t("scenario.unreadable", { name: chosen.name }));
    else await act("PUT", "/scenario", text, t("scenario.loaded", { name: chosen.name }));
  });
  return panel("scenario", "scenario.title",
    h("p", { class: "muted" }, withCode(t("scenario.hint"))),
    h("p", { class: "muted" }, t("scenario.reset_hint")),
    h("div", { class: "actions" },
      confirmedButton({ ask: t("scenario.reset"), question: t("scenario.reset_question"), yes: t("scenario.reset_yes") },
        () => act("POST", "/reset", {}, t("scenario.reset_done"))),
      h("a", { class: "button", href: "/scenario", download: "scenario.json" }, t("scenario.save")),
      h("button", { type: "button", onclick: () => file.click() }, t("scenario.load")), file));
}

export function actView() {
  const element = section("act",
    h("div", { class: "act-columns" },
      h("div", { class: "act-column" }, readerPanel(), sessionsPanel(), scenarioPanel()),
      h("div", { class: "act-column" }, faultsPanel()),
      h("div", { class: "act-column" }, patientsPanel())));
  return { element };
}

// The sessions that are open.

import { act } from "../api.js";
import { h } from "../dom.js";
import { clock } from "../format.js";
import { t } from "../i18n.js";
import { onlyWhenChanged, refill } from "../redraw.js";
import { store, subscribe } from "../store.js";

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
  const element = h("section", { class: "panel", "aria-labelledby": "sessions-title" },
    h("h3", { id: "sessions-title" }, t("sessions.title")), empty, list, more, h("div", { class: "actions" }, all));
  const draw = onlyWhenChanged((sessions, total) => {
    refill(list, sessions.slice(-MOST).reverse().map(sessionItem));
    more.textContent = total > MOST ? t("session.more", { n: total - Math.min(MOST, sessions.length) }) : "";
    empty.hidden = sessions.length > 0;
    all.disabled = sessions.length === 0;
  });
  const update = () => draw(store.sessions, store.sessionsOpen);
  subscribe(["sessions"], update);
  update();
  return element;
}

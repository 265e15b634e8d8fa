// The chain of each session as nine steps that light up.

import { h } from "../dom.js";
import { clock, short } from "../format.js";
import { has, t } from "../i18n.js";
import { panel } from "../panel.js";
import { mark, store } from "../store.js";
import { chains } from "./chain.js";

const ROWS = 3;
const MOST = 30;
const SIGNS = { done: "✓", refused: "✕", "not-needed": "–", waiting: "" };

let more = false;

function stepItem({ step, state, count, refused, busy }) {
  const words = [t(`step.state.${state}`)];
  if (busy) words.push(t("step.busy"));
  if (count > 0) words.push(t("step.count", { n: count }));
  if (refused > 0) words.push(t("step.refused", { n: refused }));
  const sentence = words.join(", ");
  return h("li", {
    class: "step", title: `${step}. ${t(`step.${step}`)}: ${sentence}`,
    data: { step: String(step), state, count: String(count), busy: busy ? "true" : undefined },
  },
    h("span", { class: "step-mark", "aria-hidden": "true" }, SIGNS[state] || String(step)),
    h("span", { class: "step-name" }, t(`step.${step}`)),
    h("span", { class: "step-count", "aria-hidden": "true" }, count > 1 ? `×${count}` : ""),
    h("span", { class: "visually-hidden" }, `: ${sentence}`));
}

function title(row) {
  const session = row.session;
  if (session) return session.holder;
  if (row.connectionId) return t("chain.session", { id: short(row.connectionId) });
  return row.ticket ? t("chain.ticket", { id: row.ticket }) : t("chain.no_ticket");
}

function facts(row) {
  const session = row.session;
  if (!session) return row.connectionId ? "" : t("chain.no_session");
  const situation = session.situation?.label ?? session.situation;
  const patient = store.patients.find((known) => known.number === session.patient);
  return [
    situation && typeof situation === "string" ? situation : null,
    patient ? `${patient.nom} ${patient.prenom}` : session.patient_id,
    session.since ? t("chain.since", { time: clock(session.since) }) : null,
  ].filter(Boolean).join(" · ");
}

function rowItem(row, current) {
  const state = row.connectionId ? (row.ended ? "ended" : "open") : "none";
  const badge = has(`chain.state.${state}`) ? t(`chain.state.${state}`) : "";
  return h("li", { class: `chain${row.ended ? " ended" : row.stale ? " stale" : ""}${current ? " current" : ""}`, data: { key: row.key, session: row.connectionId ?? "" } },
    row.key !== "session " && h("div", { class: "chain-head" },
      h("span", { class: "chain-title" }, title(row)),
      badge && h("span", { class: `badge ${state}` }, badge),
      h("span", { class: "chain-facts" }, facts(row))),
    h("ol", { class: "steps", "aria-label": t("chain.steps_of", { who: title(row) }) }, row.steps.map(stepItem)));
}

/** The newest sessions, and what may become the next one. */
function few(rows) {
  const next = rows.find((row) => row.connectionId === null && !row.stale);
  const sessions = rows.filter((row) => row.connectionId !== null).slice(0, ROWS);
  const shown = rows.filter((row) => row === next || sessions.includes(row));
  return shown.length > 0 ? shown : rows.slice(0, 1);
}

function toggle() {
  more = !more;
  mark();
}

export function chainPanel() {
  const requests = store.feed.filter(({ kind }) => kind === "request").map(({ thing }) => thing);
  const rows = chains(requests, store.sessionsSeen, store.listedSince);
  if (rows.length === 0) rows.push({ ...chains([], new Map([["", { connectionId: "", ended: false }]]))[0], connectionId: null });
  const shown = more ? rows.slice(0, MOST) : few(rows);
  const hidden = Math.min(rows.length, MOST) - few(rows).length;
  return panel("chain", "chain.title",
    h("ul", { class: "chains" }, shown.map((row, at) => rowItem(row, at === 0))),
    h("div", { class: "chains-foot" }, hidden > 0 && h("button", { type: "button", class: "plain", "aria-expanded": String(more), onclick: toggle },
      more ? t("chain.fewer") : t("chain.more", { n: hidden }))));
}

// The chain of each session as nine steps that light up, worked out from the requests.

import { h } from "../dom.js";
import { clock, short } from "../format.js";
import { t } from "../i18n.js";
import { panel } from "../panel.js";
import { store } from "../store.js";

/** Each call of the interface with its step. */
export const STEP_OF = {
  ticket: 1,
  ready: 2,
  login: 3,
  profile_put: 4,
  profile_select: 4,
  patient_search: 5,
  patient_get: 6,
  patient_update: 7,
  dmp_open: 8,
  dmp_send: 9,
};

/** How a request ended, in a word; `fault` is one that was answered as usual all the same. */
export function stateOf({ status, ended, fault, problem, refusal }) {
  if (ended === null) return "open";
  if (ended !== "answered") return ended;
  if (fault && status < 400 && !refusal) return "fault";
  return problem || refusal || status >= 400 ? "refused" : "ok";
}

/** Whether a request ended otherwise than its caller hoped. */
export const failed = (request) => ["refused", "cut", "client_left"].includes(stateOf(request));

function emptyRow(key) {
  const steps = Array.from({ length: 9 }, (_, at) => ({ step: at + 1, state: "waiting", count: 0, refused: 0, busy: false }));
  return { key, ticket: null, connectionId: null, session: null, ended: false, stale: false, start: 0, steps };
}

function add(row, request) {
  const step = row.steps[STEP_OF[request.call] - 1];
  step.count += 1;
  step.busy = request.ended === null;
  if (!step.busy) step.state = failed(request) ? "refused" : "done";
  if (failed(request)) step.refused += 1;
  if (row.start === 0) row.start = request.number;
}

/** Step 4 where the login identified the professional, step 7 where the record opened without. */
function markNotNeeded(row) {
  const [, , , profile, , , update, open] = row.steps;
  if (profile.state === "waiting" && profile.count === 0 && row.session?.identified) {
    profile.state = "not-needed";
  }
  if (update.state === "waiting" && update.count === 0 && open.state === "done") {
    update.state = "not-needed";
  }
}

/** A ticket older than the newest session will hardly become one. */
function markStale(rows) {
  const newest = Math.max(0, ...rows.filter((row) => row.connectionId).map((row) => row.start));
  for (const row of rows) row.stale = row.connectionId === null && row.start < newest;
}

/**
 * One row a session, the newest first, and one for each ticket without a session.
 * `requests` are in the order of their arrival; `sessions` maps connectionId to session. A session that is not among
 * them has ended, unless it began before `listedSince`.
 */
function chains(requests, sessions, listedSince = null) {
  const rows = new Map();
  const sessionOfTicket = new Map();
  const firstSteps = [];
  const belongs = [];
  const row = (key, fields) => {
    if (!rows.has(key)) rows.set(key, Object.assign(emptyRow(key), fields));
    return rows.get(key);
  };
  for (const session of sessions.values()) {
    const id = session.connectionId;
    row(`session ${id}`, { connectionId: id, session, ended: session.ended });
  }
  for (const request of requests) {
    const step = STEP_OF[request.call];
    if (!step) continue;
    if (request.session) {
      const id = request.session;
      const session = sessions.get(id) ?? null;
      const ended = session?.ended ?? (listedSince === null || Date.parse(request.time) > listedSince);
      const made = row(`session ${id}`, { connectionId: id, session, ended });
      if (request.ticket && step <= 3) {
        made.ticket = request.ticket;
        if (step === 3) sessionOfTicket.set(request.ticket, made.key);
      }
      belongs.push([made, request]);
    } else if (step <= 3) {
      firstSteps.push(request);
    }
  }
  const byTicket = Map.groupBy([...rows.values()].filter(({ ticket }) => ticket !== null), ({ ticket }) => ticket);
  for (const request of firstSteps) {
    const step = STEP_OF[request.call];
    if (step < 3) {
      for (const made of byTicket.get(request.ticket) ?? []) belongs.push([made, request]);
    }
    const session = sessionOfTicket.get(request.ticket);
    if (session && step === 3) belongs.push([rows.get(session), request]);
    if (!session) belongs.push([row(`ticket ${request.ticket ?? ""}`, { ticket: request.ticket }), request]);
  }
  belongs.sort(([, a], [, b]) => a.number - b.number);
  for (const [made, request] of belongs) add(made, request);
  const list = [...rows.values()];
  list.forEach(markNotNeeded);
  markStale(list);
  const over = (one) => Number(one.ended || one.stale);
  return list.sort((a, b) => over(a) - over(b) || b.start - a.start);
}

const ROWS = 3;
const MOST = 30;
const SIGNS = { done: "✓", refused: "✕", "not-needed": "–", waiting: "" };

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
  if (row.session) return row.session.holder;
  if (row.connectionId) return t("chain.session", { id: short(row.connectionId) });
  return row.ticket ? t("chain.ticket", { id: row.ticket }) : t("chain.no_ticket");
}

function facts(row) {
  const { session } = row;
  if (!session) return row.connectionId ? "" : t("chain.no_session");
  const patient = store.patients.find((known) => known.number === session.patient);
  return [
    session.situation?.label,
    patient ? `${patient.nom} ${patient.prenom}` : session.patient_id,
    session.since ? t("chain.since", { time: clock(session.since) }) : null,
  ].filter(Boolean).join(" · ");
}

function rowItem(row, current) {
  const state = row.ended ? "ended" : "open";
  return h("li", { class: `chain${row.ended ? " ended" : row.stale ? " stale" : ""}${current ? " current" : ""}`, data: { key: row.key, session: row.connectionId ?? "" } },
    row.key !== "session " && h("div", { class: "chain-head" },
      h("span", { class: "chain-title" }, title(row)),
      row.connectionId && h("span", { class: `badge ${state}` }, t(`chain.state.${state}`)),
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

export function chainPanel() {
  const requests = store.feed.filter(({ kind }) => kind === "request").map(({ thing }) => thing);
  const rows = chains(requests, store.sessionsSeen, store.listedSince);
  if (rows.length === 0) rows.push(emptyRow("session "));
  const shown = few(rows);
  const others = rows.filter((row) => row.connectionId !== null && !shown.includes(row));
  const list = (some) => h("ul", { class: "chains" }, some.map((row) => rowItem(row, row === shown[0])));
  return panel("chain", "chain.title", list(shown),
    others.length > 0 && h("details", { class: "fold", data: { key: "chains" } }, h("summary", {}, t(others.length > MOST ? "chain.newest" : "chain.more", { n: others.length, most: MOST })), list(others.slice(0, MOST))));
}

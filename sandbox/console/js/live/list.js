// The list of what arrives, newest first, and which entries are wanted. At most 300 rows are in the page at a time.

import { h, withCode } from "../dom.js";
import { callName, clock, decoded, duration } from "../format.js";
import { language, said, t } from "../i18n.js";
import { arrange } from "../redraw.js";
import { go } from "../route.js";
import { announce } from "../status.js";
import { mark, redraw, store } from "../store.js";
import { failed, stateOf } from "./chain.js";

const SIGNS = { ok: "✓", fault: "✓", refused: "✕", open: "…", cut: "✂\uFE0E", client_left: "←" };

export function faultBadge(fault) {
  return h("span", { class: "badge fault" }, t("request.fault", { name: fault.name ?? t("fault.own") }));
}

function badges(request) {
  return [
    request.fault && faultBadge(request.fault),
    request.remarks > 0 && h("span", { class: "badge remark" }, t("request.remarks", { n: request.remarks })),
  ];
}

function requestItem(request) {
  const state = stateOf(request);
  const selected = request.number === look.selected;
  const status = request.status === null ? "" : String(request.status);
  const problem = said(request, "problem");
  const path = decoded(request.query ? `${request.path}?${request.query}` : request.path);
  return h("li", { class: `entry request ${state}${selected ? " selected" : ""}`, data: { requestNumber: String(request.number), state } },
    h("button", { type: "button", class: "row", tabindex: "-1", "aria-current": selected ? "true" : null, onclick: () => go("live", request.number), onfocus: ({ currentTarget }) => rove(currentTarget) },
      h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state]),
      h("span", { class: "time" }, clock(request.time)),
      h("span", { class: "method" }, request.method),
      h("span", { class: "what" }, h("span", { class: "path" }, path), badges(request),
        problem && h("span", { class: "problem-text" }, withCode(problem))),
      h("span", { class: "call" }, callName(request.call)),
      h("span", { class: "took" }, duration(request.duration_ms)),
      h("span", { class: "code" }, status),
      h("span", { class: "visually-hidden" }, `, ${t(`request.state.${state}`)}`)));
}

function activityItem(activity) {
  return h("li", { class: `entry activity topic-${activity.topic}` },
    h("div", { class: "row" },
      h("span", { class: "sign", "aria-hidden": "true" }, "•"),
      h("span", { class: "time" }, clock(activity.time)),
      h("span", { class: "topic" }, t(`topic.${activity.topic}`)),
      h("span", { class: "text" }, withCode(said(activity, "text")))));
}

const filter = { text: "", service: "", refused: false };

function filtering() {
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

function wanted(entry) {
  const { kind, thing } = entry;
  if (filter.refused && (kind === "activity" || !failed(thing))) return false;
  if (filter.service && thing.service !== filter.service) return false;
  if (filter.text === "") return true;
  entry.words ??= words(entry);
  return entry.words.includes(filter.text);
}

function choose(change) {
  Object.assign(filter, change);
  look.skip = 0;
  mark();
}

const filterBy = (text) => choose({ text: text.trim().toLowerCase() });

function emptied(event) {
  const { currentTarget: input } = event;
  if (event.key !== "Escape" || input.value === "") return;
  // It does not close the open request too.
  event.preventDefault();
  event.stopPropagation();
  input.value = "";
  filterBy("");
}

export function filterBar() {
  const services = ["license", "card", "resource"].map((name) => h("option", { value: name, data: { key: name } }, t(`service.${name}`)));
  return [
    h("input", {
      type: "search", class: "grow", placeholder: t("filter.text"), "aria-label": t("filter.text"),
      oninput: ({ currentTarget }) => filterBy(currentTarget.value), onkeydown: emptied,
    }),
    h("select", { "aria-label": t("filter.service"), onchange: ({ currentTarget }) => choose({ service: currentTarget.value }) },
      h("option", { value: "" }, t("service.all")), services),
    h("label", { class: "check" },
      h("input", { type: "checkbox", checked: filter.refused, onchange: ({ currentTarget }) => choose({ refused: currentTarget.checked }) }),
      t("filter.refused")),
  ];
}

const ROWS = 300;

/** What a person has chosen to see. */
export const look = { paused: null, cleared: null, skip: 0, selected: null, resets: 0, renewals: 0 };

/** What comes later pushes the oldest out of the store, not out of a list that is paused. */
export function pause() {
  look.paused = { entries: [...store.feed], arrived: store.arrived };
}

function entries() {
  return look.paused?.entries ?? store.feed;
}

export function goOn() {
  look.paused = null;
  look.skip = 0;
}

export function clearView() {
  look.cleared = entries().at(-1) ?? null;
  look.skip = 0;
}

/** A reset leaves nothing of it; of a paused list what was told again stays. Returns whether there was a reset. */
export function followResets() {
  const reset = look.resets !== store.resets;
  if (reset) Object.assign(look, { paused: null, cleared: null, skip: 0, resets: store.resets });
  if (look.paused && look.renewals !== store.renewals) {
    const held = new Set(store.feed);
    look.paused.entries = look.paused.entries.filter((entry) => held.has(entry));
    if (look.paused.entries.length === 0) goOn();
  }
  look.renewals = store.renewals;
  return reset;
}

function windowOfEntries() {
  const feed = entries();
  const until = look.cleared ? feed.lastIndexOf(look.cleared) : -1;
  const all = !filtering();
  const shown = [];
  let skip = look.skip;
  let older = false;
  for (let at = feed.length - 1; at > until; at -= 1) {
    if (!all && !wanted(feed[at])) continue;
    if (skip > 0) skip -= 1;
    else if (shown.length < ROWS) shown.push(feed[at]);
    else {
      older = true;
      break;
    }
  }
  return { shown, older };
}

function emptyText() {
  if (filtering()) return t("list.no_match");
  const until = look.cleared ? entries().lastIndexOf(look.cleared) : -1;
  if (until < 0) return t("list.empty");
  const hidden = entries().slice(0, until + 1).filter(({ kind }) => kind === "request").length;
  return t("list.cleared", { n: hidden });
}

let shown = { rows: [], older: false };

function page(by) {
  if (by > 0 && !look.paused) pause();
  look.skip = Math.max(0, look.skip + by);
  if (look.skip === 0 && by < 0) goOn();
  redraw();
  document.getElementById("entries").scrollIntoView({ block: "start" });
}

/** The arrows lead from row to row. */
function walk(event) {
  const buttons = [...event.currentTarget.querySelectorAll("button.row")];
  const at = buttons.indexOf(document.activeElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  buttons[Math.max(0, Math.min(buttons.length - 1, to))].focus();
}

/** The rows are drawn by `drawEntries`. */
export function requestList() {
  const { shown: rows, older } = windowOfEntries();
  shown = { rows, older };
  return h("div", { class: "list" },
    h("ul", { class: "entries", id: "entries", "aria-label": t("list.title"), data: { slot: "" }, onkeydown: walk }),
    h("p", { class: "empty", hidden: rows.length > 0 }, rows.length === 0 && emptyText()),
    h("div", { class: "pages", hidden: !older && look.skip === 0 },
      h("button", { type: "button", disabled: look.skip === 0, onclick: () => page(-ROWS) }, t("list.newer")),
      h("button", { type: "button", disabled: !older, onclick: () => page(ROWS) }, t("list.older"))));
}

const made = new Map();

/** A row is made again only when its entry has changed: there are many. */
function rowOf(entry) {
  const { kind, thing, key } = entry;
  const version = `${entry.version} ${language()} ${thing.number === look.selected}`;
  const before = made.get(key);
  if (before && before.entry === entry && before.version === version) return before.element;
  const focused = before?.element.contains(document.activeElement);
  const element = kind === "request" ? requestItem(thing) : activityItem(thing);
  if (before) before.element.replaceWith(element);
  made.set(key, { entry, version, element });
  if (focused) element.querySelector("button")?.focus({ preventScroll: true });
  return element;
}

export function drawEntries() {
  const list = document.getElementById("entries");
  arrange(list, shown.rows.map(rowOf));
  if (made.size > 2 * ROWS) {
    const keys = new Set(shown.rows.map((entry) => entry.key));
    for (const key of made.keys()) if (!keys.has(key)) made.delete(key);
  }
  rove(list.querySelector('button.row[tabindex="0"]') ?? list.querySelector("button.row"));
  tell();
}

/** One row is in the order of the Tab key. */
function rove(current) {
  for (const button of document.querySelectorAll("#entries button.row")) {
    const index = button === current ? "0" : "-1";
    if (button.getAttribute("tabindex") !== index) button.setAttribute("tabindex", index);
  }
}

let counted = 0;

function tell() {
  const newest = store.feed.at(-1) ?? null;
  const count = store.arrived - counted;
  counted = store.arrived;
  if (count === 0 || !newest || look.paused) return;
  const refused = newest.kind === "request" && failed(newest.thing);
  announce(refused ? t("list.announce_refused", { n: count }) : t("list.announce", { n: count }));
}

export function focusRow(number) {
  document.querySelector(`[data-request-number="${number}"] button`)?.focus();
}

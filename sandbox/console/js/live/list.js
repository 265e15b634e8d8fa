// The list of what arrives, newest first, and which entries are wanted. At most 300 rows are in the page at a time.

import { h, withCode } from "../dom.js";
import { callName, clock, decoded, duration } from "../format.js";
import { said, t } from "../i18n.js";
import { arrange } from "../redraw.js";
import { announce } from "../status.js";
import { store, subscribe } from "../store.js";
import { answeredWithFault, failed } from "./chain.js";

export function stateOf(request) {
  const bad = failed(request);
  if (bad === null) return "open";
  if (answeredWithFault(request)) return "fault";
  if (request.ended === "cut" || request.ended === "client_left") return request.ended;
  return bad ? "refused" : "ok";
}

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

function requestItem(request, select) {
  const state = stateOf(request);
  const status = request.status === null ? "" : String(request.status);
  const problem = said(request, "problem");
  const path = decoded(request.query ? `${request.path}?${request.query}` : request.path);
  return h("li", { class: `entry request ${state}`, data: { requestNumber: String(request.number), state } },
    h("button", { type: "button", class: "row", tabindex: "-1", onclick: () => select(request.number) },
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
  return h("li", { class: `entry activity ${activity.topic}` },
    h("div", { class: "row" },
      h("span", { class: "sign", "aria-hidden": "true" }, "•"),
      h("span", { class: "time" }, clock(activity.time)),
      h("span", { class: "topic" }, t(`topic.${activity.topic}`)),
      h("span", { class: "text" }, withCode(said(activity, "text")))));
}

export function entryItem({ kind, thing }, select) {
  return kind === "request" ? requestItem(thing, select) : activityItem(thing);
}

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

const ROWS = 300;

/** What a person has chosen to see; it outlives a change of language. */
export const look = { paused: null, cleared: null, skip: 0, selected: null };

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

export function waitingCount() {
  return look.paused ? store.arrived - look.paused.arrived : 0;
}

/** Keeps of a paused list what was told again. */
export function renewPaused() {
  if (!look.paused) return;
  const held = new Set(store.feed);
  look.paused.entries = look.paused.entries.filter((entry) => held.has(entry));
  if (look.paused.entries.length === 0) goOn();
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

export function requestList({ select, changed }) {
  const list = h("ul", { class: "entries", "aria-label": t("list.title") });
  const empty = h("p", { class: "empty" });
  const newer = h("button", { type: "button", onclick: () => page(-ROWS) }, t("list.newer"));
  const older = h("button", { type: "button", onclick: () => page(ROWS) }, t("list.older"));
  const pages = h("div", { class: "pages", hidden: true }, newer, older);
  const element = h("div", { class: "list" }, list, empty, pages);
  const made = new Map();
  let counted = store.arrived;

  function page(by) {
    if (by > 0 && !look.paused) pause();
    look.skip = Math.max(0, look.skip + by);
    if (look.skip === 0 && by < 0) goOn();
    update();
    list.scrollIntoView({ block: "start" });
    changed();
  }

  function item(entry) {
    const before = made.get(entry.key);
    if (before && before.entry === entry && before.version === entry.version) return before.element;
    const focused = before?.element.contains(document.activeElement);
    const fresh = entryItem(entry, select);
    if (before) before.element.replaceWith(fresh);
    made.set(entry.key, { entry, version: entry.version, element: fresh });
    if (focused) fresh.querySelector("button")?.focus({ preventScroll: true });
    return fresh;
  }

  function update() {
    const { shown, older: more } = windowOfEntries();
    const items = shown.map(item);
    arrange(list, items);
    if (made.size > 2 * ROWS) {
      const keys = new Set(shown.map((entry) => entry.key));
      for (const key of made.keys()) if (!keys.has(key)) made.delete(key);
    }
    empty.hidden = items.length > 0;
    empty.textContent = emptyText();
    pages.hidden = !more && look.skip === 0;
    older.disabled = !more;
    newer.disabled = look.skip === 0;
    markSelected();
    rove();
  }

  /** One row is in the order of the Tab key; the arrows lead to the others. */
  function rove(target = null) {
    const buttons = [...list.querySelectorAll("button.row")];
    const current = target ?? list.querySelector('button.row[tabindex="0"]') ?? buttons[0];
    for (const button of buttons) {
      const index = button === current ? "0" : "-1";
      if (button.getAttribute("tabindex") !== index) button.setAttribute("tabindex", index);
    }
    return buttons;
  }

  list.addEventListener("keydown", (event) => {
    const buttons = [...list.querySelectorAll("button.row")];
    const at = buttons.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1, PageDown: at + 10, PageUp: at - 10 }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
    rove(next);
    next.focus();
  });
  list.addEventListener("focusin", (event) => {
    if (event.target.matches("button.row")) rove(event.target);
  });
  list.addEventListener("click", (event) => {
    if (event.target.closest("button, a") || getSelection()?.toString()) return;
    event.target.closest("[data-request-number]")?.querySelector("button")?.click();
  });

  function markSelected() {
    for (const { element: row, entry } of made.values()) {
      if (entry.kind !== "request") continue;
      const selected = entry.thing.number === look.selected;
      if (row.classList.contains("selected") === selected) continue;
      row.classList.toggle("selected", selected);
      const button = row.querySelector("button");
      if (selected) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
  }

  function tell() {
    const newest = store.feed.at(-1) ?? null;
    const count = store.arrived - counted;
    counted = store.arrived;
    if (count === 0 || !newest || look.paused) return;
    const refused = newest.kind === "request" && failed(newest.thing);
    announce(refused ? t("list.announce_refused", { n: count }) : t("list.announce", { n: count }));
  }

  function focusRow(number) {
    list.querySelector(`[data-request-number="${number}"] button`)?.focus();
  }

  subscribe(["feed"], () => {
    tell();
    if (!element.closest("[hidden]")) update();
    changed();
  });
  update();
  return { element, update, markSelected, focusRow };
}

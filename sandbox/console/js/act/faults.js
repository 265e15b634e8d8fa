// Faults: the armed ones with their counts, the named ones at a click, those of each call, and one with all that can be set.

import { act } from "../api.js";
import { h, withCode } from "../dom.js";
import { bytes, callName, duration } from "../format.js";
import { said, t } from "../i18n.js";
import { STEP_OF } from "../live/chain.js";
import { checkField, field, panel, smallButton } from "../panel.js";
import { showProblem } from "../status.js";
import { store } from "../store.js";

const CALLS = [...Object.keys(STEP_OF), "other"];

export function arm(name, call, times) {
  const body = { name };
  if (call) body.call = call;
  if (times !== undefined) body.times = times;
  return act("POST", "/faults", body, t("fault.armed", { name }));
}

export function disarmAll() {
  return act("DELETE", "/faults", undefined, t("fault.all_removed"));
}

/** What a fault does, in a few words. */
function effect(fault) {
  return [
    fault.remove_cards && t("effect.remove_cards"),
    fault.delay_ms > 0 && t("effect.delay", { time: duration(fault.delay_ms) }),
    fault.status && t("effect.status", { status: String(fault.status) }),
    fault.cut && t(`effect.cut.${fault.cut}`),
    fault.body && t("effect.body"),
    fault.headers && Object.keys(fault.headers).length > 0 && t("effect.headers"),
    fault.after_bytes !== null && fault.after_bytes !== undefined && t("effect.after_bytes", { bytes: bytes(fault.after_bytes) }),
    fault.reset && t("effect.reset"),
    fault.act && t("effect.act"),
    fault.down_ms > 0 && t("effect.down", { time: duration(fault.down_ms) }),
  ].filter(Boolean).join(", ");
}

export function faultName(fault) {
  return fault.name ?? t("fault.own");
}

/** A fault that meets no later request, and whose service does not listen because of it. */
export function inEffect(fault) {
  return Boolean(fault.down) && fault.left === 0;
}

function counts(fault) {
  const { left } = fault;
  if (inEffect(fault)) return t("fault.in_effect");
  return [
    left === null || left === undefined ? t("fault.no_end") : t("fault.left", { n: left }),
    t("fault.applied", { n: fault.applied ?? 0 }),
    fault.down && t("fault.down"),
    fault.nth > 1 && t("fault.from", { nth: fault.nth }),
  ].filter(Boolean).join(" · ");
}

function armedItem(fault) {
  return h("li", { class: "line armed", data: { key: `armed-${fault.id}`, faultId: String(fault.id) } },
    h("span", { class: "line-text" },
      h("span", { class: "line-title" }, faultName(fault), " ", h("span", { class: "muted" }, t("fault.on", { call: callName(fault.call) }))),
      h("span", { class: "muted" }, effect(fault)),
      h("span", { class: "counts" }, counts(fault))),
    smallButton(`disarm-${fault.id}`, t("fault.remove"), t("fault.remove_of", { name: faultName(fault) }),
      () => act("DELETE", `/faults/${fault.id}`)));
}

function namedItem(named) {
  const usual = named.call;
  return h("li", { class: "line", data: { key: `named-${named.name}`, faultName: named.name } },
    h("span", { class: "line-text" },
      h("span", { class: "line-title" }, h("code", {}, named.name), usual && h("span", { class: "muted" }, ` ${t("fault.on", { call: callName(usual) })}`)),
      h("span", { class: "muted" }, withCode(said(named, "text")))),
    smallButton(`arm-${named.name}`, t("fault.arm"), t("fault.arm_of", { name: named.name }), () => arm(named.name, usual)));
}

function callItem(call, named) {
  const fitting = named.filter((one) => one.calls?.includes(call));
  if (fitting.length === 0) return null;
  const choice = h("select", { "aria-label": t("fault.choice", { call: callName(call) }), data: { key: `choice-${call}` } },
    fitting.map((one) => h("option", { value: one.name, data: { key: one.name } }, one.name)));
  const button = (label, times, key) => smallButton(`${key}-${call}`, label, `${label}: ${callName(call)}`,
    (event) => arm(event.currentTarget.parentElement.querySelector("select").value, call, times));
  return h("li", { class: "line call-line", data: { key: `call-${call}` } },
    h("span", { class: "line-text" }, callName(call)), choice,
    button(t("fault.once"), 1, "once"), button(t("fault.always"), 0, "always"));
}

export function faultsPanel() {
  const { armed, named } = store;
  return panel("faults", "faults.title",
    h("h4", {}, t("fault.armed_list")),
    h("p", { class: "empty" }, armed.length === 0 && t("fault.none")),
    h("ul", { class: "lines", "aria-label": t("fault.armed_list") }, armed.map(armedItem)),
    h("p", { class: "muted" }, armed.length > 1 && t("fault.order")),
    h("div", { class: "actions" }, armed.length > 0 && h("button", { type: "button", onclick: disarmAll }, t("fault.remove_all"))),
    h("h4", { class: "ruled" }, t("fault.named_list")), h("p", { class: "muted" }, t("fault.named_hint")),
    h("ul", { class: "lines", "aria-label": t("fault.named_list") }, named.map(namedItem)),
    h("details", { class: "fold", data: { key: "faults-by-call" } }, h("summary", {}, t("fault.by_call")),
      h("ul", { class: "lines" }, CALLS.map((call) => callItem(call, named)))),
    faultForm());
}

const NUMBERS = ["nth", "times", "status", "delay_ms", "after_bytes"];
const CHECKS = ["act", "reset", "remove_cards"];
/** What a fault needs one of: the rest says when, or how. */
const EFFECTS = ["status", "delay_ms", "cut", "after_bytes", "body", "headers", "reset", "remove_cards"];

/** `Name: value` a line; null when a line is something else. */
function headersOf(text) {
  const headers = {};
  for (const line of text.split("\n").map((one) => one.trim()).filter(Boolean)) {
    const colon = line.indexOf(":");
    if (colon < 1) return null;
    headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return headers;
}

/** `{ fault }`, or `{ problem }` in words. */
function faultOf({ elements }) {
  const fault = { call: elements.call.value };
  for (const name of NUMBERS) if (elements[name].value !== "") fault[name] = Number(elements[name].value);
  for (const name of CHECKS) if (elements[name].checked) fault[name] = true;
  if (elements.cut.value) fault.cut = elements.cut.value;
  if (elements.body.value) fault.body = elements.body.value;
  if (elements.content_type.value.trim()) fault.content_type = elements.content_type.value.trim();
  const headers = headersOf(elements.headers.value);
  if (headers === null) return { problem: t("field.headers_wrong") };
  if (Object.keys(headers).length > 0) fault.headers = headers;
  return EFFECTS.some((name) => name in fault) ? { fault } : { problem: t("fault.empty") };
}

function submit(event) {
  event.preventDefault();
  const { fault, problem } = faultOf(event.currentTarget);
  if (problem) showProblem(problem);
  else act("POST", "/faults", fault, t("fault.armed", { name: t("fault.own") }));
}

function faultForm() {
  const number = (name, min, max, hint) => field(name, t(`field.${name}`), { type: "number", min, max, inputmode: "numeric" }, { hint });
  const cuts = ["", "before", "after_headers", "mid_body"];
  return h("details", { class: "fold", data: { key: "fault-form" } }, h("summary", {}, t("fault.form")),
    h("form", { class: "form", onsubmit: submit },
      field("call", t("field.call"), { tag: "select", options: CALLS.map((call) => [call, callName(call)]), value: "dmp_send" }),
      number("status", "200", "999", t("field.status_hint")),
      number("delay_ms", "0", "3600000"),
      field("cut", t("field.cut"), { tag: "select", options: cuts.map((cut) => [cut, cut ? t(`cut.${cut}`) : t("cut.none")]) }),
      number("nth", "1", "1000000", t("field.nth_hint")),
      number("times", "1", "1000000", t("field.times_hint")),
      number("after_bytes", "0", "1000000000", t("field.after_bytes_hint")),
      field("content_type", t("field.content_type"), { autocomplete: "off", placeholder: "application/json" }),
      field("body", t("field.body"), { tag: "textarea", rows: "3" }, { wide: true }),
      field("headers", t("field.headers"), { tag: "textarea", rows: "2", placeholder: "Retry-After: 5" }, { wide: true, hint: t("field.headers_hint") }),
      h("div", { class: "wide checks" }, CHECKS.map((name) => checkField(name, t(`field.${name}`)))),
      h("div", { class: "wide actions" }, h("button", { class: "primary" }, t("fault.arm")), h("button", { type: "reset" }, t("form.reset")))));
}

// A fault with all that can be set.

import { act } from "../api.js";
import { h } from "../dom.js";
import { callName } from "../format.js";
import { t } from "../i18n.js";
import { showProblem } from "../status.js";
import { CALLS } from "./faults.js";
import { checkField, field } from "./fields.js";

const NUMBERS = ["nth", "times", "status", "delay_ms", "after_bytes"];
const CHECKS = ["act", "reset", "remove_cards"];
/** What a fault needs one of: the rest says when, or how. */
const EFFECTS = ["status", "delay_ms", "cut", "after_bytes", "body", "headers", "reset", "remove_cards"];

/** `Name: value` a line; null when a line is something else. */
export function headersOf(text) {
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

export function faultForm() {
  const number = (name, min, max, hint) => field(name, t(`field.${name}`), { type: "number", min, max, inputmode: "numeric" }, { hint });
  const cuts = ["", "before", "after_headers", "mid_body"];
  const form = h("form", { class: "form" },
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
    h("div", { class: "wide actions" }, h("button", { class: "primary" }, t("fault.arm")), h("button", { type: "reset" }, t("form.reset"))));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { fault, problem } = faultOf(form);
    if (problem) showProblem(problem);
    else act("POST", "/faults", fault, t("fault.armed", { name: t("fault.own") }));
  });
  return h("details", { class: "fold", data: { key: "fault-form" } }, h("summary", {}, t("fault.form")), form);
}

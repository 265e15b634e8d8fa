// Fields of forms: a label above its input; and notes.

import { h } from "../dom.js";
import { language, said } from "../i18n.js";

/** `props` go to the input; `wide` takes the whole line. */
export function field(name, label, props = {}, { wide = false, hint = null } = {}) {
  const { tag = "input", options, ...rest } = props;
  const input = h(tag, { name, data: { key: `field-${name}` }, ...rest }, options?.map(([value, text]) => h("option", { value }, text)));
  // What an emptied form goes back to.
  for (const option of input.options ?? []) option.defaultSelected = option.value === rest.value;
  return h("label", { class: `field${wide ? " wide" : ""}` },
    h("span", { class: "field-name" }, label), input, hint && h("span", { class: "hint" }, hint));
}

/** `filled` is what an emptied form goes back to. */
export function checkField(name, label, filled = false) {
  const input = h("input", { type: "checkbox", name, data: { key: `field-${name}` } });
  input.defaultChecked = filled;
  return h("label", { class: "check" }, input, label);
}

export function note(tag, thing) {
  if (!said(thing, "note")) return null;
  const lang = language() === "fr" && thing.note_fr ? "fr" : "en";
  return h(tag, { class: "note", lang }, said(thing, "note"));
}

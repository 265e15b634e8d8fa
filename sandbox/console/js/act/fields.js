// Fields of forms: a label above its input.

import { h } from "../dom.js";

/** `props` go to the input; `wide` takes the whole line. */
export function field(name, label, props = {}, { wide = false, hint = null } = {}) {
  const { tag = "input", options, ...rest } = props;
  const input = h(tag, { name, ...rest }, options?.map(([value, text]) => h("option", { value }, text)));
  return h("label", { class: `field${wide ? " wide" : ""}` },
    h("span", { class: "field-name" }, label), input, hint && h("span", { class: "hint" }, hint));
}

export function checkField(name, label, props = {}) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", name, ...props }), label);
}

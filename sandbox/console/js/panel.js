// What the sections are made of: panels, fields of forms, and buttons that answer where they stand.

import { h } from "./dom.js";
import { language, said, t } from "./i18n.js";
import { announce, showProblem } from "./status.js";

/** A part with a title above its children. */
export function panel(name, title, ...children) {
  return h("section", { class: `panel ${name}-panel`, "aria-labelledby": `${name}-title`, data: { key: name } },
    h("h3", { id: `${name}-title` }, t(title)), children);
}

/** A whole section; its title is that of its tab. */
export function section(name, shown, ...children) {
  return h("section", { id: `section-${name}`, class: "section", hidden: !shown, "aria-labelledby": `section-${name}-title`, data: { key: name } },
    h("h2", { id: `section-${name}-title`, class: "visually-hidden" }, t(`nav.${name}`)), children);
}

/** Name and value of each row that has one. */
export function facts(rows, ...more) {
  const shown = rows.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return h("dl", { class: "facts" }, shown.map(([key, value]) => h("div", {}, h("dt", {}, t(key)), h("dd", {}, String(value)))), more);
}

/** A small button of a line; `key` tells it from others, `says` is what is read aloud. */
export function smallButton(key, label, says, onclick) {
  return h("button", { type: "button", class: "small", "aria-label": says, data: { key }, onclick }, label);
}

/** `text` is a string or a function that gives it, also later; `name` says what is copied. */
export function copyButton(text, name, label = t("copy")) {
  const copy = async ({ currentTarget: button }) => {
    try {
      await navigator.clipboard.writeText(typeof text === "function" ? await text() : text);
    } catch {
      showProblem(t("copy.refused"));
      return;
    }
    announce(t("copied"));
    button.textContent = t("copied");
    setTimeout(() => { button.textContent = label; }, 1500);
  };
  return smallButton(`copy-${name}`, label, `${label}: ${name}`, copy);
}

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

// What the sections are made of, and buttons that answer where they stand.

import { h } from "./dom.js";
import { t } from "./i18n.js";
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
  return h("button", { type: "button", class: "small", "aria-label": `${label}: ${name}`, data: { key: `copy-${name}` }, onclick: copy }, label);
}

// A button that copies a text and says so.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { announce, showProblem } from "./status.js";

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

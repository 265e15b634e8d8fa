// A button that copies a text and says so, and one that asks once more, in its own place, before it does what cannot be undone.

import { fill, h } from "./dom.js";
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

/** `texts` are { ask, question, yes }; the safe answer has the focus. */
export function confirmedButton({ ask, question, yes }, does) {
  const element = h("span", { class: "confirm" });
  const button = h("button", { type: "button", class: "danger", onclick: open }, ask);
  function close() {
    fill(element, button);
    button.focus();
  }
  function open() {
    const no = h("button", { type: "button", onclick: close }, t("cancel"));
    const go = h("button", {
      type: "button", class: "danger",
      onclick: async () => {
        close();
        await does();
      },
    }, yes);
    fill(element, h("span", { class: "confirm-asked", role: "group", "aria-label": question },
      h("strong", {}, question), go, no));
    no.focus();
  }
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !button.isConnected) close();
  });
  fill(element, button);
  return element;
}

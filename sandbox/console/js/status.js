// The status line: what an action ended with; and what is read aloud while things happen.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { focusOn, refill } from "./redraw.js";

export const statusLine = h("div", { class: "status-line" });
let hide = 0;
/** What had the focus before the line was closed. */
let from = null;

function show(...children) {
  clearTimeout(hide);
  const inside = statusLine.contains(document.activeElement);
  if (!inside) from = document.activeElement;
  refill(statusLine, ...children);
  if (inside) focusOn(statusLine.querySelector("button") ?? from);
}

export function showProblem(text) {
  const close = h("button", { type: "button", class: "plain", onclick: clearProblem }, t("close"));
  show(h("div", { class: "status problem", role: "alert", data: { key: text } }, h("span", {}, text), close));
}

export function clearProblem() {
  show();
}

export function showDone(text) {
  show(h("div", { class: "status done", role: "status", data: { key: text } }, h("span", {}, text)));
  hide = setTimeout(clearProblem, 4000);
}

const EVERY_MS = 3000;
let last = 0;
let waiting = null;
let timer = 0;

/** Says it politely, at most every three seconds; of several only the last. */
export function announce(text) {
  waiting = text;
  if (timer) return;
  timer = setTimeout(() => {
    timer = 0;
    last = performance.now();
    document.getElementById("announcer").textContent = waiting;
  }, Math.max(0, last + EVERY_MS - performance.now()));
}

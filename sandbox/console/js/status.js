// The status line: what an action ended with; and what is read aloud while things happen.

import { fill, h } from "./dom.js";
import { t } from "./i18n.js";

const line = h("div", { class: "status-line" });
let hide = 0;

/** The line itself; it outlives a change of language. */
export function statusLine() {
  return line;
}

export function showProblem(text) {
  clearTimeout(hide);
  const close = h("button", { type: "button", class: "plain", onclick: clearProblem }, t("close"));
  fill(line, h("div", { class: "status problem", role: "alert" }, h("span", {}, text), close));
}

export function clearProblem() {
  clearTimeout(hide);
  fill(line);
}

export function showDone(text) {
  clearTimeout(hide);
  fill(line, h("div", { class: "status done", role: "status" }, h("span", {}, text)));
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

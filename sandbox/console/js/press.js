// While a button is held down nothing is drawn: what moves away from under the pointer is not clicked.

const LONGEST_MS = 1500;
const CONTROLS = "button, a, summary, label, input[type=checkbox]";

let until = 0;

function press(event) {
  if (event.target.closest?.(CONTROLS)) until = performance.now() + LONGEST_MS;
}

function release() {
  until = 0;
}

export function pressed() {
  return performance.now() < until;
}

addEventListener("pointerdown", press, true);
addEventListener("keydown", (event) => {
  if (event.key === " " && !event.repeat) press(event);
}, true);
for (const type of ["pointerup", "pointercancel", "keyup"]) addEventListener(type, release, true);
addEventListener("blur", release);

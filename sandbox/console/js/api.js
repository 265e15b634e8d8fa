// What the page asks of the control interface. A refusal is shown in the status line.

import { said, t } from "./i18n.js";
import { clearProblem, showDone, showProblem } from "./status.js";
import { identifiers } from "./stream.js";

/** So long a control action never takes; a browser that has no connection left for it holds it back. */
const SLOW_MS = 5000;

/** What the sandbox answers; null, and words in the status line, when it is no. */
async function ask(method, path, body) {
  const options = { method, cache: "no-store" };
  if (body !== undefined) {
    options.headers = { "Content-Type": "application/json" };
    options.body = typeof body === "string" ? body : JSON.stringify(body);
  }
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    showProblem(t("action.slow"));
  }, SLOW_MS);
  try {
    const response = await fetch(path, options);
    const value = await response.json().catch(() => null);
    if (slow) clearProblem();
    if (response.ok) return value;
    showProblem(said(value, "error") || t("action.status", { status: response.status }));
  } catch {
    showProblem(t("action.unreachable"));
  } finally {
    clearTimeout(timer);
  }
  return null;
}

/** Does it; true when it was done. `done` is said in the status line. */
export async function act(method, path, body, done) {
  const was = (await ask(method, path, body)) !== null;
  if (was) clearProblem();
  if (was && done) showDone(done);
  return was;
}

export const read = (path) => ask("GET", path);

/** Requests with whole numbers of patients where these are shown; a PIN that was presented stays masked. */
export function shown(path) {
  return identifiers ? `${path}?show=nir` : path;
}

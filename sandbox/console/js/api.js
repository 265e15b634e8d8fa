// What the page asks of the control interface. A refusal is shown in the status line.

import { said, t } from "./i18n.js";
import { clearProblem, showDone, showProblem } from "./status.js";
import { identifiersShown } from "./stream.js";

/** So long a control action never takes; a browser that has no connection left for it holds it back. */
const SLOW_MS = 5000;

async function answer(method, path, body) {
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
  let response = null;
  let text = "";
  try {
    response = await fetch(path, options);
    text = await response.text();
  } finally {
    clearTimeout(timer);
    if (slow) clearProblem();
  }
  let value = null;
  try {
    value = text === "" ? null : JSON.parse(text);
  } catch {
    value = null;
  }
  if (response.ok) return value;
  throw new Refused(said(value, "error") || t("action.status", { status: response.status }));
}

class Refused extends Error {}

/** Does it; true when it was done. `done` is said in the status line. */
export async function act(method, path, body, done) {
  try {
    const value = await answer(method, path, body);
    clearProblem();
    if (done) showDone(done);
    return value ?? true;
  } catch (error) {
    showProblem(error instanceof Refused ? error.message : t("action.unreachable"));
    return false;
  }
}

/** Reads it, or null. */
export async function read(path) {
  try {
    return await answer("GET", path);
  } catch (error) {
    showProblem(error instanceof Refused ? error.message : t("action.unreachable"));
    return null;
  }
}

/** Requests with whole numbers of patients where these are shown; a PIN that was presented stays masked. */
export function shown(path) {
  return identifiersShown() ? `${path}?show=nir` : path;
}

// The note of a card or a patient. A scenario may have it in one language only.

import { h } from "../dom.js";
import { language, said } from "../i18n.js";

export function note(tag, thing) {
  if (!said(thing, "note")) return null;
  const lang = language() === "fr" && thing.note_fr ? "fr" : "en";
  return h(tag, { class: "note", lang }, said(thing, "note"));
}

// Which section is shown: #live, #act, #documents, #outcomes, and #live/12 for a request.

import { mark, redraw } from "./store.js";

export const SECTIONS = ["live", "act", "documents", "outcomes"];

export function route() {
  const [section, number] = location.hash.slice(1).split("/");
  return {
    section: SECTIONS.includes(section) ? section : "live",
    number: /^\d+$/.test(number ?? "") ? Number(number) : null,
  };
}

/** What a person chooses is a place to come back to; what is gone leaves none. */
export function go(section, number = null, { gone = false } = {}) {
  const hash = number === null ? `#${section}` : `#${section}/${number}`;
  if (location.hash === hash) return;
  if (gone) history.replaceState(null, "", hash);
  else history.pushState(null, "", hash);
  redraw();
}

addEventListener("popstate", mark);

// Parts of a section, which show what the store holds.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { onlyWhenChanged } from "./redraw.js";
import { subscribe } from "./store.js";

/** A part with a title above its children. */
export function panel(name, title, ...children) {
  return h("section", { class: "panel", "aria-labelledby": `${name}-title` },
    h("h3", { id: `${name}-title` }, t(title)), children);
}

/** A whole section; its title is that of its tab. */
export function section(name, ...children) {
  return h("section", { id: `section-${name}`, class: "section", "aria-labelledby": `section-${name}-title` },
    h("h2", { id: `section-${name}-title`, class: "visually-hidden" }, t(`nav.${name}`)), children);
}

/** Does `update` now, and whenever one of the topics changes. */
export function follows(topics, update) {
  subscribe(topics, update);
  update();
}

/** Draws what `read` gives, a list of values, now and whenever a topic has changed one of them. */
export function shows(topics, read, draw) {
  const drawn = onlyWhenChanged(draw);
  follows(topics, () => drawn(...read()));
}

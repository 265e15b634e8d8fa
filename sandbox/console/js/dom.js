// Elements without HTML strings: whatever a text holds, it stays a text.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["checked", "disabled", "hidden", "selected", "value", "open"]);

/** Marks that turn the direction of a text, or break its line: they are shown, so that no name looks like another. */
const MARKS = /[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

function plain(text) {
  return String(text).replace(MARKS, (mark) => `[U+${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}]`);
}

function apply(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    // What the page decides, unlike what a person fills in.
    if (name === "checked") element.controlled = true;
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) {
      element[name] = value;
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== undefined && text !== null) element.dataset[key] = text;
      }
    } else if (PROPERTIES.has(name)) {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : plain(value));
    }
  }
}

/** Numbers and strings become texts; what is nothing is left out. */
export function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "")
    .map((child) => (child instanceof Node ? child : document.createTextNode(plain(child))));
}

function filled(element, props, children) {
  // A select takes its value only once it has its options.
  element.append(...nodes(children));
  apply(element, props);
  return element;
}

/** An element: h("p", { class: "note" }, "text", child, ...). Numbers and strings become texts. */
export const h = (tag, props, ...children) => filled(document.createElement(tag), props, children);

/** The same for a drawing. */
export const svg = (tag, props, ...children) => filled(document.createElementNS(SVG, tag), props, children);

/** A sentence in which `words` between backquotes are code. */
export function withCode(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

// Drawing again: what is shown already becomes what shall be shown, and the elements that stay are the same ones, with
// their focus, their typed text and what is unfolded.

import { nodes } from "./dom.js";

const HANDLERS = ["onclick", "onchange", "oninput", "onsubmit", "onkeydown"];
/** What a person has unfolded, and what was given the focus. */
const OWN = new Set(["open", "tabindex"]);

const keyOf = (node) => node.dataset?.key;
const kindOf = (node) => node.getAttribute?.("class")?.split(" ")[0];

function fits(old, wanted) {
  if (old.nodeName !== wanted.nodeName || keyOf(old) !== keyOf(wanted)) return false;
  return keyOf(old) !== undefined || kindOf(old) === kindOf(wanted);
}

function become(old, wanted) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== wanted.data) old.data = wanted.data;
    return;
  }
  for (const { name } of [...old.attributes]) {
    if (!wanted.hasAttribute(name) && !OWN.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of wanted.attributes) {
    if (old.getAttribute(name) !== value && !OWN.has(name)) old.setAttribute(name, value);
  }
  for (const name of HANDLERS) old[name] = wanted[name];
  if (wanted.controlled) old.checked = wanted.checked;
  // A slot is filled by its own part of the page.
  if (wanted.dataset.slot === undefined) place(old, [...wanted.childNodes]);
}

/** An old node for each wanted one; those without a key keep their order. */
function pair(parent, wanted) {
  const given = new Set(wanted);
  const free = [...parent.childNodes].filter((node) => !given.has(node));
  let from = 0;
  return wanted.map((node) => {
    if (node.parentNode === parent) return node;
    const keyed = keyOf(node) !== undefined;
    const at = free.findIndex((old, place) => old !== null && (keyed || place >= from) && fits(old, node));
    if (at < 0) return node;
    const [old] = free.splice(at, 1, null);
    from = at + 1;
    become(old, node);
    return old;
  });
}

/** Makes the children of `parent` these nodes, touching only what differs. */
export function arrange(parent, wanted) {
  const keep = new Set(wanted);
  for (const node of [...parent.childNodes]) if (!keep.has(node)) node.remove();
  let at = parent.firstChild;
  for (const node of wanted) {
    // A node that is moved would lose its focus.
    if (node === at) at = at.nextSibling;
    else parent.insertBefore(node, at);
  }
}

function place(parent, wanted) {
  arrange(parent, pair(parent, wanted));
}

function canHaveFocus(element) {
  return element.isConnected && !element.matches(":disabled") && !element.closest("[hidden]");
}

/** Gives the focus, to the page's main part when the element can not have it. */
export function focusOn(wanted) {
  const element = wanted && wanted !== document.body && canHaveFocus(wanted) ? wanted : document.getElementById("main");
  if (!element.matches("a, button, input, select, textarea, summary")) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** Where the focus goes from a control that is gone: its item, else the heading of its panel. */
function successor(around) {
  const left = around.filter(canHaveFocus);
  const item = left.find((element) => element.matches("li[data-key]"));
  const panel = left.find((element) => element.matches("section, aside, header") && element.querySelector("h1, h2, h3"));
  return item ?? panel?.querySelector("h1, h2, h3") ?? null;
}

/** Shows `children` in `container`; what is there already stays. The focus is where it was, or as near as can be. */
export function refill(container, ...children) {
  const active = document.activeElement;
  const around = [];
  for (let at = active?.parentElement; at; at = at.parentElement) around.push(at);
  place(container, nodes(children));
  if (around.length < 2) return;
  if (!canHaveFocus(active)) focusOn(successor(around));
  else if (document.activeElement !== active) focusOn(active);
}

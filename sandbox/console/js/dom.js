// Elements without HTML strings: whatever a text holds, it stays a text.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["checked", "disabled", "hidden", "selected", "value", "open"]);

function apply(element, props) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === undefined || value === null || value === false) {
      if (name === "hidden" || name === "open") element[name] = false;
    } else if (name.startsWith("on")) {
      element.addEventListener(name.slice(2), value);
    } else if (name === "data") {
      for (const [key, text] of Object.entries(value)) {
        if (text !== undefined && text !== null) element.dataset[key] = text;
      }
    } else if (PROPERTIES.has(name)) {
      element[name] = value;
    } else {
      element.setAttribute(name, value === true ? "" : value);
    }
  }
}

function nodes(children) {
  return children
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** An element: h("p", { class: "note" }, "text", child, ...). Numbers and strings become texts. */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  // A select takes its value only once it has its options.
  element.append(...nodes(children));
  apply(element, props);
  return element;
}

/** The same for a drawing. */
export function svg(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  element.append(...nodes(children));
  apply(element, props);
  return element;
}

/** A sentence in which `words` between backquotes are code. */
export function withCode(text) {
  return text.split("`").map((part, at) => (at % 2 === 1 ? h("code", {}, part) : part));
}

export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/** What a person was doing in elements with a `data-key`: focus, typed text, what was unfolded. */
function remember(container) {
  const kept = new Map();
  for (const element of container.querySelectorAll("[data-key]")) {
    kept.set(element.dataset.key, {
      value: element.matches("input:not([type=checkbox]):not([type=radio]), textarea, select")
        ? element.value
        : null,
      open: element.matches("details") ? element.open : null,
    });
  }
  const active = container.contains(document.activeElement) ? document.activeElement : null;
  return { kept, focus: active?.dataset.key ?? null, had: active !== null };
}

/** Replaces the content, and gives focus, typed text and unfolded parts back. */
export function refill(container, ...children) {
  const { kept, focus, had } = remember(container);
  fill(container, ...children);
  let focused = false;
  for (const element of container.querySelectorAll("[data-key]")) {
    const before = kept.get(element.dataset.key);
    if (before && before.value !== null) element.value = before.value;
    if (before && before.open !== null) element.open = before.open;
    if (focus !== null && element.dataset.key === focus && !element.disabled) {
      element.focus({ preventScroll: true });
      focused = true;
    }
  }
  if (had && !focused) {
    const next = container.querySelector("button:not([disabled]), a[href], input:not([disabled])");
    next?.focus({ preventScroll: true });
  }
}

/** Calls `draw` only when what it shows has changed. */
export function onlyWhenChanged(draw) {
  let last = null;
  return (...shown) => {
    const now = JSON.stringify(shown);
    if (now === last) return;
    last = now;
    draw(...shown);
  };
}

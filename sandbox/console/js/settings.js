// Choices kept in this browser, such as light or dark. Without storage they last as long as the page.

import { mark } from "./store.js";

const PREFIX = "hr-sandbox.";
const memory = new Map();
let kept = { getItem: (key) => memory.get(key) ?? null, setItem: (key, value) => memory.set(key, value) };
try {
  kept = localStorage;
} catch {
  // Switched off.
}

export const setting = (name) => kept.getItem(PREFIX + name);
export const keepSetting = (name, value) => kept.setItem(PREFIX + name, value);

const { style } = document.documentElement;
const dark = matchMedia("(prefers-color-scheme: dark)");

export function theme() {
  return style.colorScheme || (dark.matches ? "dark" : "light");
}

export function switchTheme() {
  const chosen = theme() === "dark" ? "light" : "dark";
  keepSetting("theme", chosen);
  style.colorScheme = chosen;
  mark();
}

dark.addEventListener("change", mark);

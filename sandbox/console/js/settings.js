// Choices kept in this browser, such as light or dark. Without storage they last as long as the page.

import { mark } from "./store.js";

const PREFIX = "hr-sandbox.";
const memory = new Map();

export function setting(name) {
  try {
    return localStorage.getItem(PREFIX + name) ?? memory.get(name) ?? null;
  } catch {
    return memory.get(name) ?? null;
  }
}

export function keepSetting(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem(PREFIX + name, value);
  } catch {
    // Kept in memory only.
  }
}

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

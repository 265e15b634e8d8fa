// Light or dark: the system's preference until the switch was used.

import { keepSetting, setting } from "./settings.js";
import { mark } from "./store.js";

const dark = matchMedia("(prefers-color-scheme: dark)");

export function theme() {
  const chosen = setting("theme");
  if (chosen === "light" || chosen === "dark") return chosen;
  return dark.matches ? "dark" : "light";
}

export function applyTheme() {
  document.documentElement.dataset.theme = theme();
}

export function switchTheme() {
  keepSetting("theme", theme() === "dark" ? "light" : "dark");
  applyTheme();
}

dark.addEventListener("change", () => {
  applyTheme();
  mark("theme");
});

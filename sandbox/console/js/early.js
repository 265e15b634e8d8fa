// Runs before the first paint, so that a dark page never flashes white.
"use strict";
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("hr-sandbox.theme");
  } catch {
    // Storage may be switched off: the system's preference counts then.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme =
    theme === "dark" || theme === "light" ? theme : dark ? "dark" : "light";
})();

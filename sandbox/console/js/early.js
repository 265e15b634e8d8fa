// Runs before the first paint, so that a page that was chosen to be dark never flashes white.
try {
  document.documentElement.style.colorScheme = localStorage.getItem("hr-sandbox.theme") ?? "";
} catch { /* Storage may be switched off: the system's preference counts then. */ }

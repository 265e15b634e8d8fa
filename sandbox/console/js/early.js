// Runs before the first paint, so that a page that was chosen to be dark never flashes white.
try {
  const theme = localStorage.getItem("hr-sandbox.theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // Storage may be switched off: the system's preference counts then.
}

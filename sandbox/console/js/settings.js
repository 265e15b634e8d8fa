// Choices kept in this browser. Without storage they last as long as the page.

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

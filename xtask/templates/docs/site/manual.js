// The search of the manual: Pagefind's index of this language, in the box of the menu bar. Nothing is fetched from elsewhere.

"use strict";

// After the last key, in milliseconds.
const PAUSE = 150;

// A page that is opened as a file may load neither modules nor the index.
const site = document.currentScript.src;
const language = document.documentElement.lang;
const box = document.querySelector(".manual-search input");
const list = document.querySelector(".manual-results");
let index;
let latest = 0;
let waiting;

function show(items) {
  list.replaceChildren(...items);
  list.hidden = items.length === 0;
}

function say(text) {
  const item = document.createElement("li");
  item.textContent = text;
  show([item]);
}

function item(page) {
  const found = document.createElement("li");
  const link = document.createElement("a");
  link.href = page.url;
  link.textContent = page.meta.title;
  const text = document.createElement("p");
  // Pagefind's own: text of the page, escaped, with the words marked.
  text.innerHTML = page.excerpt;
  found.append(link, text);
  return found;
}

async function search() {
  const words = box.value.trim();
  const own = ++latest;
  if (!words) {
    return show([]);
  }
  if (location.protocol === "file:") {
    return say(list.dataset.file);
  }
  index ??= Promise.all(["search.js", `${language}/pagefind/pagefind.js`].map((name) => import(new URL(name, site))));
  const [{ find }, pagefind] = await index;
  const pages = await find(pagefind, words);
  if (own === latest) {
    pages.length ? show(pages.map(item)) : say(list.dataset.none);
  }
}

box?.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(search, PAUSE);
});
box?.addEventListener("keydown", (event) => {
  // mdBook has keys of its own.
  event.stopPropagation();
  if (event.key === "Escape") {
    box.value = "";
    show([]);
  } else if (event.key === "Enter") {
    list.querySelector("a")?.click();
  }
});
document.addEventListener("click", (event) => {
  if (!event.target.closest(".manual-search")) {
    show([]);
  }
});

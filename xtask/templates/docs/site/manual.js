// The search of the manual: Pagefind's index of this language, in the box of the menu bar. Nothing is fetched from elsewhere.

const TEXTS = {
  en: {
    none: "Nothing was found.",
    file: "Search needs the manual to be served: hr-sandbox manual --open",
  },
  fr: {
    none: "Aucun résultat.",
    file: "La recherche demande que le manuel soit servi\u00a0: hr-sandbox manual --open",
  },
};
const MOST = 10;

const language = document.documentElement.lang;
const texts = TEXTS[language] ?? TEXTS.en;
const box = document.querySelector(".manual-search input");
const list = document.querySelector(".manual-results");
let index;
let latest = 0;

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
    return say(texts.file);
  }
  index ??= import(new URL(`${language}/pagefind/pagefind.js`, import.meta.url));
  const pagefind = await index;
  const { results } = await pagefind.search(words);
  const pages = await Promise.all(results.slice(0, MOST).map((result) => result.data()));
  if (own === latest) {
    pages.length ? show(pages.map(item)) : say(texts.none);
  }
}

box?.addEventListener("input", search);
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

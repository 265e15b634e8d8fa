// The head of the page: where one is, whether the stream lives, and how the page looks.

import { disarmAll, faultName, inEffect } from "./act/faults.js";
import { fill, h } from "./dom.js";
import { callName } from "./format.js";
import { language, t } from "./i18n.js";
import { follows } from "./panel.js";
import { keepFocus, refill } from "./redraw.js";
import { SECTIONS, onRoute, route } from "./route.js";
import { switchTheme, theme } from "./settings.js";
import { store } from "./store.js";
import { identifiersShown, showIdentifiers } from "./stream.js";

function navigation() {
  const links = SECTIONS.map((section) => {
    const count = h("span", { class: "count" });
    const link = h("a", { href: `#${section}` }, t(`nav.${section}`), count);
    return { section, link, count };
  });
  const follow = () => {
    const now = route().section;
    for (const { section, link } of links) {
      if (section === now) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  };
  const update = () => {
    const counts = { live: store.newest, documents: store.documents.length };
    for (const { section, count } of links) count.textContent = counts[section] ? ` ${counts[section].toLocaleString(language())}` : "";
  };
  onRoute(follow);
  follow();
  follows(["feed", "documents"], update);
  return h("nav", { class: "tabs", "aria-label": t("nav.label") }, links.map(({ link }) => link));
}

function connectionState() {
  const state = h("span", { class: "connection", role: "status" });
  const update = () => {
    state.dataset.connection = store.connection;
    fill(state, h("span", { class: "lamp", "aria-hidden": "true" }), h("span", { class: "connection-words" }, t(`connection.${store.connection}`)));
  };
  follows(["connection"], update);
  return state;
}

function languageSwitch(choose) {
  const names = { en: "English", fr: "Français" };
  return h("div", { class: "pair", role: "group", "aria-label": t("language") }, Object.entries(names).map(([lang, name]) =>
    h("button", {
      type: "button", lang, title: name, "aria-label": `${lang.toUpperCase()} ${name}`, "aria-pressed": String(language() === lang),
      onclick: () => choose(lang),
    }, lang.toUpperCase())));
}

function themeSwitch() {
  const button = h("button", { type: "button", onclick: () => { switchTheme(); update(); } }, "◐");
  const update = () => {
    button.title = t(theme() === "dark" ? "theme.light" : "theme.dark");
    button.setAttribute("aria-label", button.title);
  };
  follows(["theme"], update);
  return button;
}

function identifiersSwitch() {
  const button = h("button", {
    type: "button", "aria-pressed": String(identifiersShown()),
    onclick: () => {
      showIdentifiers(!identifiersShown());
      button.setAttribute("aria-pressed", String(identifiersShown()));
    },
  }, t("identifiers"));
  return button;
}

/** Armed faults, on every section: nobody should wonder why a call fails. */
function armedBar() {
  const bar = h("div", { class: "armed-bar", hidden: true });
  const update = () => keepFocus(() => {
    bar.hidden = store.armed.length === 0;
    if (bar.hidden) return;
    const down = store.armed.every(inEffect);
    const names = store.armed.slice(0, 3).map((fault) =>
      `${faultName(fault)} (${callName(fault.call)})${inEffect(fault) && !down ? ` – ${t("fault.in_effect")}` : ""}`);
    if (store.armed.length > 3) names.push("…");
    refill(bar,
      h("span", {}, h("a", { href: "#act" }, down ? t("armed.in_effect", { n: store.armed.length }) : t("armed.count", { n: store.armed.length })), ` · ${names.join(", ")}`),
      h("button", { type: "button", class: "small", onclick: disarmAll, "aria-label": t("armed.remove_all") }, t("fault.remove_all")));
  });
  follows(["armed"], update);
  return bar;
}

/** What a person must know before they trust the rest of the page. */
function notices() {
  const lost = h("div", { class: "notice lost", role: "status" });
  const again = h("div", { class: "notice", role: "status" });
  const update = () => {
    refill(lost, store.connection === "reconnecting" && h("span", {}, t("connection.lost")));
    refill(again, store.restarted && [
      h("span", {}, t("connection.restarted")),
      h("button", { type: "button", class: "small", onclick: () => location.reload() }, t("connection.reload")),
    ]);
  };
  follows(["connection", "restarted"], update);
  return [lost, again];
}

/** What is scrolled into view, or gets the focus, must not lie below the head, which stays where it is. */
function keepClear(head) {
  const height = getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0;
  document.documentElement.style.setProperty("--head", `${height}px`);
}

export function header({ chooseLanguage }) {
  const version = h("span", { class: "version" });
  follows(["hello"], () => { version.textContent = store.hello?.version ?? ""; });
  const element = h("header", { class: "head" },
    h("div", { class: "head-line" },
      h("h1", {}, "hr-sandbox"), version, navigation(),
      h("div", { class: "head-tools" }, connectionState(), identifiersSwitch(), languageSwitch(chooseLanguage), themeSwitch())),
    notices(), armedBar());
  new ResizeObserver(() => keepClear(element)).observe(element);
  return element;
}

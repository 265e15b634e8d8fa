// The head of the page: where one is, whether the stream lives, and how the page looks.

import { disarmAll, faultName, inEffect } from "./act/faults.js";
import { h } from "./dom.js";
import { callName } from "./format.js";
import { chooseLanguage, language, t } from "./i18n.js";
import { SECTIONS } from "./route.js";
import { switchTheme, theme } from "./settings.js";
import { mark, store } from "./store.js";
import { identifiers, showIdentifiers } from "./stream.js";

function navigation(shown) {
  const counts = { live: store.newest, documents: store.documents.length };
  return h("nav", { class: "tabs", "aria-label": t("nav.label") }, SECTIONS.map((section) =>
    h("a", { href: `#${section}`, "aria-current": section === shown ? "page" : null }, t(`nav.${section}`),
      h("span", { class: "count" }, counts[section] ? ` ${counts[section].toLocaleString(language())}` : ""))));
}

function connectionState() {
  return h("span", { class: "connection", role: "status", data: { connection: store.connection } },
    h("span", { class: "lamp", "aria-hidden": "true" }), h("span", { class: "connection-words" }, t(`connection.${store.connection}`)));
}

function switches() {
  const names = { en: "English", fr: "Français" };
  const look = t(theme() === "dark" ? "theme.light" : "theme.dark");
  const choose = (lang) => () => {
    chooseLanguage(lang);
    mark();
  };
  return [
    h("button", { type: "button", "aria-pressed": String(identifiers), onclick: () => showIdentifiers(!identifiers) }, t("identifiers")),
    h("div", { class: "pair", role: "group", "aria-label": t("language") }, Object.entries(names).map(([lang, name]) =>
      h("button", {
        type: "button", lang, title: name, "aria-label": `${lang.toUpperCase()} ${name}`,
        "aria-pressed": String(language() === lang), onclick: choose(lang),
      }, lang.toUpperCase()))),
    h("button", { type: "button", title: look, "aria-label": look, onclick: switchTheme }, "◐"),
  ];
}

/** Armed faults, on every section: nobody should wonder why a call fails. */
function armedBar() {
  const { armed } = store;
  const down = armed.every(inEffect);
  const names = armed.slice(0, 3).map((fault) =>
    `${faultName(fault)} (${callName(fault.call)})${inEffect(fault) && !down ? ` – ${t("fault.in_effect")}` : ""}`);
  if (armed.length > 3) names.push("…");
  return h("div", { class: "armed-bar", hidden: armed.length === 0 },
    h("span", {}, h("a", { href: "#act" }, t(down ? "armed.in_effect" : "armed.count", { n: armed.length })), ` · ${names.join(", ")}`),
    h("button", { type: "button", class: "small", onclick: disarmAll, "aria-label": t("armed.remove_all") }, t("fault.remove_all")));
}

/** What a person must know before they trust the rest of the page. */
function notices() {
  return [
    h("div", { class: "notice lost", role: "status", data: { key: "lost" } }, store.connection === "reconnecting" && h("span", {}, t("connection.lost"))),
    h("div", { class: "notice", role: "status", data: { key: "restarted" } }, store.restarted && [
      h("span", {}, t("connection.restarted")),
      h("button", { type: "button", class: "small", onclick: () => location.reload() }, t("connection.reload")),
    ]),
  ];
}

/** What is scrolled into view, or gets the focus, must not lie below the head, which stays where it is. */
export function keepClear() {
  const head = document.querySelector(".head");
  const follow = () => {
    const height = getComputedStyle(head).position === "sticky" ? head.offsetHeight : 0;
    document.documentElement.style.setProperty("--head", `${height}px`);
  };
  new ResizeObserver(follow).observe(head);
}

export function header(shown) {
  // Where it lies beside the program.
  const manual = store.hello?.urls.manual && h("a", { href: `/manual/${language()}/index.html` }, t("manual"));
  return h("header", { class: "head" },
    h("div", { class: "head-line" },
      h("h1", {}, "hr-sandbox"), h("span", { class: "version" }, store.hello?.version), navigation(shown),
      h("div", { class: "head-tools" }, connectionState(), manual, switches())),
    notices(), armedBar());
}

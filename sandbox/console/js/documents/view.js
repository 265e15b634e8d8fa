// The section Documents: what was stored, and one of them beside the list, with its facts and its content.

import { h, withCode } from "../dom.js";
import { bytes, clock, short } from "../format.js";
import { said, t } from "../i18n.js";
import { copyButton, facts, panel, section } from "../panel.js";
import { go } from "../route.js";
import { mark, store } from "../store.js";

/** More would make the page slow. */
const MOST = 200;
const MOST_TEXT = 200_000;
const BELOW = "(max-width: 60rem)";

let selected = null;
/** Chosen since the page was last drawn. */
let chosen = false;
/** The text that is shown, and of which content it is. */
let text = { key: null, words: "" };

export function followDocuments(number) {
  chosen = number !== null && number !== selected;
  selected = number;
  // Below the list, as on a narrow screen, a chosen document would not be seen.
  if (chosen && matchMedia(BELOW).matches) setTimeout(bring);
}

function bring() {
  const title = document.getElementById("preview-title");
  title.focus({ preventScroll: true });
  title.closest("section").scrollIntoView({ block: "start" });
}

/** Another content gets an element of its own: a frame that is led on would fill the history. */
function keyOf({ number, sha256, media_type: type, kept }) {
  return `content-${number}-${sha256}-${type}-${kept}`;
}

async function load(key, address) {
  text = { key, words: "" };
  let words = t("document.unreadable");
  try {
    const response = await fetch(address, { cache: "no-store" });
    if (!response.ok) throw new Error(String(response.status));
    words = await response.text();
    if (words.length > MOST_TEXT) words = `${words.slice(0, MOST_TEXT)}\n… ${t("document.cut")}`;
  } catch {
    // The words say so.
  }
  if (text.key !== key) return;
  text.words = words;
  mark();
}

function content(document, address, name) {
  const key = keyOf(document);
  const label = t("document.content_of", { name });
  if (!document.kept) return h("p", { class: "empty" }, t("document.not_kept"));
  if (document.media_type === "application/pdf") {
    return h("iframe", { data: { key }, class: "document-frame", src: `${address}#navpanes=0&view=FitH`, title: label });
  }
  if (document.media_type.startsWith("image/")) return h("img", { data: { key }, class: "document-image", src: address, alt: label });
  if (document.media_type !== "text/plain") return h("p", { class: "empty" }, t("document.no_preview"));
  if (text.key !== key) load(key, address);
  return h("pre", { data: { key }, class: "body document-text", tabindex: "0", role: "region", "aria-label": label }, text.words);
}

function factsOf(document) {
  const size = `${bytes(document.bytes)} (${t("document.bytes", { n: document.bytes })})`;
  return facts([
    ["document.patient", [document.patient_name, document.patient_id].filter(Boolean).join(" · ")],
    ["document.time", clock(document.time)],
    ["document.size", size],
    ["document.type", document.media_type],
    ["document.activity_type", document.activity_type],
    ["document.type_code", document.type_code],
    ["document.name_in_part", document.file_name_in_part],
    ["document.id", document.documentId],
    ["document.session", document.session],
  ], h("div", { class: "wide" }, h("dt", {}, "SHA-256"),
    h("dd", {}, h("code", { class: "long" }, document.sha256), " ", copyButton(document.sha256, "SHA-256"))));
}

function preview(document) {
  const whole = (...children) => h("section", { class: "panel preview", "aria-labelledby": "preview-title" }, children);
  if (!document) return whole(h("h3", { id: "preview-title" }, t("preview.title")), h("p", { class: "empty" }, t("preview.choose")));
  const name = document.filename || t("document.unnamed");
  const address = `/documents/${document.number}/content`;
  return whole(
    h("div", { class: "detail-head" },
      h("h3", { id: "preview-title", tabindex: "-1" }, h("span", { class: "detail-number" }, t("document.number", { number: document.number })), " ", name),
      document.kept && h("a", { class: "button", href: `${address}?download=1`, download: "" }, t("document.download"))),
    document.double_of && h("p", { class: "callout bad double" }, t("document.double", { number: document.double_of })),
    document.remark && h("p", { class: "callout warn" }, withCode(said(document, "remark"))),
    factsOf(document), content(document, address, name));
}

function typeName(document) {
  const known = { "application/pdf": "PDF", "image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WebP", "text/plain": t("type.text") };
  return known[document.media_type] ?? t("type.other");
}

function warnings(document) {
  return [
    document.double_of && h("p", { class: "double" }, h("span", { "aria-hidden": "true" }, "= "), t("document.double", { number: document.double_of })),
    document.remark && h("p", { class: "remark-text" }, h("span", { "aria-hidden": "true" }, "! "), withCode(said(document, "remark"))),
  ];
}

function item(document) {
  const { number } = document;
  const shown = number === selected;
  return h("li", { class: `document${shown ? " selected" : ""}${document.double_of ? " is-double" : ""}`, data: { key: `line-${number}`, documentNumber: String(number) } },
    h("button", {
      type: "button", class: "row", data: { key: `document-${number}` },
      "aria-current": shown ? "true" : null, onclick: () => go("documents", number),
    },
      h("span", { class: "document-number" }, String(number)),
      h("span", { class: "document-name" }, document.filename || t("document.unnamed")),
      h("span", { class: "document-patient" }, document.patient_name ?? document.patient_id),
      h("span", { class: "document-facts" }, [typeName(document), bytes(document.bytes), clock(document.time)].filter(Boolean).join(" · "))),
    h("div", { class: "document-under" },
      h("span", { class: "sha" }, "SHA-256 ", h("code", { title: document.sha256 }, short(document.sha256, 12)), " ",
        copyButton(document.sha256, `SHA-256, ${t("document.number", { number })}`)),
      warnings(document)));
}

export function documentsView(shown) {
  const { documents } = store;
  return section("documents", shown,
    h("div", { class: "documents-columns" },
      panel("documents", "documents.title",
        h("p", { class: "empty" }, documents.length === 0 && t("documents.none")),
        h("ul", { class: "documents", "aria-label": t("documents.title") }, documents.slice(-MOST).reverse().map(item)),
        h("p", { class: "muted" }, documents.length > MOST && t("documents.more", { n: documents.length - MOST }))),
      preview(documents.find((document) => document.number === selected))));
}

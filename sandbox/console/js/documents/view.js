// The section Documents: what was stored, and one of them beside the list, with its facts and its content.

import { copyButton } from "../controls.js";
import { h, withCode } from "../dom.js";
import { bytes, clock, short } from "../format.js";
import { said, t } from "../i18n.js";
import { panel, section } from "../panel.js";
import { onlyWhenChanged, refill } from "../redraw.js";
import { go, onRoute, route } from "../route.js";
import { store, subscribe } from "../store.js";

const MOST_TEXT = 200_000;
const BELOW = "(max-width: 60rem)";

function facts(document) {
  const rows = [
    ["document.patient", [document.patient_name, document.patient_id].filter(Boolean).join(" · ")],
    ["document.time", clock(document.time)],
    ["document.size", `${bytes(document.bytes)} (${t("document.bytes", { n: document.bytes })})`],
    ["document.type", document.media_type],
    ["document.activity_type", document.activity_type],
    ["document.type_code", document.type_code],
    ["document.name_in_part", document.file_name_in_part],
    ["document.id", document.documentId],
    ["document.session", document.session],
  ];
  return h("dl", { class: "facts" },
    rows.filter(([, value]) => value !== null && value !== undefined && value !== "").map(([key, value]) =>
      h("div", {}, h("dt", {}, t(key)), h("dd", {}, String(value)))),
    h("div", { class: "wide" }, h("dt", {}, "SHA-256"),
      h("dd", {}, h("code", { class: "long" }, document.sha256), " ", copyButton(document.sha256, "SHA-256"))));
}

/** Another content gets an element of its own: a frame that is led on would fill the history. */
function keyOf({ number, sha256, media_type: type, kept }) {
  return `content-${number}-${sha256}-${type}-${kept}`;
}

async function showText(block, address) {
  try {
    const response = await fetch(address, { cache: "no-store" });
    if (!response.ok) throw new Error(String(response.status));
    const text = await response.text();
    block.textContent = text.slice(0, MOST_TEXT);
    if (text.length > MOST_TEXT) block.textContent += `\n… ${t("document.cut")}`;
  } catch {
    block.textContent = t("document.unreadable");
  }
}

function content(document, address, name) {
  const data = { key: keyOf(document) };
  if (!document.kept) return h("p", { class: "empty" }, t("document.not_kept"));
  if (document.media_type === "application/pdf") {
    return h("iframe", { data, class: "document-frame", src: `${address}#navpanes=0&view=FitH`, title: t("document.content_of", { name }) });
  }
  if (document.media_type?.startsWith("image/")) {
    return h("img", { data, class: "document-image", src: address, alt: t("document.content_of", { name }) });
  }
  if (document.media_type === "text/plain") {
    const block = h("pre", { data, class: "body document-text", tabindex: "0", role: "region", "aria-label": t("document.content_of", { name }) });
    showText(block, address);
    return block;
  }
  return h("p", { class: "empty" }, t("document.no_preview"));
}

export function previewPanel() {
  const element = h("section", { class: "panel preview", "aria-labelledby": "preview-title" });
  let last = "";
  let held = null;
  function show(document) {
    const now = JSON.stringify(document);
    if (now === last) return;
    last = now;
    if (!document) {
      refill(element, h("h3", { id: "preview-title" }, t("preview.title")), h("p", { class: "empty" }, t("preview.choose")));
      return;
    }
    const name = document.filename || t("document.unnamed");
    const address = `/documents/${document.number}/content`;
    if (held?.dataset.key !== keyOf(document)) held = content(document, address, name);
    refill(element,
      h("div", { class: "detail-head" },
        h("h3", { id: "preview-title", tabindex: "-1" }, h("span", { class: "detail-number" }, t("document.number", { number: document.number })), " ", name),
        document.kept && h("a", { class: "button", href: `${address}?download=1`, download: "" }, t("document.download"))),
      document.double_of && h("p", { class: "callout bad double" }, t("document.double", { number: document.double_of })),
      document.remark && h("p", { class: "callout warn" }, withCode(said(document, "remark"))),
      facts(document), held);
  }
  /** Below the list, as on a narrow screen, a chosen document would not be seen. */
  function bring() {
    const title = element.querySelector("h3[tabindex]");
    if (!title || !matchMedia(BELOW).matches) return;
    title.focus({ preventScroll: true });
    element.scrollIntoView({ block: "start" });
  }
  show(null);
  return { element, show, bring };
}

export function typeName(document) {
  const known = { "application/pdf": "PDF", "image/png": "PNG", "image/jpeg": "JPEG", "image/gif": "GIF", "image/webp": "WebP", "text/plain": t("type.text") };
  return known[document.media_type] ?? t("type.other");
}

function warnings(document) {
  return [
    document.double_of && h("p", { class: "double" }, h("span", { "aria-hidden": "true" }, "= "), t("document.double", { number: document.double_of })),
    document.remark && h("p", { class: "remark-text" }, h("span", { "aria-hidden": "true" }, "! "), withCode(said(document, "remark"))),
  ];
}

function item(document, selected, select) {
  const { number } = document;
  return h("li", { class: `document${selected ? " selected" : ""}${document.double_of ? " is-double" : ""}`, data: { key: `line-${number}`, documentNumber: String(number) } },
    h("button", {
      type: "button", class: "row", data: { key: `document-${number}` },
      "aria-current": selected ? "true" : undefined, onclick: () => select(number),
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

export function documentsView() {
  const list = h("ul", { class: "documents", "aria-label": t("documents.title") });
  const empty = h("p", { class: "empty" }, t("documents.none"));
  const more = h("p", { class: "muted" });
  const preview = previewPanel();
  let selected = null;
  const columns = h("div", { class: "documents-columns" },
    panel("documents", "documents.title", empty, list, more), preview.element);
  const element = section("documents", columns);

  const MOST = 200;
  const draw = onlyWhenChanged((documents, chosen) => {
    const shown = documents.slice(-MOST).reverse();
    refill(list, shown.map((document) => item(document, document.number === chosen, (number) => go("documents", number))));
    empty.hidden = documents.length > 0;
    more.textContent = documents.length > MOST ? t("documents.more", { n: documents.length - MOST }) : "";
  });

  function update() {
    draw(store.documents, selected);
    preview.show(store.documents.find((document) => document.number === selected) ?? null);
  }

  function follow({ section, number }) {
    if (section !== "documents") return;
    const chosen = number !== null && number !== selected;
    selected = number;
    update();
    if (chosen) preview.bring();
  }

  onRoute(follow);
  subscribe(["documents"], () => {
    if (route().section === "documents") update();
  });
  return { element, follow };
}

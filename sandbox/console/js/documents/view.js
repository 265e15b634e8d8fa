// The section Documents: what was stored, and one of them beside the list.

import { h, withCode } from "../dom.js";
import { bytes, clock, short } from "../format.js";
import { copyButton } from "../clipboard.js";
import { said, t } from "../i18n.js";
import { onlyWhenChanged, refill } from "../redraw.js";
import { go, onRoute, route } from "../route.js";
import { store, subscribe } from "../store.js";
import { previewPanel } from "./preview.js";

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
    h("section", { class: "panel", "aria-labelledby": "documents-list-title" },
      h("h3", { id: "documents-list-title" }, t("documents.title")), empty, list, more),
    preview.element);
  const element = h("section", { id: "section-documents", class: "section", "aria-labelledby": "documents-title" },
    h("h2", { id: "documents-title", class: "visually-hidden" }, t("nav.documents")), columns);

  const MOST = 200;
  const draw = onlyWhenChanged((documents, chosen) => {
    const shown = documents.slice(-MOST).reverse();
    refill(list, shown.map((document) => item(document, document.number === chosen, select)));
    empty.hidden = documents.length > 0;
    more.textContent = documents.length > MOST ? t("documents.more", { n: documents.length - MOST }) : "";
  });

  function update() {
    draw(store.documents, selected);
    preview.show(store.documents.find((document) => document.number === selected) ?? null);
  }

  function select(number) {
    go("documents", number);
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

// One document: its facts and its content.

import { copyButton } from "../clipboard.js";
import { h, withCode } from "../dom.js";
import { bytes, clock } from "../format.js";
import { said, t } from "../i18n.js";
import { refill } from "../redraw.js";

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

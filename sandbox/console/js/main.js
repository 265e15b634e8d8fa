// Draws the page from the store whenever something has changed, and follows the event stream.

import { actView } from "./act/view.js";
import { documentsView, followDocuments } from "./documents/view.js";
import { h } from "./dom.js";
import { header, keepClear } from "./header.js";
import { language, t } from "./i18n.js";
import { drawEntries } from "./live/list.js";
import { followLive, liveView } from "./live/view.js";
import { noteSeen, outcomesView } from "./outcomes/view.js";
import { refill } from "./redraw.js";
import { route } from "./route.js";
import { clearProblem, statusLine } from "./status.js";
import { onDraw, redraw } from "./store.js";
import { connect } from "./stream.js";

let before = route().section;

function follow() {
  const now = route();
  // Another section begins at its top.
  if (now.section !== before) {
    scrollTo(0, 0);
    clearProblem();
  }
  before = now.section;
  followLive(now.section === "live", now.number);
  if (now.section === "documents") followDocuments(now.number);
  return now.section;
}

function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

function draw() {
  const shown = follow();
  document.documentElement.lang = language();
  document.title = `${t(`nav.${shown}`)} · hr-sandbox`;
  const views = { live: liveView, act: actView, documents: documentsView, outcomes: outcomesView };
  refill(document.getElementById("app"),
    h("a", { class: "skip", href: "#main", onclick: skip }, t("skip")), header(shown), statusLine,
    h("main", { id: "main", tabindex: "-1" }, Object.entries(views).map(([name, view]) => view(name === shown))));
  drawEntries();
  noteSeen();
}

onDraw(draw);
redraw();
keepClear();
connect();

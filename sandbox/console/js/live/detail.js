// One request in full: what is right and wrong in it, head, body, and the response.

import { read, shown } from "../api.js";
import { h, withCode } from "../dom.js";
import { bytes, callName, clock, decoded, duration } from "../format.js";
import { said, t } from "../i18n.js";
import { copyButton, facts } from "../panel.js";
import { redraw, store } from "../store.js";
import { stateOf } from "./chain.js";
import { curl } from "./curl.js";
import { faultBadge } from "./list.js";

function findingItem(finding) {
  const kind = finding.ok ? "ok" : "remark";
  return h("li", { class: `finding ${kind}` },
    h("span", { class: "sign", "aria-hidden": "true" }, finding.ok ? "✓" : "!"),
    h("div", {}, h("span", { class: "finding-kind" }, t(`finding.${kind}`)), " ", h("span", {}, withCode(said(finding, "text")))));
}

/** Expected beside what came. */
function comparison(refusal) {
  return h("dl", { class: "comparison" },
    h("div", { class: "expected" }, h("dt", {}, t("expected")), h("dd", {}, withCode(said(refusal, "expected") || "–"))),
    h("div", { class: "came" }, h("dt", {}, t("came")), h("dd", {}, withCode(said(refusal, "found") || "–"))));
}

function table(rows) {
  return h("table", { class: "headers" },
    h("tbody", {}, rows.map(([name, value]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));
}

function headTable(headers) {
  return headers.length > 0 ? table(headers) : h("p", { class: "empty" }, t("detail.no_headers"));
}

function partRow({ name, value, filename, content_type: type, bytes: size }) {
  const file = filename && t("detail.part_file", { name: filename });
  return [name, [value, file, type, bytes(size)].filter(Boolean).join(" · ")];
}

function bodyBlock(body, name) {
  if (body === "") return h("p", { class: "empty" }, t("detail.no_body"));
  if (body.multipart) return table(body.multipart.map(partRow));
  const text = typeof body === "string" ? body : JSON.stringify(body, null, 2);
  return h("pre", { class: "body", tabindex: "0", role: "region", "aria-label": name }, text);
}

function factsOf(request) {
  return facts([
    ["detail.service", t(`service.${request.service}`)],
    ["detail.call", callName(request.call)],
    ["detail.time", clock(request.time)],
    ["detail.took", duration(request.duration_ms)],
    ["detail.received", bytes(request.bytes)],
    ["detail.session", request.session],
    ["detail.ticket", request.ticket],
    ["detail.card", request.card],
    ["detail.peer", request.peer],
    ["detail.path", decoded(request.path) === request.path ? null : request.path],
  ]);
}

function content(request) {
  const problem = said(request, "problem");
  const { response } = request;
  // What was wrong stands at the top.
  const findings = request.findings.filter((finding) => finding.ok !== false);
  return [
    (request.refusal || problem) && h("div", { class: `callout ${stateOf(request) === "fault" ? "warn" : "bad"}` },
      problem && h("p", {}, h("strong", {}, t("finding.bad")), " ", withCode(problem)),
      request.refusal && comparison(request.refusal)),
    request.fault && h("p", { class: "badges" }, faultBadge(request.fault)),
    factsOf(request),
    h("h4", {}, t("detail.findings")),
    findings.length
      ? h("ul", { class: "findings" }, findings.map(findingItem))
      : h("p", { class: "empty" }, t("detail.no_findings")),
    h("h4", {}, t("detail.head")),
    headTable(request.headers),
    h("h4", {}, t("detail.body")),
    bodyBlock(said(request, "body"), t("detail.body")),
    h("h4", {}, t("detail.response")),
    response
      ? [headTable(response.headers), bodyBlock(said(response, "body"), t("detail.response"))]
      : h("p", { class: "empty" }, t(request.ended === null ? "detail.no_response_yet" : "detail.no_response")),
  ];
}

/** The request that is shown in full, as it was read last. */
const held = { request: null, key: null };

async function load(number, key, close) {
  held.key = key;
  const fresh = held.request?.number !== number;
  const request = await read(shown(`/requests/${number}`));
  if (held.key !== key) return;
  if (!request) {
    close({ gone: true });
    return;
  }
  held.request = request;
  redraw();
  if (fresh) document.getElementById("detail-title").focus({ preventScroll: matchMedia("(min-width: 60rem)").matches });
}

/** `close` is what a person does, also when the request is gone. A request that goes on is read again. */
export function detailPanel(number, close) {
  const key = number === null ? null : `${number} ${store.entries.get(`request${number}`)?.version} ${shown("")}`;
  if (key === null) Object.assign(held, { request: null, key });
  else if (key !== held.key) load(number, key, close);
  const { request } = held;
  if (request?.number !== number) return h("aside", { class: "panel detail", hidden: true });
  const state = stateOf(request);
  const leave = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  };
  return h("aside", { class: "panel detail", "aria-labelledby": "detail-title", data: { state }, onkeydown: leave },
    h("div", { class: "detail-head" },
      h("h3", { id: "detail-title", tabindex: "-1" },
        h("span", { class: "detail-number" }, `#${number}`), " ",
        h("span", { class: "detail-line" }, `${request.method} ${decoded(request.path)}`), " ",
        h("span", { class: `badge ${state}` }, [request.status, t(`request.state.${state}`)].filter(Boolean).join(" "))),
      h("button", { type: "button", class: "plain close", "aria-label": t("detail.close"), onclick: () => close() }, "✕")),
    h("div", { class: "detail-tools" }, copyButton(() => curl(request, store.hello.urls), "curl", t("detail.curl")),
      copyButton(() => JSON.stringify(request, null, 2), "JSON", t("detail.json"))),
    h("div", { class: "detail-body", data: { key: `body-${number}` } }, content(request)));
}

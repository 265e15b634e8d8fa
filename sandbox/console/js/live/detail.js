// One request in full: what is right and wrong in it, head, body, and the response.

import { read, shown } from "../api.js";
import { copyButton } from "../controls.js";
import { fill, h, withCode } from "../dom.js";
import { bytes, callName, clock, decoded, duration, pretty } from "../format.js";
import { said, t } from "../i18n.js";
import { keepFocus, refill } from "../redraw.js";
import { store } from "../store.js";
import { curl } from "./curl.js";
import { faultBadge, stateOf } from "./list.js";

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

function headTable(headers) {
  if (!headers?.length) return h("p", { class: "empty" }, t("detail.no_headers"));
  return h("table", { class: "headers" },
    h("tbody", {}, headers.map(([name, value]) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, value)))));
}

function partTable(parts) {
  return h("table", { class: "headers" },
    h("tbody", {}, parts.map((part) => h("tr", {},
      h("th", { scope: "row" }, part.name ?? t("detail.part_unnamed")),
      h("td", {}, [
        part.value,
        part.filename ? t("detail.part_file", { name: part.filename }) : null,
        part.content_type,
        part.bytes !== null && part.bytes !== undefined ? bytes(part.bytes) : null,
      ].filter(Boolean).join(" · "))))));
}

function bodyBlock(body, name) {
  if (body === null || body === undefined || body === "") return h("p", { class: "empty" }, t("detail.no_body"));
  if (body.multipart) return partTable(body.multipart);
  return h("pre", { class: "body", tabindex: "0", role: "region", "aria-label": name }, pretty(body));
}

function facts(request) {
  const rows = [
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
  ];
  return h("dl", { class: "facts" }, rows.filter(([, value]) => value).map(([key, value]) =>
    h("div", {}, h("dt", {}, t(key)), h("dd", {}, value))));
}

function content(request) {
  const problem = said(request, "problem");
  const response = request.response;
  // What was wrong stands at the top.
  const findings = (request.findings ?? []).filter((finding) => finding.ok !== false);
  return [
    (request.refusal || problem) && h("div", { class: `callout ${stateOf(request) === "fault" ? "warn" : "bad"}` },
      problem && h("p", {}, h("strong", {}, t("finding.bad")), " ", withCode(problem)),
      request.refusal && comparison(request.refusal)),
    request.fault && h("p", { class: "badges" }, faultBadge(request.fault)),
    facts(request),
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

/** `close` is what a person does; `leave` is done when the request is gone. */
export function detailPanel({ close, leave }) {
  const title = h("h3", { id: "detail-title", tabindex: "-1" });
  const tools = h("div", { class: "detail-tools" });
  const inside = h("div", { class: "detail-body" });
  const element = h("aside", { class: "panel detail", "aria-labelledby": "detail-title", hidden: true },
    h("div", { class: "detail-head" }, title,
      h("button", { type: "button", class: "plain close", "aria-label": t("detail.close"), onclick: () => close() }, "✕")),
    tools, inside);
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
  });
  let number = null;
  let version = -1;

  async function load(focus) {
    const wanted = number;
    const request = await read(shown(`/requests/${wanted}`));
    if (number !== wanted) return;
    if (!request) {
      leave();
      return;
    }
    const draw = focus ? fill : refill;
    const state = stateOf(request);
    element.dataset.state = state;
    draw(title,
      h("span", { class: "detail-number" }, `#${request.number}`), " ",
      h("span", { class: "detail-line" }, `${request.method} ${decoded(request.path)}`), " ",
      h("span", { class: `badge ${state}` }, [request.status, t(`request.state.${state}`)].filter(Boolean).join(" ")));
    draw(tools, copyButton(() => curl(request, store.hello?.urls), "curl", t("detail.curl")),
      copyButton(() => JSON.stringify(request, null, 2), "JSON", t("detail.json")));
    draw(inside, content(request));
    if (focus) title.focus({ preventScroll: matchMedia("(min-width: 60rem)").matches });
  }

  return {
    element,
    show(wanted, focus) {
      number = wanted;
      keepFocus(() => { element.hidden = number === null; });
      if (number === null) return;
      version = store.requests.get(number)?.version ?? -1;
      load(focus);
    },
    /** The request shown may have ended since. */
    update() {
      const now = number === null ? version : store.requests.get(number)?.version ?? version;
      if (now === version) return;
      version = now;
      load(false);
    },
  };
}

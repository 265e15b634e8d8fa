// One line of the list: a request with what is wrong with it, or an activity.

import { h, withCode } from "../dom.js";
import { callName, clock, decoded, duration } from "../format.js";
import { said, t } from "../i18n.js";
import { answeredWithFault, failed } from "./chain.js";

export function stateOf(request) {
  const bad = failed(request);
  if (bad === null) return "open";
  if (answeredWithFault(request)) return "fault";
  if (request.ended === "cut" || request.ended === "client_left") return request.ended;
  return bad ? "refused" : "ok";
}

const SIGNS = { ok: "✓", fault: "✓", refused: "✕", open: "…", cut: "✂\uFE0E", client_left: "←" };

export function faultBadge(fault) {
  return h("span", { class: "badge fault" }, t("request.fault", { name: fault.name ?? t("fault.own") }));
}

function badges(request) {
  return [
    request.fault && faultBadge(request.fault),
    request.remarks > 0 && h("span", { class: "badge remark" }, t("request.remarks", { n: request.remarks })),
  ];
}

function requestItem(request, select) {
  const state = stateOf(request);
  const status = request.status === null ? "" : String(request.status);
  const problem = said(request, "problem");
  const path = decoded(request.query ? `${request.path}?${request.query}` : request.path);
  return h("li", { class: `entry request ${state}`, data: { requestNumber: String(request.number), state } },
    h("button", { type: "button", class: "row", tabindex: "-1", onclick: () => select(request.number) },
      h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[state]),
      h("span", { class: "time" }, clock(request.time)),
      h("span", { class: "method" }, request.method),
      h("span", { class: "what" }, h("span", { class: "path" }, path), badges(request),
        problem && h("span", { class: "problem-text" }, withCode(problem))),
      h("span", { class: "call" }, callName(request.call)),
      h("span", { class: "took" }, duration(request.duration_ms)),
      h("span", { class: "code" }, status),
      h("span", { class: "visually-hidden" }, `, ${t(`request.state.${state}`)}`)));
}

function activityItem(activity) {
  return h("li", { class: `entry activity ${activity.topic}` },
    h("div", { class: "row" },
      h("span", { class: "sign", "aria-hidden": "true" }, "•"),
      h("span", { class: "time" }, clock(activity.time)),
      h("span", { class: "topic" }, t(`topic.${activity.topic}`)),
      h("span", { class: "text" }, withCode(said(activity, "text")))));
}

export function entryItem({ kind, thing }, select) {
  return kind === "request" ? requestItem(thing, select) : activityItem(thing);
}

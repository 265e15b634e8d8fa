// The section Live: the chain, the list, and one request beside it.

import { shown as asShown } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { panel, section } from "../panel.js";
import { go, route } from "../route.js";
import { redraw, store } from "../store.js";
import { chainPanel } from "./chain.js";
import { detailPanel } from "./detail.js";
import { firstSteps } from "./first-steps.js";
import { clearView, filterBar, focusRow, followResets, goOn, look, pause, requestList } from "./list.js";

/** Which request is chosen: a reset leaves none, also while another section is read. */
export function followLive(shown, number) {
  const reset = followResets();
  if (shown && reset) history.replaceState(null, "", "#live");
  if (reset) look.selected = null;
  else if (shown) look.selected = number;
}

function close({ gone = false } = {}) {
  const number = look.selected;
  look.selected = null;
  // A request may go while another section is read.
  if (route().section === "live") go("live", null, { gone });
  redraw();
  focusRow(number);
}

function choose(what) {
  what();
  redraw();
}

function toolbar() {
  const count = look.paused ? store.arrived - look.paused.arrived : 0;
  return h("div", { class: "toolbar", role: "group", "aria-label": t("live.tools") }, filterBar(),
    h("span", { class: "toolbar-end" },
      h("button", { type: "button", "aria-pressed": String(look.paused !== null), onclick: () => choose(look.paused ? goOn : pause) },
        look.paused ? t("live.continue") : t("live.pause"), count > 0 ? " " : "",
        h("span", { class: "waiting" }, count > 0 && t("live.waiting", { n: count }))),
      h("button", { type: "button", onclick: () => choose(clearView) }, t("live.clear")),
      h("a", { class: "button", href: asShown("/requests"), download: "requests.json" }, t("live.export"))));
}

export function liveView(shown) {
  const open = look.selected !== null;
  const leave = (event) => {
    if (event.key === "Escape" && open) close();
  };
  const element = section("live", shown, firstSteps(), chainPanel(),
    h("div", { class: `live-columns${open ? " with-detail" : ""}` },
      panel("list", "list.title", toolbar(), requestList()), detailPanel(look.selected, close)));
  element.onkeydown = leave;
  return element;
}

// The section Live: the chain, the list, and one request beside it.

import { shown } from "../api.js";
import { fill, h } from "../dom.js";
import { t } from "../i18n.js";
import { panel, section } from "../panel.js";
import { go, onRoute, route } from "../route.js";
import { subscribe } from "../store.js";
import { chainView } from "./chain-view.js";
import { detailPanel } from "./detail.js";
import { firstSteps } from "./first-steps.js";
import { clearView, filterBar, goOn, look, pause, renewPaused, requestList, waitingCount } from "./list.js";

export function liveView() {
  const waiting = h("span", { class: "waiting" });
  const pauseButton = h("button", { type: "button", "aria-pressed": "false", onclick: togglePause });
  const clear = h("button", { type: "button", onclick: () => { clearView(); list.update(); tools(); } }, t("live.clear"));
  const exported = h("a", { class: "button", download: "requests.json" }, t("live.export"));
  exported.addEventListener("click", () => exported.setAttribute("href", shown("/requests")));
  exported.setAttribute("href", "/requests");

  const detail = detailPanel({ close, leave: () => close({ gone: true }) });
  const list = requestList({ select: (number) => go("live", number), changed: tools });
  const bar = h("div", { class: "toolbar", role: "group", "aria-label": t("live.tools") },
    filterBar(() => { look.skip = 0; list.update(); }),
    h("span", { class: "toolbar-end" }, pauseButton, clear, exported));
  const listed = panel("list", "list.title", bar, list.element);
  listed.classList.add("list-panel");
  const columns = h("div", { class: "live-columns" }, listed, detail.element);
  const element = section("live", firstSteps(), chainView(), columns);

  function tools() {
    const count = waitingCount();
    pauseButton.setAttribute("aria-pressed", String(look.paused !== null));
    fill(waiting, count > 0 ? t("live.waiting", { n: count }) : "");
    fill(pauseButton, look.paused ? t("live.continue") : t("live.pause"), count > 0 ? " " : "", waiting);
  }

  function togglePause() {
    if (look.paused) goOn();
    else pause();
    list.update();
    tools();
  }

  function close({ gone = false } = {}) {
    const number = look.selected;
    // A request may go while another section is read.
    if (route().section === "live") go("live", null, { gone });
    else choose(null, false);
    list.focusRow(number);
  }

  function choose(number, focus) {
    look.selected = number;
    columns.classList.toggle("with-detail", number !== null);
    list.markSelected();
    detail.show(number, focus);
  }

  function follow({ section, number }) {
    if (section !== "live") return;
    list.update();
    if (number === look.selected && (number === null) === detail.element.hidden) return;
    choose(number, number !== look.selected);
  }

  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && look.selected !== null) close();
  });
  onRoute(follow);
  subscribe(["feed"], () => detail.update());
  subscribe(["reset"], () => {
    look.paused = null;
    look.cleared = null;
    look.skip = 0;
    if (look.selected !== null) close({ gone: true });
    tools();
  });
  subscribe(["renewed"], () => {
    renewPaused();
    list.update();
    tools();
  });
  subscribe(["identifiers"], () => detail.show(look.selected, false));
  tools();
  return { element, follow };
}

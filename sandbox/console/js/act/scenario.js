// The scenario: back to its start, saved to a file, loaded from one.

import { act } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";

export function scenarioPanel() {
  const file = h("input", { type: "file", accept: ".json,application/json", class: "visually-hidden", id: "scenario-file", tabindex: "-1", "aria-label": t("scenario.file") });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    await act("PUT", "/scenario", await chosen.text(), t("scenario.loaded", { name: chosen.name }));
    file.value = "";
  });
  return h("section", { class: "panel", "aria-labelledby": "scenario-title" },
    h("h3", { id: "scenario-title" }, t("scenario.title")),
    h("p", { class: "muted" }, t("scenario.hint")),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "danger", onclick: () => act("POST", "/reset", {}, t("scenario.reset_done")) }, t("scenario.reset")),
      h("a", { class: "button", href: "/scenario", download: "scenario.json" }, t("scenario.save")),
      h("button", { type: "button", onclick: () => file.click() }, t("scenario.load")), file));
}

// The scenario: back to its start, saved to a file, loaded from one.

import { act } from "../api.js";
import { confirmedButton } from "../confirm.js";
import { h, withCode } from "../dom.js";
import { t } from "../i18n.js";
import { showProblem } from "../status.js";

export function scenarioPanel() {
  const file = h("input", { type: "file", accept: ".json,application/json", class: "visually-hidden", id: "scenario-file", tabindex: "-1", "aria-label": t("scenario.file") });
  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    if (!chosen) return;
    // Removed or changed since it was chosen, or not for this person to read.
    const text = await chosen.text().catch(() => null);
    file.value = "";
    if (text === null) showProblem(t("scenario.unreadable", { name: chosen.name }));
    else await act("PUT", "/scenario", text, t("scenario.loaded", { name: chosen.name }));
  });
  return h("section", { class: "panel", "aria-labelledby": "scenario-title" },
    h("h3", { id: "scenario-title" }, t("scenario.title")),
    h("p", { class: "muted" }, withCode(t("scenario.hint"))),
    h("p", { class: "muted" }, t("scenario.reset_hint")),
    h("div", { class: "actions" },
      confirmedButton({ ask: t("scenario.reset"), question: t("scenario.reset_question"), yes: t("scenario.reset_yes") },
        () => act("POST", "/reset", {}, t("scenario.reset_done"))),
      h("a", { class: "button", href: "/scenario", download: "scenario.json" }, t("scenario.save")),
      h("button", { type: "button", onclick: () => file.click() }, t("scenario.load")), file));
}

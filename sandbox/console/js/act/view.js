// The section Act: what a person does to the sandbox.

import { h } from "../dom.js";
import { t } from "../i18n.js";
import { faultsPanel } from "./faults.js";
import { patientsPanel } from "./patients.js";
import { readerPanel } from "./reader.js";
import { scenarioPanel } from "./scenario.js";
import { sessionsPanel } from "./sessions.js";

export function actView() {
  const element = h("section", { id: "section-act", class: "section", "aria-labelledby": "act-title" },
    h("h2", { id: "act-title", class: "visually-hidden" }, t("nav.act")),
    h("div", { class: "act-columns" },
      h("div", { class: "act-column" }, readerPanel(), sessionsPanel(), scenarioPanel()),
      h("div", { class: "act-column" }, faultsPanel()),
      h("div", { class: "act-column" }, patientsPanel())));
  return { element };
}

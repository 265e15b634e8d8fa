// The patients, with what the service knows of them as switches.

import { act } from "../api.js";
import { h } from "../dom.js";
import { person, sex } from "../format.js";
import { t } from "../i18n.js";
import { onlyWhenChanged, refill } from "../redraw.js";
import { store, subscribe } from "../store.js";
import { note } from "./note.js";
import { patientForm } from "./patient-form.js";

export const FLAGS = ["ins_qualified", "alimentation_consent", "opposed"];

function flagSwitch(patient, flag) {
  const input = h("input", {
    type: "checkbox", role: "switch", class: "switch", checked: Boolean(patient[flag]),
    "aria-label": t("patient.flag_of", { flag: t(`patient.${flag}`), who: person(patient) }),
    data: { key: `${flag}-${patient.number}` },
    onchange: async ({ currentTarget }) => {
      const wanted = currentTarget.checked;
      if (!(await act("POST", `/patients/${patient.number}`, { [flag]: wanted }))) currentTarget.checked = !wanted;
    },
  });
  return h("label", { class: "flag" }, input, h("span", { "aria-hidden": "true" }, t(`patient.${flag}`)));
}

function patientItem(patient) {
  return h("li", { class: "patient", data: { key: `patient-${patient.number}`, patientNumber: String(patient.number) } },
    h("div", { class: "patient-who" },
      h("span", { class: "patient-name" }, person(patient)),
      h("span", { class: "muted" }, `${patient.date_naissance} · ${sex(patient.sexe)} · `, h("span", { class: "whole" }, patient.patient_id)),
      note("span", patient)),
    h("div", { class: "flags" }, FLAGS.map((flag) => flagSwitch(patient, flag))));
}

export function patientsPanel() {
  const list = h("ul", { class: "patients" });
  const element = h("section", { class: "panel", "aria-labelledby": "patients-title" },
    h("h3", { id: "patients-title" }, t("patients.title")), list, patientForm());
  const draw = onlyWhenChanged((patients) => refill(list, patients.map(patientItem)));
  const update = () => draw(store.patients);
  subscribe(["patients"], update);
  update();
  return element;
}

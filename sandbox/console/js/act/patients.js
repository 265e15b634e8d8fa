// The patients, with what the service knows of them as switches, and a form for a new one.

import { act } from "../api.js";
import { h } from "../dom.js";
import { person, sex } from "../format.js";
import { t } from "../i18n.js";
import { panel, shows } from "../panel.js";
import { refill } from "../redraw.js";
import { store } from "../store.js";
import { checkField, field, note } from "./fields.js";

export function patientForm() {
  const form = h("form", { class: "form" },
    field("nom", t("patient.nom"), { required: true, autocomplete: "off" }),
    field("prenom", t("patient.prenom"), { required: true, autocomplete: "off" }),
    field("date_naissance", t("patient.date_naissance"), { type: "date", required: true }),
    field("sexe", t("patient.sexe"), { tag: "select", options: [["F", t("sex.F")], ["M", t("sex.M")]] }),
    field("patient_id", t("patient.patient_id"), {
      required: true, autocomplete: "off", pattern: "[0-9A-Za-z]{15}", title: t("patient.id_hint"),
    }, { wide: true, hint: t("patient.id_hint") }),
    h("div", { class: "wide checks" },
      checkField("ins_qualified", t("patient.ins_qualified"), { checked: true }),
      checkField("alimentation_consent", t("patient.alimentation_consent"), { checked: true }),
      checkField("opposed", t("patient.opposed"))),
    h("div", { class: "wide actions" }, h("button", { class: "primary" }, t("patient.add"))));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { elements } = form;
    const patient = {};
    for (const name of ["nom", "prenom", "date_naissance", "sexe", "patient_id"]) patient[name] = elements[name].value.trim();
    for (const name of ["ins_qualified", "alimentation_consent", "opposed"]) patient[name] = elements[name].checked;
    if (await act("POST", "/patients", patient, t("patient.added"))) form.reset();
  });
  return h("details", { class: "fold", data: { key: "patient-form" } }, h("summary", {}, t("patient.new")), form);
}

export const FLAGS = ["ins_qualified", "alimentation_consent", "opposed"];

function flagSwitch(patient, flag) {
  const input = h("input", {
    type: "checkbox", role: "switch", checked: Boolean(patient[flag]),
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
  shows(["patients"], () => [store.patients], (patients) => refill(list, patients.map(patientItem)));
  return panel("patients", "patients.title", list, patientForm());
}

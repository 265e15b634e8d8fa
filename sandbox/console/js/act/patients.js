// The patients, with what the service knows of them as switches, and a form for a new one.

import { act } from "../api.js";
import { h } from "../dom.js";
import { person, sex } from "../format.js";
import { t } from "../i18n.js";
import { checkField, field, note, panel } from "../panel.js";
import { store } from "../store.js";

const TRAITS = ["nom", "prenom", "date_naissance", "sexe", "patient_id"];
const FLAGS = ["ins_qualified", "alimentation_consent", "opposed"];

async function add(event) {
  event.preventDefault();
  const { currentTarget: form } = event;
  const { elements } = form;
  const patient = {};
  for (const name of TRAITS) patient[name] = elements[name].value.trim();
  for (const name of FLAGS) patient[name] = elements[name].checked;
  if (await act("POST", "/patients", patient, t("patient.added"))) form.reset();
}

function patientForm() {
  const hint = t("patient.id_hint");
  return h("details", { class: "fold", data: { key: "patient-form" } }, h("summary", {}, t("patient.new")),
    h("form", { class: "form", onsubmit: add },
      field("nom", t("patient.nom"), { required: true, autocomplete: "off" }),
      field("prenom", t("patient.prenom"), { required: true, autocomplete: "off" }),
      field("date_naissance", t("patient.date_naissance"), { type: "date", required: true }),
      field("sexe", t("patient.sexe"), { tag: "select", options: [["F", t("sex.F")], ["M", t("sex.M")]] }),
      field("patient_id", t("patient.patient_id"), { required: true, autocomplete: "off", pattern: "[0-9A-Za-z]{15}", title: hint }, { wide: true, hint }),
      h("div", { class: "wide checks" }, FLAGS.map((name) => checkField(name, t(`patient.${name}`), name !== "opposed"))),
      h("div", { class: "wide actions" }, h("button", { class: "primary" }, t("patient.add")))));
}

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
  return panel("patients", "patients.title", h("ul", { class: "patients" }, store.patients.map(patientItem)), patientForm());
}

// What a program needs to begin with: unfolded until the first request has arrived, and at hand afterwards.

import { read } from "../api.js";
import { h, withCode } from "../dom.js";
import { person, sex } from "../format.js";
import { t } from "../i18n.js";
import { copyButton } from "../panel.js";
import { store } from "../store.js";

const PATIENTS = 2;

function address(name, shown, copied = shown) {
  return h("div", {}, h("dt", {}, h("code", {}, name)), h("dd", {}, h("code", {}, shown), " ", copyButton(copied, name)));
}

/** The secret of the run is asked for when it is copied, and stands nowhere in the page. */
const bearer = async () => (await read("/config"))?.license_bearer ?? "";

function configuration() {
  return [
    h("p", { class: "muted" }, withCode(t("first.config_hint"))),
    h("div", { class: "actions" },
      copyButton(async () => JSON.stringify(await read("/config"), null, 2), t("first.config"), t("first.copy_config")),
      h("a", { class: "button small", href: "/config", download: "config.json" }, t("first.save_config"))),
  ];
}

function cardLine(card) {
  const who = [card.holder?.first_name, card.holder?.last_name].filter(Boolean).join(" ");
  return h("li", {}, t("first.card", { serial: card.serial }), " ", h("span", { class: "muted name" }, who), " ",
    card.pin && h("span", {}, t("card.pin"), " ", h("code", {}, card.pin)));
}

function patientLine(patient) {
  return h("li", {}, h("span", { class: "name" }, person(patient)), " ",
    h("span", { class: "muted" }, [patient.date_naissance, sex(patient.sexe)].filter(Boolean).join(" · ")));
}

/** Whether a request has arrived; another answer makes another element, folded or not, but not while somebody is in it. */
let begun = null;

export function firstSteps() {
  const { hello, cards, patients } = store;
  if (!hello) return null;
  if (begun === null || !document.querySelector(".first:focus-within")) begun = store.newest > 0;
  const professional = cards.filter((card) => card.type !== "Vitale");
  return h("details", { class: "panel first", open: !begun, data: { key: `first-${begun}` } },
    h("summary", {}, h("h3", {}, t("first.title"))), h("p", {}, t("first.lead")),
    h("div", { class: "first-columns" },
      h("div", {}, h("h4", {}, t("first.addresses")),
        h("dl", { class: "addresses" }, address("license_url", hello.urls.license),
          address("license_bearer", "***", bearer), address("local_url", hello.urls.card))),
      h("div", {}, h("h4", {}, t("first.config")), configuration()),
      h("div", {}, h("h4", {}, t("first.cards")), h("ul", { class: "plain-list" }, professional.map(cardLine))),
      h("div", {}, h("h4", {}, t("first.patients")), h("ul", { class: "plain-list" }, patients.slice(0, PATIENTS).map(patientLine)))));
}

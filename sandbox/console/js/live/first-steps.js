// What a program needs to begin with: unfolded until the first request has arrived, and at hand afterwards.

import { read } from "../api.js";
import { copyButton } from "../controls.js";
import { h, withCode } from "../dom.js";
import { person, sex } from "../format.js";
import { t } from "../i18n.js";
import { follows } from "../panel.js";
import { onlyWhenChanged, refill } from "../redraw.js";
import { store } from "../store.js";

const PATIENTS = 2;

function address(name, value) {
  return h("div", {}, h("dt", {}, h("code", {}, name)), h("dd", {}, h("code", {}, value), " ", copyButton(value, name)));
}

/** The secret of the run is asked for when it is copied, and stands nowhere in the page. */
function bearer() {
  const name = "license_bearer";
  return h("div", {}, h("dt", {}, h("code", {}, name)), h("dd", {}, h("code", {}, "***"), " ",
    copyButton(async () => (await read("/config"))?.license_bearer ?? "", name)));
}

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

export function firstSteps() {
  const body = h("div", { class: "first-columns" });
  const element = h("details", { class: "panel first", data: { key: "first-steps" }, hidden: true },
    h("summary", {}, h("h3", {}, t("first.title"))), h("p", {}, t("first.lead")), body);
  const draw = onlyWhenChanged((urls, cards, patients) => {
    refill(body,
      h("div", {}, h("h4", {}, t("first.addresses")),
        h("dl", { class: "addresses" }, address("license_url", urls.license), bearer(), address("local_url", urls.card))),
      h("div", {}, h("h4", {}, t("first.config")), configuration()),
      h("div", {}, h("h4", {}, t("first.cards")), h("ul", { class: "plain-list" }, cards.map(cardLine))),
      h("div", {}, h("h4", {}, t("first.patients")), h("ul", { class: "plain-list" }, patients.map(patientLine))));
  });
  let begun = null;
  const update = () => {
    element.hidden = !store.hello?.urls;
    if (element.hidden) return;
    draw(store.hello.urls, store.cards.filter((card) => card.type !== "Vitale"), store.patients.slice(0, PATIENTS));
    const now = store.requests.size > 0;
    // Not while somebody is in it.
    if (now !== begun && !element.contains(document.activeElement)) element.open = !now;
    begun = now;
  };
  follows(["hello", "feed", "cards", "patients", "reset"], update);
  return element;
}

// What a program needs to begin with; shown until the first request has arrived.

import { copyButton } from "../clipboard.js";
import { h } from "../dom.js";
import { person, sex } from "../format.js";
import { t } from "../i18n.js";
import { keepFocus, onlyWhenChanged, refill } from "../redraw.js";
import { store, subscribe } from "../store.js";

const PATIENTS = 2;

function address(name, value) {
  return h("div", {}, h("dt", {}, h("code", {}, name)), h("dd", {}, h("code", {}, value), " ", copyButton(value, name)));
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
  const element = h("section", { class: "panel first", "aria-labelledby": "first-title", hidden: true },
    h("h3", { id: "first-title" }, t("first.title")), h("p", {}, t("first.lead")), body,
    h("p", { class: "muted" }, t("first.then")));
  const draw = onlyWhenChanged((urls, cards, patients) => {
    refill(body,
      h("div", {}, h("h4", {}, t("first.addresses")),
        h("dl", { class: "addresses" }, address("license_url", urls.license), address("local_url", urls.card)),
        h("p", { class: "muted" }, t("first.bearer"))),
      h("div", {}, h("h4", {}, t("first.cards")), h("ul", { class: "plain-list" }, cards.map(cardLine))),
      h("div", {}, h("h4", {}, t("first.patients")), h("ul", { class: "plain-list" }, patients.map(patientLine))));
  });
  const update = () => keepFocus(() => {
    element.hidden = !store.hello?.urls || store.requests.size > 0;
    if (element.hidden) return;
    draw(store.hello.urls, store.cards.filter((card) => card.type !== "Vitale"), store.patients.slice(0, PATIENTS));
  });
  subscribe(["hello", "feed", "cards", "patients", "reset"], update);
  update();
  return element;
}

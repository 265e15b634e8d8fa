// The reader: each card in or out, its tries, its PIN, and what can be done with it.

import { act } from "../api.js";
import { h } from "../dom.js";
import { t } from "../i18n.js";
import { onlyWhenChanged, refill } from "../redraw.js";
import { store, subscribe } from "../store.js";
import { cardDrawing } from "./card-drawing.js";
import { note } from "./note.js";

function holderName({ holder = {} }) {
  return [holder.civ_title, holder.first_name, holder.last_name].filter(Boolean).join(" ");
}

function tries(card) {
  if (card.type === "Vitale") return h("p", { class: "tries" }, t("card.no_pin"));
  const dots = Array.from({ length: Math.min(card.tries, 10) }, (_, at) =>
    h("span", { class: at < card.tries_left ? "dot left" : "dot used" }));
  return h("p", { class: "tries" },
    h("span", { class: "dots", "aria-hidden": "true" }, dots),
    card.locked
      ? h("span", { class: "badge refused" }, t("card.locked"))
      : t("card.tries", { n: card.tries_left, tries: card.tries }));
}

function pinForm(card) {
  const who = holderName(card);
  const input = h("input", {
    type: "text", inputmode: "numeric", autocomplete: "off", required: true, maxlength: "16",
    class: "pin-input", name: "pin", "aria-label": t("card.new_pin"), data: { key: `pin-${card.serial}` },
  });
  return h("form", {
    class: "inline-form",
    onsubmit: async (event) => {
      event.preventDefault();
      const { pin } = event.currentTarget.elements;
      if (await act("POST", "/cards/pin", { serial: card.serial, pin: pin.value.trim() }, t("card.pin_changed"))) pin.value = "";
    },
  }, input, h("button", {
    class: "small", data: { key: `pin-set-${card.serial}` }, "aria-label": t("card.change_pin_of", { who }),
  }, t("card.change_pin")));
}

function cardTile(card) {
  const who = holderName(card);
  const { serial } = card;
  const button = (name, path, done) => h("button", {
    type: "button", data: { key: `${path === "/cards/unlock" ? "unlock" : "move"}-${serial}` },
    "aria-label": t(`card.${name}_of`, { who }),
    onclick: () => act("POST", path, { serial }, done && t(done)),
  }, t(`card.${name}`));
  return h("li", { class: `card-tile ${card.inserted ? "in" : "out"}`, data: { key: `card-${serial}`, serial } },
    cardDrawing(card),
    h("div", { class: "card-text" },
      h("h4", {}, who || serial),
      h("p", { class: "muted" }, `${card.type} · ${serial}`, " ",
        h("span", { class: `badge ${card.inserted ? "ok" : "none"}` }, t(card.inserted ? "card.in" : "card.out"))),
      card.situations?.length > 0 && h("p", { class: "muted" }, t("card.situations", { n: card.situations.length }), " ",
        card.situations.map(({ label }) => label).join(" · ")),
      note("p", card),
      tries(card),
      card.type !== "Vitale" && h("div", { class: "pin" },
        card.pin && h("span", {}, t("card.pin"), " ", h("code", {}, card.pin)), pinForm(card)),
      h("div", { class: "actions" },
        card.inserted ? button("remove", "/cards/remove") : button("insert", "/cards/insert"),
        card.type !== "Vitale" && card.tries_left < card.tries && button("unlock", "/cards/unlock", "card.unlocked"))));
}

export function readerPanel() {
  const list = h("ul", { class: "cards" });
  const element = h("section", { class: "panel", "aria-labelledby": "reader-title" },
    h("h3", { id: "reader-title" }, t("reader.title")), list);
  const draw = onlyWhenChanged((cards) => refill(list, cards.map(cardTile)));
  const update = () => draw(store.cards);
  subscribe(["cards"], update);
  update();
  return element;
}

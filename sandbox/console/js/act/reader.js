// The reader: each card in or out, drawn, with its tries, its PIN, and what can be done with it.

import { act } from "../api.js";
import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { note, panel } from "../panel.js";
import { store } from "../store.js";

const rect = (x, y, width, height, rx, fill, stroke = "none") => svg("rect", { x, y, width, height, rx, fill, stroke });

/** The card stands upright, its chip down, as it goes into a desk reader. */
function cardDrawing(card) {
  const vitale = card.type === "Vitale";
  const [face, edge] = vitale ? ["#eaf5e6", "#3f7f32"] : ["#e9f1fb", "#2d6cb3"];
  const words = t(card.inserted ? "reader.card_in" : "reader.card_out", { type: card.type, serial: card.serial });
  return svg("svg", { viewBox: "0 0 120 118", role: "img", "aria-label": words },
    svg("g", { transform: card.inserted && "translate(0 22)" },
      rect(30, 4, 60, 64, 6, face, edge),
      rect(30, 12, 60, 9, 0, edge),
      svg("text", { x: 60, y: 19, fill: "#ffffff", "text-anchor": "middle", "font-size": 7, "font-weight": 700 }, vitale ? "VITALE" : "CPS"),
      rect(38, 27, 30, 3, 1.5, "#8fa3b8"),
      rect(38, 33, 20, 3, 1.5, "#8fa3b8"),
      rect(47, 40, 26, 20, 4, "#e7c25d", "#9a7a1c"),
      svg("path", { d: "M47 50h26 M56 40v20 M64 40v20", stroke: "#9a7a1c" })),
    svg("path", { d: "M14 74h92a6 6 0 0 1 6 6l4 28a6 6 0 0 1-6 7H10a6 6 0 0 1-6-7l4-28a6 6 0 0 1 6-6z", fill: "#39434f" }),
    rect(22, 78, 76, 5, 2.5, "#151a20"),
    svg("circle", { cx: 60, cy: 99, r: 4, fill: card.inserted ? "#58d17a" : "#6a7683" }));
}

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
    size: 6, name: "pin", "aria-label": t("card.new_pin"), data: { key: `pin-${card.serial}` },
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
  return panel("reader", "reader.title", h("ul", { class: "cards" }, store.cards.map(cardTile)));
}

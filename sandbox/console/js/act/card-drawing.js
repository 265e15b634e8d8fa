// A reader with its slot, and the card in it or above it.

import { svg } from "../dom.js";
import { t } from "../i18n.js";

function chip() {
  return svg("g", { class: "chip" },
    svg("rect", { x: "47", y: "40", width: "26", height: "20", rx: "4", class: "chip-face" }),
    svg("path", { d: "M47 50h26 M56 40v20 M64 40v20", class: "chip-line" }));
}

/** The card stands upright, its chip down, as it goes into a desk reader. */
export function cardDrawing(card) {
  const vitale = card.type === "Vitale";
  const words = t(card.inserted ? "reader.card_in" : "reader.card_out", { type: card.type, serial: card.serial });
  return svg("svg", { viewBox: "0 0 120 118", class: `drawing ${vitale ? "vitale" : "cps"} ${card.inserted ? "in" : "out"}`, role: "img", "aria-label": words },
    svg("g", { class: "moving" },
      svg("rect", { x: "30", y: "4", width: "60", height: "64", rx: "6", class: "card-face" }),
      svg("rect", { x: "30", y: "12", width: "60", height: "9", class: "card-band" }),
      svg("text", { x: "60", y: "19", class: "card-type", "text-anchor": "middle" }, vitale ? "VITALE" : "CPS"),
      svg("rect", { x: "38", y: "27", width: "30", height: "3", rx: "1.5", class: "card-line" }),
      svg("rect", { x: "38", y: "33", width: "20", height: "3", rx: "1.5", class: "card-line" }),
      chip()),
    svg("path", { d: "M14 74h92a6 6 0 0 1 6 6l4 28a6 6 0 0 1-6 7H10a6 6 0 0 1-6-7l4-28a6 6 0 0 1 6-6z", class: "reader-body" }),
    svg("rect", { x: "22", y: "78", width: "76", height: "5", rx: "2.5", class: "reader-slot" }),
    svg("circle", { cx: "60", cy: "99", r: "4", class: "reader-lamp" }));
}

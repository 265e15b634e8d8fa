// Numbers, sizes and times as people read them.

import { language, t } from "./i18n.js";

const clocks = new Map();

export function clock(time) {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return "";
  const lang = language();
  if (!clocks.has(lang)) {
    const shown = { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false };
    clocks.set(lang, new Intl.DateTimeFormat(lang, shown));
  }
  return clocks.get(lang).format(date);
}

export function bytes(count) {
  if (count === null || count === undefined) return "";
  const lang = language();
  const units = lang === "fr" ? ["o", "ko", "Mo"] : ["B", "KB", "MB"];
  let [size, unit] = [count, 0];
  while (size >= 1000 && unit < 2) [size, unit] = [size / 1000, unit + 1];
  const digits = unit === 0 || size >= 100 ? 0 : 1;
  return `${size.toLocaleString(lang, { maximumFractionDigits: digits })}\u00a0${units[unit]}`;
}

export function duration(ms) {
  if (ms === null || ms === undefined) return "";
  if (ms < 1000) return `${ms.toLocaleString(language(), { maximumFractionDigits: ms < 10 ? 1 : 0 })}\u00a0ms`;
  const seconds = (ms / 1000).toLocaleString(language(), { maximumFractionDigits: 1 });
  return `${seconds}\u00a0s`;
}

export function short(text, length = 8) {
  return text && text.length > length ? `${text.slice(0, length)}…` : text ?? "";
}

export function person(patient) {
  return [patient.nom, patient.prenom].filter(Boolean).join(" ");
}

/** A word for M and F; anything else as it is. */
export function sex(value) {
  return ["F", "M"].includes(value) ? t(`sex.${value}`) : value;
}

export function callName(call) {
  return t(`call.${call}`);
}

/** A path or a query as people read it: what would change its meaning, and what nobody sees, stays encoded. */
export function decoded(text) {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run).replace(/[%/?#&=+\p{C}]|(?! )\p{Z}/gu, encodeURIComponent);
    } catch {
      return run;
    }
  });
}

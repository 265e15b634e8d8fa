// Texts in the language of the browser, or the one chosen with the switch.

import { keepSetting, setting } from "./settings.js";

const [en, fr] = await Promise.all(["en", "fr"].map(async (lang) => (await fetch(`/console/labels/${lang}.json`)).json()));

/** French has a space before some signs and within its quotation marks, where no line breaks. */
const unbroken = (text) => text.replace(/ (?=[:;!?»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
const texts = { en, fr };

export function language() {
  const chosen = setting("language");
  if (chosen === "en" || chosen === "fr") return chosen;
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export function chooseLanguage(chosen) {
  keepSetting("language", chosen);
  document.documentElement.lang = language();
}

/** A text; `{name}` in it is replaced. With `n` the form `key.one` or `key.other` is taken. */
export function t(key, values = {}) {
  const lang = language();
  let full = key;
  if (values.n !== undefined && texts[lang][key] === undefined) {
    full = `${key}.${new Intl.PluralRules(lang).select(values.n) === "one" ? "one" : "other"}`;
  }
  const text = texts[lang][full] ?? texts.en[full] ?? full;
  return (lang === "fr" ? unbroken(text) : text).replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    if (value === undefined) return whole;
    return typeof value === "number" ? value.toLocaleString(lang) : String(value);
  });
}

/** A text that the server sends twice: `x` in English, `x_fr` in French. */
export function said(thing, name) {
  if (!thing) return "";
  const french = thing[`${name}_fr`];
  return (language() === "fr" && french ? unbroken(french) : thing[name]) ?? "";
}

// French puts a space before some signs and within its quotation marks; no line breaks there.

/** The same texts, with that space a non-breaking one. */
export function unbroken(texts) {
  const one = (text) => text.replace(/ (?=[:;!?»])/g, "\u00a0").replaceAll("« ", "«\u00a0");
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, one(text)]));
}

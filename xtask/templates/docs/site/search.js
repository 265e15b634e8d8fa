// How the manual is searched: by Pagefind, whose index of each language folds accents; then a page that has the words as they
// stand comes first, so that a sentence that somebody reads aloud leads to its page.

const LOOKED_AT = 60;
const SHOWN = 10;
// From so many words on it is a sentence: the reference explains it, other pages quote it.
const SENTENCE = 5;

const folded = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_]+/gu, " ")
    .trim();

const isReference = (page) => page.url.includes("/reference/");

export async function find(pagefind, text) {
  const words = folded(text);
  if (!words) {
    return [];
  }
  const { results } = await pagefind.search(text);
  const count = words.split(" ").length;
  const most = count > 1 ? LOOKED_AT : SHOWN;
  const pages = await Promise.all(results.slice(0, most).map((result) => result.data()));
  const has = (page) => ` ${folded(page.content)} `.includes(` ${words} `);
  const rank = (page) => (has(page) ? (count >= SENTENCE && isReference(page) ? 2 : 1) : 0);
  const ranked = pages.map((page) => [page, rank(page)]);
  ranked.sort(([, one], [, other]) => other - one);
  return ranked.slice(0, SHOWN).map(([page]) => page);
}

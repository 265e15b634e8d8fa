// Searches the built manual as its pages do, for each sentence of schema/messages.json, as it is written and without accents:
// the first page that is found must be one that explains it.
//     node tests/manual/search.mjs target/manual          (cargo xtask docs --search)

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const folder = `${pathToFileURL(resolve(process.argv[2]))}/`;
const messages = JSON.parse(await readFile(new URL("../../schema/messages.json", import.meta.url), "utf8"));

// A sentence of this many words is quoted by pages that do not explain it.
const SENTENCE = 5;
// Fewer are no sentence: "Card", "rien".
const LEAST = 3;

// Pagefind reads its index with this, and looks into the page for the language.
globalThis.fetch = async (url) => {
  const file = new URL(url);
  file.search = "";
  return new Response(await readFile(fileURLToPath(file)));
};
globalThis.location = new URL(folder);

const bare = (text) => text.normalize("NFD").replace(/\p{M}/gu, "");
const words = (text) => bare(text).toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
const spoken = (text) => ` ${words(text).join(" ")} `;

/** The longest part that is the same in each case. */
const constant = (text) => text.split(/\{.*?\}/).reduce((one, other) => (other.length > one.length ? other : one));

/** Each sentence with the pages that have it, or a longer one around it. */
function sentences(language) {
  const said = [];
  const add = (list, page) => list.forEach((both) => said.push([both[language], `reference/${page}.html`]));
  for (const { code, reason, remedies, sentences } of messages.messages) {
    add([...remedies, ...sentences], reason ? `reason-${reason}` : code);
  }
  add([...messages.doubts, ...messages.effects], "outcomes");
  add([...messages.answers, ...messages.checks], "sentences");
  const parts = new Set(said.map(([text]) => constant(text)).filter((text) => words(text).length >= LEAST));
  return [...parts].map((part) => {
    const holding = said.filter(([text]) => spoken(text).includes(spoken(part)));
    return [part, new Set(holding.map(([, page]) => page))];
  });
}

async function wrong(language) {
  const own = new URL(`${language}/`, folder);
  globalThis.document = { querySelector: () => ({ getAttribute: () => language }), currentScript: null };
  const pagefind = await import(new URL("pagefind/pagefind.js", own));
  await pagefind.options({ basePath: new URL("pagefind/", own).href, baseUrl: "/" });
  const { find } = await import(new URL("search.js", folder));
  let failures = 0;
  const all = sentences(language);
  for (const [text, pages] of all) {
    for (const typed of new Set([text, bare(text)])) {
      const [first] = await find(pagefind, typed);
      const quotes = first && spoken(first.content).includes(spoken(typed));
      const fine = pages.has(first?.url.slice(1)) || (words(typed).length < SENTENCE && quotes);
      if (!fine) {
        console.log(`FAILED: ${language}: ${JSON.stringify(typed)} leads to ${first?.url}, not to ${[...pages]}`);
        failures += 1;
      }
    }
  }
  console.log(`${language}: ${all.length} sentences, ${failures} of which do not lead to their page`);
  return failures + (all.length < 400);
}

const failures = (await wrong("en")) + (await wrong("fr"));
process.exit(failures > 0 ? 1 : 0);

// What a person has typed, chosen and unfolded, over a page that is built anew.

const INPUTS = "input[data-key], select[data-key], textarea[data-key], details[data-key]";

function byKey(page) {
  return new Map([...page.querySelectorAll(INPUTS)].map((element) => [element.dataset.key, element]));
}

/** Does `build`, and puts into the new `page` what was in the old one. */
export function keepInput(page, build) {
  const before = byKey(page);
  build();
  for (const [key, element] of byKey(page)) {
    const old = before.get(key);
    if (!old) continue;
    if (element.matches("details")) element.open = old.open;
    else if (element.type === "checkbox") element.checked = old.checked;
    else element.value = old.value;
  }
}

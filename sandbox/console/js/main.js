// Builds the page, again when the language changes, and follows the event stream.

import { actView } from "./act/view.js";
import { documentsView } from "./documents/view.js";
import { fill, h } from "./dom.js";
import { header } from "./header.js";
import * as i18n from "./i18n.js";
import { t } from "./i18n.js";
import { liveView } from "./live/view.js";
import { outcomesView } from "./outcomes/view.js";
import { forgetFollowers, onRoute, route } from "./route.js";
import { applyTheme } from "./settings.js";
import { clearProblem, statusLine } from "./status.js";
import { forgetListeners } from "./store.js";
import { connect } from "./stream.js";

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

function build() {
  forgetListeners();
  forgetFollowers();
  document.documentElement.lang = i18n.language();
  const views = { live: liveView(), act: actView(), documents: documentsView(), outcomes: outcomesView() };
  const main = h("main", { id: "main", tabindex: "-1" }, Object.values(views).map((view) => view.element));
  const skip = h("a", {
    class: "skip", href: "#main",
    onclick: (event) => {
      event.preventDefault();
      main.focus();
    },
  }, t("skip"));
  let before = route().section;
  const follow = () => {
    const now = route();
    // Another section begins at its top.
    if (now.section !== before) {
      scrollTo(0, 0);
      clearProblem();
    }
    before = now.section;
    for (const [section, view] of Object.entries(views)) view.element.hidden = section !== now.section;
    document.title = `${t(`nav.${now.section}`)} · hr-sandbox`;
    views[now.section].follow?.(now);
  };
  fill(document.getElementById("app"), skip, header({ chooseLanguage }), statusLine(), main);
  onRoute(follow);
  follow();
}

function chooseLanguage(language) {
  i18n.chooseLanguage(language);
  keepInput(document.getElementById("app"), build);
  document.querySelector(`.pair [lang="${language}"]`)?.focus();
}

applyTheme();
build();
connect();

// Builds the page, again when the language changes, and follows the event stream.

import { actView } from "./act/view.js";
import { documentsView } from "./documents/view.js";
import { fill, h } from "./dom.js";
import { header } from "./header.js";
import * as i18n from "./i18n.js";
import { t } from "./i18n.js";
import { keepInput } from "./kept-input.js";
import { liveView } from "./live/view.js";
import { outcomesView } from "./outcomes/view.js";
import { forgetFollowers, onRoute, route } from "./route.js";
import { clearProblem, statusLine } from "./status.js";
import { forgetListeners } from "./store.js";
import { connect } from "./stream.js";
import { applyTheme } from "./theme.js";

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

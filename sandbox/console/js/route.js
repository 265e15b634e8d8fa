// Which section is shown: #live, #act, #documents, #outcomes, and #live/12 for a request.

export const SECTIONS = ["live", "act", "documents", "outcomes"];

const followers = new Set();

export function route() {
  const [section, number] = location.hash.slice(1).split("/");
  return {
    section: SECTIONS.includes(section) ? section : "live",
    number: /^\d+$/.test(number ?? "") ? Number(number) : null,
  };
}

export function go(section, number = null) {
  const hash = number === null ? `#${section}` : `#${section}/${number}`;
  if (location.hash === hash) return;
  history.replaceState(null, "", hash);
  follow();
}

export function onRoute(follower) {
  followers.add(follower);
}

export function forgetFollowers() {
  followers.clear();
}

function follow() {
  for (const follower of followers) follower(route());
}

addEventListener("hashchange", follow);

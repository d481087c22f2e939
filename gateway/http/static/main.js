// Which page is shown, by the address's fragment, and when it asks again: only what is looked at, and not in a hidden tab.

import { find, say } from "./elements.js";
import { Problem } from "./ask.js";
import * as queries from "./queries.js";
import * as sql from "./sql.js";
import * as status from "./status.js";

const PAGES = { status, queries, sql };
const INTERVAL_MS = 2000;
/** A node that takes long to answer, for it has thousands of views, is asked less often. */
const PAUSE_PER_ANSWER = 4;

let shown = "";
let timer = 0;

const fragment = () => /^#([a-z]+)(?:=(.*))?$/s.exec(location.hash) ?? [];

function show() {
  const [, name, value] = fragment();
  if (name === "main") return;
  const page = Object.hasOwn(PAGES, name) ? name : "status";
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${page}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const each of Object.keys(PAGES)) find(`page-${each}`).hidden = each !== page;
  document.title = `${find(`${page}-heading`).textContent} – Tidegate`;
  if (shown !== "" && shown !== page) {
    PAGES[shown].left?.();
    find("main").focus();
  }
  shown = page;
  if (value !== undefined) PAGES[page].opened?.(value);
  refresh();
}

async function refresh() {
  clearTimeout(timer);
  const page = shown, begun = performance.now();
  const told = find("unreachable");
  try {
    if (!document.hidden) {
      if (page !== "status") await status.head();
      await PAGES[page].refresh?.();
    }
    told.hidden = true;
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof TypeError)) throw error;
    say(told, error instanceof Problem ? `${error}` : "The node does not answer. What is shown is the last that it said.");
    told.hidden = false;
  }
  clearTimeout(timer);
  timer = setTimeout(refresh, INTERVAL_MS + PAUSE_PER_ANSWER * (performance.now() - begun));
}

addEventListener("hashchange", show);
document.addEventListener("visibilitychange", refresh);
status.begin(refresh);
queries.begin(refresh);
sql.begin();
show();

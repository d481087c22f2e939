// A statement, its rows as a table and a chart, its plan as a tree.

import { cell, count, element, find, say, seconds } from "./elements.js";
import { Problem, post, query } from "./ask.js";
import { chart, chartable } from "./chart.js";
import { follow, HEAD } from "./live.js";
import { plan } from "./plan.js";

const ROWS_MAX = 1000;
const CSV_ROWS_MAX = 1_000_000;
const NUMBERS = /^(int|float)[248]$|^numeric$/;

let running = null;
let answer = null;

export function begin() {
  find("sql-form").addEventListener("submit", (event) => {
    event.preventDefault();
    run((text, signal) => query(text, { rowsMax: ROWS_MAX, signal }), showRows);
  });
  find("sql").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) find("sql-form").requestSubmit();
  });
  find("sql-explain").addEventListener("click", () => runExplain(""));
  find("sql-analyze").addEventListener("click", () => runExplain("ANALYZE, "));
  find("sql-csv").addEventListener("click", () => run(csv, () => "saved"));
  find("sql-live").addEventListener("click", () => (isLive() ? running.abort() : runLive()));
  find("sql-cancel").addEventListener("click", () => running?.abort());
  find("sql-link").addEventListener("click", link);
  find("sql-chart-kind").addEventListener("change", showChart);
}

/** The plan of a statement, which is not run. */
export function explain(text) {
  find("sql").value = text;
  runExplain("");
}

function runExplain(how) {
  const head = `EXPLAIN (${how}FORMAT JSON) `;
  run((text, signal) => query(head + text, { signal }), showPlan, head.length);
}

const isLive = () => find("sql-live").getAttribute("aria-pressed") === "true";

async function runLive() {
  const ended = run(follow, () => "", HEAD.length);
  find("sql-live").setAttribute("aria-pressed", "true");
  try {
    await ended;
  } finally {
    find("sql-live").setAttribute("aria-pressed", "false");
  }
}

/** Another page is shown: nobody looks at rows that change. */
export function left() {
  if (isLive()) running.abort();
}

/** The page was asked for with a statement; it is not run before somebody says so. */
export function opened(value) {
  try {
    find("sql").value = decodeURIComponent(value);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    fail("The link's statement cannot be read.");
  }
}

async function run(ask, show, before = 0) {
  running?.abort();
  const asked = (running = new AbortController());
  clear();
  find("sql-cancel").disabled = false;
  say(find("sql-state"), "running …");
  const begun = performance.now();
  try {
    const found = await ask(find("sql").value, asked.signal);
    if (running === asked) say(find("sql-state"), `${show(found)} in ${seconds((performance.now() - begun) / 1000)}`);
  } catch (error) {
    if (running !== asked) return;
    say(find("sql-state"), "");
    if (error.name === "AbortError") say(find("sql-state"), "cancelled");
    else if (error instanceof Problem) fail(`${error}`, error.position === undefined ? 0 : error.position - before);
    else if (error instanceof TypeError) fail("The node does not answer, or broke off its answer.");
    else throw error;
  } finally {
    asked.abort(); // an answer that nobody reads to its end
    if (running === asked) {
      running = null;
      find("sql-cancel").disabled = true;
    }
  }
}

function clear() {
  answer = null;
  find("sql-error").hidden = true;
  find("sql-chart-kinds").hidden = true;
  for (const id of ["sql-rows", "sql-chart", "sql-plan", "sql-version"]) find(id).replaceChildren();
}

/** *position* counts characters from 1, as SQL's errors do; 0: none. */
function fail(text, position = 0) {
  const told = find("sql-error"), box = find("sql");
  told.hidden = false;
  say(told, text);
  if (position > 0) {
    const start = [...box.value].slice(0, position - 1).join("").length;
    box.focus();
    box.setSelectionRange(start, start + (/^\w+/.exec(box.value.slice(start))?.[0].length ?? 1));
  }
}

function showRows(found) {
  answer = found;
  if (found.columns.length > 0) find("sql-rows").replaceChildren(table(found));
  const possible = chartable(found);
  find("sql-chart-kinds").hidden = !possible;
  if (possible) showChart();
  return `${count(found.rows.length)} rows${found.more ? ", of more (CSV has them all)" : ""}`;
}

function table({ columns, rows }) {
  const kinds = columns.map(({ type }) => (NUMBERS.test(type) ? "number" : ""));
  const heads = columns.map(({ name, type }, i) => element("th", { scope: "col", class: kinds[i], title: type }, name));
  const body = rows.map((row) => element("tr", {}, ...row.map((value, i) => cell(value, kinds[i]))));
  return element("table", {}, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...body));
}

function showChart() {
  const kind = find("sql-chart-kind").value;
  find("sql-chart").replaceChildren(...(kind === "" || answer === null ? [] : [chart(kind, answer)]));
}

function showPlan(found) {
  const document = typeof found.rows[0][0] === "string" ? JSON.parse(found.rows[0][0]) : found.rows[0][0];
  find("sql-plan").replaceChildren(plan(document[0]));
  return "planned";
}

async function csv(text, signal) {
  const blob = await (await post(text, { accept: "text/csv", rowsMax: CSV_ROWS_MAX, signal })).blob();
  const address = URL.createObjectURL(blob);
  element("a", { href: address, download: "rows.csv" }).click();
  URL.revokeObjectURL(address);
}

async function link() {
  location.hash = `sql=${encodeURIComponent(find("sql").value)}`;
  try {
    await navigator.clipboard.writeText(location.href);
    say(find("sql-state"), "The address is this query's, and copied.");
  } catch (error) {
    if (!(error instanceof DOMException) && !(error instanceof TypeError)) throw error;
    say(find("sql-state"), "The address is this query's.");
  }
}

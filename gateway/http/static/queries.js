// tidegate.queries: what runs and ran on this node.

import { count, element, find, rowsOf, say, seconds } from "./elements.js";
import { Problem, objects, query } from "./ask.js";
import { explain } from "./sql.js";

const SHOWN_MAX = 200;
const SQL = `SELECT id, pid, user_name, kind, state, started_at, elapsed_ms, rows, versions, fragments, retries, sql, error, pid = pg_backend_pid() AS own
FROM tidegate.queries WHERE kind <> 'catalog' OR $1::boolean ORDER BY (state = 'running') DESC, started_at DESC LIMIT ${SHOWN_MAX}`;

export function begin(refresh) {
  find("queries-catalog").addEventListener("change", refresh);
}

export async function refresh() {
  const found = await objects(SQL, { parameters: [find("queries-catalog").checked] });
  rowsOf(find("queries"), found.filter((run) => !run.own), (run) => run.id, make, update);
}

function make(run) {
  const address = `#sql=${encodeURIComponent(run.sql)}`;
  const show = () => {
    location.hash = address;
    explain(run.sql);
  };
  return element("tr", {},
    element("td"), element("td", {}, element("code", { tabindex: "0" }, run.sql), element("p", { class: "bad" })), element("td", {}, run.user_name),
    element("td", {}, element("time", { datetime: run.started_at }, run.started_at.replace("T", " ").slice(0, 19))),
    element("td", { class: "number" }), element("td", { class: "number" }), element("td"), element("td", { class: "number" }),
    element("td", {}, element("a", { href: address }, "Open"), " ", element("button", { type: "button", click: show }, "Explain"), " ",
      element("button", { type: "button", click: (event) => cancel(run, event.target) }, "Cancel")));
}

function update(row, run) {
  const [state, statement, , , took, rows, versions, fragments, doing] = row.children;
  say(state, `${run.state}${run.kind === "query" ? "" : `, ${run.kind}`}`, run.state === "failed" ? "bad" : run.state === "running" ? "good" : "");
  say(statement.lastElementChild, run.error ?? "");
  say(took, seconds(run.elapsed_ms / 1000));
  say(rows, count(run.rows));
  say(versions, run.versions ?? "");
  say(fragments, run.fragments > 0 ? `${run.fragments}, ${run.retries}` : "");
  doing.lastElementChild.hidden = run.state !== "running";
}

async function cancel(run, button) {
  button.disabled = true;
  try {
    await query("SELECT pg_cancel_backend($1::int)", { parameters: [run.pid] });
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    button.replaceWith(element("span", { class: "bad", role: "alert" }, `${error}`));
  }
}

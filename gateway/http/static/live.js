// A statement's rows as they change. The node says whether it can follow them (SUBSCRIBE), and what each version makes of which row.

import { post, Problem } from "./ask.js";
import { cell, count, element, find, say } from "./elements.js";

export const HEAD = "SUBSCRIBE TO (";
const ROWS_MAX = 1000;
const PAUSE_MS = 1000;
const AWAY = "The node does not answer. The rows are the last that it told; it is asked again.";
const BEFORE = "_before_";

/** Shows them until they cannot be followed or somebody stops it, which it throws. A node that was away tells all rows anew. */
export async function follow(text, signal) {
  for (let begun = false; ; await pause(signal)) {
    try {
      let table = null;
      for await (const { names, version, committedAt, changes } of versions(text, signal)) {
        table ??= new Table(names);
        table.change(changes);
        const told = `Version ${count(version)}, committed at ${committedAt}: ${count(table.size)} rows`;
        say(find("sql-version"), told);
        say(find("sql-state"), "live");
        begun = true;
      }
    } catch (error) {
      if (!begun || !(error instanceof TypeError || error.status === 503 || error.status === 409)) throw error;
    }
    say(find("sql-state"), AWAY);
  }
}

async function pause(signal) {
  await new Promise((resume) => setTimeout(resume, PAUSE_MS));
  signal.throwIfAborted();
}

/** What each version changes, once it is complete. */
async function* versions(text, signal) {
  const statement = `${HEAD}${text.replace(/;\s*$/, "")}\n) WITH (PROGRESS)`;
  const { body } = await post(statement, { accept: "application/x-ndjson", signal });
  let changes = [];
  for await (const row of lines(body)) {
    signal.throwIfAborted();
    if (row._version === undefined) throw new Problem(row.error.status, row.error);
    // Keys that are numbers come first in an object: these are none.
    const names = Object.keys(row).filter((key) => key.startsWith(BEFORE)).map((key) => key.slice(BEFORE.length)).filter((name) => Object.hasOwn(row, name));
    if (row._kind === "progress") {
      yield { names, version: row._version, committedAt: row._committed_at, changes };
      changes = [];
      continue;
    }
    const now = row._kind === "delete" ? null : names.map((name) => row[name]);
    const before = row._kind === "insert" ? null : names.map((name) => row[BEFORE + name]);
    changes.push({ now, before });
    // A version changes or takes away each of the rows once, and so more than that leaves too many.
    if (changes.length > 2 * ROWS_MAX) throw tooMany();
  }
}

async function* lines(body) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
    const found = (rest + value).split("\n");
    rest = found.pop();
    for (const line of found) yield JSON.parse(line);
  }
}

const tooMany = () => new Problem(400, { detail: `Live shows ${count(ROWS_MAX)} rows; these are more.`, hint: "Name fewer of the keys in WHERE, or run it." });

/** Rows are told by their values alone: of those that are the same, it does not matter which one changes. */
class Table {
  #body = element("tbody");
  /** Values as JSON → the table's rows that hold them. */
  #rows = new Map();
  size = 0;

  constructor(names) {
    const heads = names.map((name) => element("th", { scope: "col" }, name));
    find("sql-rows").replaceChildren(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), this.#body));
  }

  change(changes) {
    this.size += changes.filter(({ before }) => before === null).length - changes.filter(({ now }) => now === null).length;
    if (this.size > ROWS_MAX) throw tooMany();
    for (const { now, before } of changes) {
      const row = before === null ? this.#body.appendChild(element("tr")) : this.#rows.get(JSON.stringify(before)).pop();
      if (now === null) {
        row.remove();
        continue;
      }
      row.replaceChildren(...now.map((value) => cell(value)));
      const values = JSON.stringify(now);
      if (!this.#rows.get(values)?.push(row)) this.#rows.set(values, [row]);
    }
  }
}

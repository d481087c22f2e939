// The node, its views and how fresh they are, the shards of one view and who holds them, the cluster's nodes.

import { bytes, count, drawing, element, find, rowsOf, say, seconds } from "./elements.js";
import { get } from "./ask.js";

const SAMPLES_MAX = 60;
const VIEWS_MAX = 200;
const SHARDS_MAX = 256;
const CELLS = {
  owner: ["●", "answers"], replica: ["○", "replica"], coming: ["…", "on its way here"], leaving: ["×", "not needed here any more"],
};

/** View → ages of its version in seconds, one a refresh. */
const ages = new Map();
let known = { views: [], nodes: [] };
let selected = "";
/** Has somebody chosen it? */
let picked = false;
let again = () => {};

export function begin(refresh) {
  again = refresh;
  find("views-filter").addEventListener("input", () => showViews());
  find("shards-legend").append(...Object.entries(CELLS).flatMap(([kind, [mark, text]]) => [
    element("span", { class: `cell ${kind}`, "aria-hidden": "true" }, mark), ` ${text}   `,
  ]));
}

/** What every page shows of the node; *readiness* is as /readyz tells it. */
export async function head(readiness) {
  const { ready, reason } = readiness ?? (await get("readyz", 503));
  const here = known.nodes.find((node) => node.here);
  const name = here === undefined ? "" : `node ${here.name}, version ${known.version}, `;
  say(find("node"), `${name}${ready ? "ready" : reason}`, ready ? "" : "bad");
}

function noteAges() {
  const now = Date.now();
  for (const view of known.views) {
    if (view.committed_at === null) continue;
    const found = ages.get(view.name) ?? [];
    found.push(Math.max(0, (now - Date.parse(view.committed_at)) / 1000));
    ages.set(view.name, found.slice(-SAMPLES_MAX));
  }
}

export async function refresh() {
  known = await get("status");
  head(known);
  noteAges();
  if (!picked || !known.views.some((view) => view.name === selected)) {
    selected = (known.views.find(hasShards) ?? known.views[0])?.name ?? "";
  }
  showFaults();
  showViews();
  showNodes();
  await showShards();
}

function showFaults() {
  const found = [];
  if (!known.ready) found.push(["node", `Clients should not be sent to this node: ${known.reason}.`]);
  for (const view of known.views) {
    if (view.reason !== null) found.push([`v ${view.name}`, `View ${view.name}: ${view.reason}${view.since ? `, since ${view.since}` : ""}`]);
  }
  for (const node of known.nodes) {
    if (node.state !== "alive" || node.reason !== null) {
      found.push([`n ${node.name}`, `Node ${node.name} is ${node.state}${node.reason ? `: ${node.reason}` : ""}`]);
    }
  }
  const items = found.length ? found : [["", "Nothing is wrong."]];
  rowsOf(find("faults"), items, ([key]) => key, () => element("li"), (item, [key, text]) => say(item, text, key === "" ? "good" : "bad"));
}

function showViews() {
  const wanted = find("views-filter").value.toLowerCase();
  const found = known.views.filter((view) => view.name.toLowerCase().includes(wanted));
  say(find("views-count"), found.length > VIEWS_MAX ? `the first ${VIEWS_MAX} of ${found.length}` : `${found.length} of ${known.views.length}`);
  rowsOf(find("views"), found.slice(0, VIEWS_MAX), (view) => view.name, makeView, updateView);
}

function makeView(view) {
  const pick = () => {
    selected = view.name;
    picked = true;
    again();
  };
  return element("tr", {},
    element("th", { scope: "row" }, element("button", { class: "plain", type: "button", click: pick }, view.name)),
    element("td", { class: "number" }), element("td", { class: "number" }), element("td"),
    element("td", { class: "number" }), element("td", { class: "number" }), element("td", { class: "number" }));
}

function updateView(row, view) {
  const [, version, behind, age, rows, size, shards] = row.children;
  row.setAttribute("aria-selected", view.name === selected);
  say(version, count(view.version));
  say(behind, count(view.versions_behind), `number ${view.versions_behind > 0 ? "warn" : ""}`);
  age.replaceChildren(...sparkline(ages.get(view.name) ?? []));
  say(rows, count(view.rows));
  say(size, bytes(view.bytes));
  say(shards, count(view.shards));
}

/** Ages as a line, the last one in words. */
function sparkline(found) {
  if (found.length === 0) return [];
  const most = Math.max(...found, 0.001);
  const points = found.map((age, i) => `${(i * 108) / (SAMPLES_MAX - 1) + 1},${21 - (age / most) * 20}`).join(" ");
  const line = drawing("svg", { class: "spark", viewBox: "0 0 110 22", "aria-hidden": "true" }, drawing("polyline", { points }));
  return [line, seconds(found.at(-1))];
}

function showNodes() {
  const make = (node) => element("tr", {}, element("th", { scope: "row" }, node.name),
    element("td"), element("td"), element("td", { class: "number" }), element("td", { class: "number" }), element("td", { class: "number" }));
  rowsOf(find("nodes"), known.nodes, (node) => node.name, make, (row, node) => {
    const [, address, state, heard, behind, shards] = row.children;
    say(address, node.address ?? "");
    say(state, [node.state, node.phase, node.here ? "this one" : ""].filter(Boolean).join(", "), node.state === "alive" ? "good" : "bad");
    say(heard, node.heartbeat_age_ms === null ? "" : seconds(node.heartbeat_age_ms / 1000));
    say(behind, count(node.version_lag));
    say(shards, `${count(node.shards_held)}, ${count(node.shards_placed)}`);
  });
}

/** Neither one that is defined by SQL, nor one that is still being copied. */
const hasShards = (view) => view.version !== null;

async function showShards() {
  const heading = find("shards-heading"), table = find("shards");
  say(heading, selected === "" ? "Shards" : `Shards of ${selected}`);
  const view = known.views.find((each) => each.name === selected);
  if (view === undefined) return table.replaceChildren();
  if (!hasShards(view)) {
    const told = view.kind === "defined" ? "It is defined by SQL, and has no shards of its own." : view.reason ?? "Nothing of it is here yet.";
    return table.replaceChildren(element("caption", {}, told));
  }
  const { shards } = await get(`v1/metadata/views/${encodeURIComponent(selected)}`);
  if (shards.length > SHARDS_MAX) {
    const told = `${shards.length} shards are too many to draw; SELECT * FROM tidegate.shards lists them.`;
    return table.replaceChildren(element("caption", {}, told));
  }
  const names = new Set(known.nodes.map((node) => node.name));
  for (const shard of shards) for (const name of [shard.owner, ...(shard.replicas ?? []), ...(shard.held_by ?? [])]) if (name) names.add(name);
  const headings = shards.map((shard) => element("th", { scope: "col" }, `${shard.shard}`));
  const rows = [...names].map((name) => {
    const node = known.nodes.find((each) => each.name === name);
    const dead = node !== undefined && node.state !== "alive";
    const cells = shards.map((shard) => element("td", {}, ...cellOf(shard, name, dead)));
    return element("tr", { class: dead ? "dead" : "" }, element("th", { scope: "row" }, dead ? `${name} (${node.state})` : name), ...cells);
  });
  table.replaceChildren(element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Node"), ...headings)), element("tbody", {}, ...rows));
}

function cellOf(shard, node, dead) {
  const held = (shard.held_by ?? []).includes(node);
  const placed = shard.owner === node || (shard.replicas ?? []).includes(node);
  if (!held && !placed) return [];
  const kind = held ? (shard.owner === node || shard.owner === null ? "owner" : placed ? "replica" : "leaving") : "coming";
  const [mark, text] = CELLS[kind];
  const told = `shard ${shard.shard}, ${text}${dead ? ", dead" : ""}, ${count(shard.rows)} rows, version ${shard.version ?? "unknown"}`;
  return [element("span", { class: `cell ${kind}`, title: told, "aria-hidden": "true" }, mark), element("span", { class: "hidden" }, told)];
}

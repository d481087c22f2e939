// EXPLAIN (FORMAT JSON) as a tree.

import { element } from "./elements.js";

const HEADS = new Set(["Node Type", "Relation Name", "Plans"]);

const shown = (value) => (Array.isArray(value) ? value.join(", ") : `${value}`);

function node(found) {
  const relation = found["Relation Name"];
  const title = element("strong", {}, relation ? `${found["Node Type"]} on ${relation}` : found["Node Type"]);
  const properties = Object.entries(found).filter(([name]) => !HEADS.has(name));
  const list = properties.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, shown(value))]);
  const below = (found.Plans ?? []).map(node);
  return element("li", {}, title, ...(list.length ? [element("dl", {}, ...list)] : []), ...(below.length ? [element("ul", { class: "plan" }, ...below)] : []));
}

/** The tree, with the times below it. */
export function plan(document) {
  const times = Object.entries(document).filter(([name]) => name !== "Plan").map(([name, ms]) => `${name}: ${Number(ms).toFixed(3)} ms`);
  return element("div", {}, element("ul", { class: "plan", "aria-label": "Plan" }, node(document.Plan)), element("p", {}, times.join(", ")));
}

// Elements are made with text, never with markup: whatever a name or a value holds, it is shown as it is.

const SVG = "http://www.w3.org/2000/svg";

export const find = (id) => document.getElementById(id);

function filled(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name, value);
    else if (value !== null && value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** An element; attributes that are functions listen to the event of that name. */
export const element = (tag, attributes = {}, ...children) => filled(document.createElement(tag), attributes, children);

export const drawing = (tag, attributes = {}, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

/** A value of a row. */
export const cell = (value, kind = "") =>
  value === null ? element("td", { class: "null" }, "NULL") : element("td", { class: kind }, typeof value === "object" ? JSON.stringify(value) : `${value}`);

/** Change an element's text only where it differs, so that nothing is read out again and no selection is lost. */
export function say(target, text, className) {
  if (target.textContent !== text) target.textContent = text;
  if (className !== undefined && target.className !== className) target.className = className;
}

/** A table's body has one row an item, in their order: rows that are there stay, and with them focus and selection. */
export function rowsOf(body, items, keyOf, make, update) {
  const known = new Map([...body.children].map((row) => [row.dataset.key, row]));
  let at = body.firstElementChild;
  for (const item of items) {
    const key = String(keyOf(item));
    let row = known.get(key);
    if (row === undefined) {
      row = make(item);
      row.dataset.key = key;
    }
    known.delete(key);
    update(row, item);
    if (row === at) at = at.nextElementSibling;
    else body.insertBefore(row, at);
  }
  for (const row of known.values()) row.remove();
}

export const count = (value) => (value === null || value === undefined ? "" : Number(value).toLocaleString("en"));

export function bytes(value) {
  if (value === null || value === undefined) return "";
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let size = Number(value), unit = 0;
  for (; size >= 1024 && unit < units.length - 1; unit++) size /= 1024;
  return `${unit === 0 ? size : size.toFixed(1)} ${units[unit]}`;
}

export function seconds(value) {
  if (value < 0.9995) return `${Math.max(0, Math.round(value * 1000))} ms`;
  if (value < 120) return `${value.toFixed(1)} s`;
  if (value < 7200) return `${Math.round(value / 60)} min`;
  return value < 172800 ? `${(value / 3600).toFixed(1)} h` : `${Math.round(value / 86400)} days`;
}

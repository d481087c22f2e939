// Rows as lines or bars: the first column that is no number, or the first, against up to four columns of numbers.

import { count, drawing } from "./elements.js";

const SERIES_MAX = 4;
const BARS_MAX = 60;
const WIDTH = 720, HEIGHT = 260, LEFT = 70, RIGHT = 10, TOP = 22, BOTTOM = 28;
const COLOURS = ["#0b84a5", "#d1662f", "#6f4e9c", "#4f9a3c"];
const NUMBER = /^(int|float)[248]$|^numeric$/;
const TIME = /^(date|timestamp)/;

function axes({ columns }) {
  const numbers = columns.map((_, i) => i).filter((i) => NUMBER.test(columns[i].type));
  const x = Math.max(0, columns.findIndex(({ type }) => !NUMBER.test(type)));
  return { x, ys: numbers.filter((i) => i !== x).slice(0, SERIES_MAX) };
}

/** Can these rows be drawn? */
export const chartable = (answer) => answer.rows.length > 1 && answer.columns.length > 1 && axes(answer).ys.length > 0;

const finite = (value) => (value === null || !Number.isFinite(Number(value)) ? null : Number(value));

/** A drawing of *kind* line or bar. */
export function chart(kind, answer) {
  const { x, ys } = axes(answer);
  const rows = kind === "bar" ? answer.rows.slice(0, BARS_MAX) : answer.rows;
  const values = rows.flatMap((row) => ys.map((y) => finite(row[y]))).filter((value) => value !== null);
  const least = Math.min(0, ...values), most = Math.max(...values, least + 1e-9);
  const down = (value) => HEIGHT - BOTTOM - ((value - least) / (most - least)) * (HEIGHT - TOP - BOTTOM);
  const place = kind === "bar" ? slots(rows.length) : along(answer.columns[x].type, rows.map((row) => row[x]));
  const marks = ys.flatMap((y, series) => (kind === "bar" ? bars : line)(rows, y, series, ys.length, place, down));
  const names = ys.map((y, series) => drawing("text", { x: LEFT + series * 150, y: 12, fill: COLOURS[series], style: null }, `■ ${answer.columns[y].name}`));
  const ends = [rows[0], rows.at(-1)].map((row, i) =>
    drawing("text", { x: i ? WIDTH - RIGHT : LEFT, y: HEIGHT - 8, "text-anchor": i ? "end" : "start" }, `${row[x] ?? "NULL"}`));
  const heights = [least, most].map((value) =>
    drawing("text", { x: LEFT - 6, y: down(value) + 4, "text-anchor": "end" }, count(Number(value.toPrecision(5)))));
  const base = drawing("line", { class: "axis", x1: LEFT, x2: WIDTH - RIGHT, y1: down(Math.max(least, 0)), y2: down(Math.max(least, 0)) });
  const told = `${kind} chart of ${ys.map((y) => answer.columns[y].name).join(", ")} by ${answer.columns[x].name}, ${rows.length} rows`;
  const made = drawing("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told }, base, ...marks, ...names, ...ends, ...heights);
  names.forEach((name, series) => (name.style.fill = COLOURS[series]));
  return made;
}

const slots = (length) => (i) => LEFT + ((i + 0.5) * (WIDTH - LEFT - RIGHT)) / length;

/** Where each row stands: by its number or time, or one after the other. */
function along(type, values) {
  const at = values.map((value) => (TIME.test(type) ? Date.parse(value) : NUMBER.test(type) ? Number(value) : NaN));
  if (!at.every(Number.isFinite)) return slots(values.length);
  const least = Math.min(...at), span = Math.max(...at) - least || 1;
  return (i) => LEFT + ((at[i] - least) / span) * (WIDTH - LEFT - RIGHT);
}

function line(rows, y, series, _of, place, down) {
  const parts = [[]];
  rows.forEach((row, i) => {
    const value = finite(row[y]);
    if (value === null) parts.push([]);
    else parts.at(-1).push(`${place(i).toFixed(1)},${down(value).toFixed(1)}`);
  });
  return parts.filter((part) => part.length).map((part) =>
    drawing("polyline", { points: part.join(" "), fill: "none", stroke: COLOURS[series], "stroke-width": 2, "stroke-linecap": "round" }));
}

function bars(rows, y, series, of, place, down) {
  const width = Math.max(1, ((WIDTH - LEFT - RIGHT) / rows.length) * 0.8);
  return rows.flatMap((row, i) => {
    const value = finite(row[y]);
    if (value === null) return [];
    const top = down(Math.max(value, 0)), height = Math.abs(down(value) - down(0));
    return [drawing("rect", { x: (place(i) - width / 2 + (series * width) / of).toFixed(1), y: top, width: (width / of).toFixed(1), height, fill: COLOURS[series] })];
  });
}

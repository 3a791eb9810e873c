/* Divide the rows of a slide into pages that fit the screen. */

import { find, findAll } from "../shared/dom.js";

const MANY = 100; // rows never fit on one page
const WIDE = 58; // times the height of a letter: a half of less has no room for a table

/**
 * Return what a slide shows one after the other: rows, sections, seats or the code to scan. The table of a pool is a part
 * of its section.
 * @param {Element} slide
 * @returns {HTMLElement[]}
 */
export const findUnits = (slide) =>
  findAll("tbody, .stack > section, .seats > li, .scan, .race", slide)
    .filter((unit) => !unit.closest(".half, details, .bracket tbody"));

/**
 * Return the head of the table whose rows a slide shows.
 * @param {Element} slide
 */
const findHead = (slide) => findAll("thead", slide).find((head) => !head.closest(".bracket"));

/**
 * Divide heights into pages: each holds as many as fit into its room, and at most `most`. One that is higher than the
 * room gets a page of its own. Return the first index of each page and the one behind its last.
 * @param {number[]} heights
 * @param {number} room
 * @param {number} [most]
 * @returns {[number, number][]}
 */
export function dividePages(heights, room, most = Infinity) {
  /** @type {[number, number][]} */
  const pages = [];
  let left = 0;
  heights.forEach((height, index) => {
    const last = pages.at(-1);
    if (last && height <= left && last[1] - last[0] < most) last[1] += 1;
    else {
      pages.push([index, index + 1]);
      left = room;
    }
    left -= height;
  });
  return pages;
}

/**
 * Measure an element without its place, since a row may be gliding just now.
 * @param {Element} element
 */
const heightOf = (element) =>
  element.getBoundingClientRect().height + (parseFloat(getComputedStyle(element).marginBlockStart) || 0);

/**
 * What is known of a unit: its height, and whether a name is cut off, while its text and the layout of the slide stay.
 * @typedef {{ layout: string, text: string, height: number, isCut: boolean }} Measure
 */

/**
 * Of each unit by the classes of its slide: a slide is divided in up to three ways, one after the other.
 * @type {Record<string, WeakMap<Element, Measure>>}
 */
const measures = {};

/**
 * Measure the units that have changed since, or that nobody has measured in this layout. They are shown for that, before
 * the browser paints; all others stay as they are: to lay out a large field takes seconds.
 * @param {HTMLElement} slide
 * @param {HTMLElement[]} units
 * @returns {Measure[]}
 */
function measureUnits(slide, units) {
  const known = measures[slide.className] ??= new WeakMap();
  const letter = getComputedStyle(document.documentElement).fontSize;
  const layout = [innerWidth, innerHeight, letter, document.fonts?.status].join(" ");
  const changed = units.filter((unit) => {
    const before = known.get(unit);
    return before?.layout !== layout || before.text !== unit.textContent;
  });
  for (const unit of changed) unit.hidden = false;
  for (const unit of changed) {
    const isCut = findAll(".name", unit).some((cell) => cell.scrollWidth > cell.clientWidth);
    known.set(unit, { layout, text: unit.textContent ?? "", height: heightOf(unit), isCut });
  }
  return units.map((unit) => /** @type {Measure} */ (known.get(unit)));
}

/**
 * Divide units of a slide as it is laid out now.
 * @param {HTMLElement} slide
 * @param {Element} main
 * @param {HTMLElement[]} units
 * @returns {HTMLElement[][]}
 */
function divide(slide, main, units) {
  if (!units.length) return [];
  const heights = measureUnits(slide, units).map(({ height }) => height);
  const seats = find(".seats", slide), top = seats ?? findHead(slide);
  const start = top ? top.getBoundingClientRect()[seats ? "top" : "bottom"] : main.getBoundingClientRect().top;
  const room = main.getBoundingClientRect().bottom - start - 1;
  const cut = (/** @type {[number, number]} */ [from, to]) => units.slice(from, to);
  if (!seats) return dividePages(heights, room).map(cut);
  // Columns are balanced to whole rows, so each holds as many as fit one below the other.
  const columns = Number(getComputedStyle(seats).columnCount) || 1;
  const most = Math.max(1, Math.floor(room / Math.max(...heights))) * columns;
  return dividePages(heights.map(() => 0), room, most).map(cut);
}

/**
 * Return the pages of a slide, each with the units of its halves. A table that needs more than one page stands on both
 * halves of a wide screen; its first rows tell whether it does.
 * @param {HTMLElement} slide
 * @param {Element} main
 * @returns {HTMLElement[][][]}
 */
export function findPages(slide, main) {
  slide.classList.remove("halves", "tight");
  const units = findUnits(slide), letter = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const isWide = main.clientWidth >= WIDE * letter && findHead(slide);
  if (!isWide || divide(slide, main, units.slice(0, MANY)).length < 2) {
    return divide(slide, main, units).map((page) => [page]);
  }
  slide.classList.add("halves");
  slide.classList.toggle("tight", measureUnits(slide, units).some(({ isCut }) => isCut));
  const halves = divide(slide, main, units);
  const pages = halves.flatMap((page, index) => index % 2 ? [] : [[page, halves[index + 1] ?? []]]);
  return [...pages.slice(0, -1), balance(pages[pages.length - 1])];
}

/**
 * Give both halves of the last page the same number of rows.
 * @param {HTMLElement[][]} halves
 */
function balance(halves) {
  const units = halves.flat(), half = Math.ceil(units.length / 2);
  return units.every((unit) => unit.matches("tbody")) ? [units.slice(0, half), units.slice(half)] : halves;
}

/**
 * Show the units of one page, those of its right half in a copy of the table: the table itself keeps all its rows, since
 * live.js puts new ones into it.
 * @param {HTMLElement} slide
 * @param {HTMLElement[][]} halves
 */
export function showUnits(slide, [left = [], right = []]) {
  const shown = new Set(left);
  for (const unit of findUnits(slide)) if (unit.hidden === shown.has(unit)) unit.hidden = !unit.hidden;
  find(":scope > .half", slide)?.remove();
  if (!slide.classList.contains("halves")) return;
  const half = document.createElement("div");
  half.className = "half";
  half.inert = true;
  half.append(...copyHead(slide));
  const table = find("table", half);
  for (const unit of right) (unit.matches("tbody") ? table : half)?.append(copyUnit(unit));
  if (!right.some((unit) => unit.matches("tbody"))) find(".sheet", half)?.remove();
  slide.append(half);
}

/**
 * Copy the title of a slide, for its room, and its table without rows.
 * @param {Element} slide
 */
function copyHead(slide) {
  const sheet = /** @type {HTMLElement} */ (find(".sheet", slide)),
    table = /** @type {HTMLElement} */ (find("table", sheet));
  const parts = [find("h2", slide), sheet, table].map((part) => /** @type {HTMLElement} */ (part?.cloneNode(false)));
  parts[0].textContent = find("h2", slide)?.textContent ?? "";
  parts[0].style.visibility = "hidden";
  parts[2].append(/** @type {Node} */ (find("thead", table)?.cloneNode(true)));
  parts[1].append(parts[2]);
  for (const part of parts) part.removeAttribute("id");
  return parts.slice(0, 2);
}

/** @param {HTMLElement} unit */
function copyUnit(unit) {
  const copy = /** @type {HTMLElement} */ (unit.cloneNode(true));
  copy.hidden = false;
  copy.removeAttribute("id");
  return copy;
}

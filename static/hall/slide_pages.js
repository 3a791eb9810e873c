/* Divide the rows of a slide into pages that fit the screen. */

import { find, findAll } from "../shared/dom.js";

/**
 * Return what a slide shows one after the other: rows, sections, seats or the code to scan.
 * @param {Element} slide
 * @returns {HTMLElement[]}
 */
export const findUnits = (slide) => findAll("tbody, .stack > section, .seats > li, .scan", slide);

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
 * Return the units of each page of a slide. All of them are shown for the measuring, before the browser paints.
 * @param {Element} slide
 * @param {Element} main
 * @returns {HTMLElement[][]}
 */
export function findPages(slide, main) {
  const units = findUnits(slide);
  for (const unit of units) unit.hidden = false;
  if (!units.length) return [];
  const seats = find(".seats", slide), top = seats ?? find("thead", slide);
  const start = top ? top.getBoundingClientRect()[seats ? "top" : "bottom"] : main.getBoundingClientRect().top;
  const room = main.getBoundingClientRect().bottom - start - 1;
  const heights = units.map(heightOf), cut = (/** @type {[number, number]} */ [from, to]) => units.slice(from, to);
  if (!seats) return dividePages(heights, room).map(cut);
  // Columns are balanced to whole rows, so each holds as many as fit one below the other.
  const columns = Number(getComputedStyle(seats).columnCount) || 1;
  const most = Math.max(1, Math.floor(room / Math.max(...heights))) * columns;
  return dividePages(heights.map(() => 0), room, most).map(cut);
}

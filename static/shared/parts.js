/* Put what the server sends in its place on an open page. */

import { keepPlace } from "./changes.js";
import { byId, find, findAll } from "./dom.js";
import { morphElement } from "./morph.js";
import { isInOrder, putCells, putRows } from "./rows.js";
import { takeHappenings, takeTicker } from "./ticker.js";

/**
 * Put the parts of a message in place: <template data-happened> with what happened, data-happened="all" with the whole
 * ticker, <template data-cells="ID" data-order="…" data-moved="…"> with changed cells, <template data-rows="ID"
 * data-order="p3 p1 p2"> with changed rows, <template data-whole="ID"> with an element, <template data-around="ID"> with
 * one whose rows are empty.
 * @param {string} html
 * @returns {boolean} false where the table is not the one that the cells are for: then nothing is changed
 */
export function putMessage(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  const parts = /** @type {HTMLTemplateElement[]} */ ([...holder.content.children]);
  const isFor = (/** @type {HTMLTemplateElement} */ { dataset: { cells, order } }) => {
    const box = byId(cells ?? "");
    return !box || isInOrder(box, order ?? "");
  };
  if (!parts.every(isFor)) return false;
  keepPlace(() => parts.forEach(putPart));
  document.dispatchEvent(new Event("crosstable:rows"));
  return true;
}

/** @param {HTMLTemplateElement} part */
function putPart(part) {
  const { happened, cells, rows, order, moved, whole, around } = part.dataset;
  const box = byId(cells ?? rows ?? whole ?? around ?? "");
  const children = [...part.content.children];
  if (happened !== undefined) {
    const lines = findAll("li", part.content);
    if (happened) takeTicker(lines);
    else takeHappenings(lines);
  } else if (box && cells) putCells(box, /** @type {HTMLTableRowElement[]} */ (children), moved ?? "");
  else if (box && rows) {
    putRows(box, /** @type {HTMLTableSectionElement[]} */ (children), (order ?? "").split(" "));
  } else if (box && around) morphElement(box, children[0]);
  else putElement(box, part.content.firstElementChild);
}

/**
 * Take elements of the page from a new copy of it.
 * @param {string[]} ids
 * @param {Document} page
 */
export function putParts(ids, page) {
  keepPlace(() => {
    if (byId("ticker")) takeTicker(findAll("#ticker > li", page));
    for (const id of ids) putElement(byId(id), page.getElementById(id));
  });
  document.dispatchEvent(new Event("crosstable:rows"));
}

/**
 * Make an element like a new one. The rows of a table that is there pass through putRows; what is around is morphed.
 * @param {Element | null} old
 * @param {Element | null} next
 */
function putElement(old, next) {
  if (!old || !next) return;
  const bodies = /** @type {HTMLTableSectionElement[]} */ (findAll("tbody[id]", next));
  if (bodies.length && find("table", old)) {
    // The table around the rows is compared with empty places instead of them, which the morph leaves alone.
    for (const body of bodies) body.replaceWith(body.cloneNode(false));
    putRows(old, bodies, bodies.map((body) => body.id));
  }
  morphElement(old, next);
}

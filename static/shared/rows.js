/* Put new rows into an open table: the reader's place, focus and open explanations stay, rows glide to where they belong. */

import { glide, keepPlace, markChange, measureTops, unmark } from "./changes.js";
import { byId, find, findAll } from "./dom.js";
import { keepOutOfTabs, morphElement, putText, textOf, updateCells } from "./morph.js";
import { hasJustHappened } from "./ticker.js";

/**
 * Return the rows of a <tbody> without an explanation that was opened below them: a match of teams has one per board.
 * @param {HTMLTableSectionElement} body
 */
const rowsOf = (body) => [...body.rows].filter((row) => !row.classList.contains("why"));

/** @param {HTMLTableSectionElement} body */
const textOfRows = (body) => rowsOf(body).map(textOf).join("");

/**
 * Make the rows of a <tbody> like the new ones; return whether anything changed. Open explanations stay below them.
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableSectionElement} next
 * @param {import("./morph.js").Sight} isSeen
 */
function updateBody(body, next, isSeen) {
  keepOutOfTabs(body, next);
  const pairs = pairCells(body, next);
  if (pairs) return updateRows(body, next, pairs, isSeen);
  if (textOfRows(body) === textOfRows(next)) return false;
  next.append(...findAll("tr.why", body).map((row) => row.cloneNode(true)));
  morphElement(body, next, true);
  return true;
}

/**
 * Make cells like new ones, and their rows; return whether anything changed.
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableSectionElement} next
 * @param {(readonly [Cell, Cell])[]} pairs
 * @param {import("./morph.js").Sight} isSeen
 */
function updateRows(body, next, pairs, isSeen) {
  const rows = rowsOf(body).map((row, index) => /** @type {const} */ ([row, next.rows[index]]));
  const others = rows.filter(([row, other]) => row.className !== other.className);
  for (const [row, other] of others) row.className = other.className;
  const changed = pairs.filter(([cell, other]) => !cell.isEqualNode(other) && textOf(cell) !== textOf(other));
  updateCells(changed, isSeen);
  return others.length + changed.length > 0;
}

/**
 * Pair the cells of equally many columns by their places; null where the columns differ. Left to itself the morph pairs
 * equal cells of different columns, and moves them.
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableSectionElement} next
 */
function pairCells(body, next) {
  const rows = rowsOf(body), others = rowsOf(next);
  const isAlike = rows.every((row, index) => row.cells.length === others[index]?.cells.length);
  if (!isAlike || rows.length !== others.length) return null;
  const cells = rows.flatMap((row) => [...row.cells]), nextCells = others.flatMap((row) => [...row.cells]);
  return cells.map((cell, index) => /** @type {const} */ ([cell, nextCells[index]]));
}

/**
 * Move an element without taking the focus out of it.
 * @param {Element} parent
 * @param {Element} element
 * @param {Element | null} before
 */
function move(parent, element, before) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  try {
    parent.moveBefore(element, before);
  } catch {
    parent.insertBefore(element, before);
  }
  if (element.contains(focused) && focused !== document.activeElement) focused.focus({ preventScroll: true });
}

/** @param {HTMLTableSectionElement} body */
const placeOf = (body) => find(".place", body)?.firstChild?.textContent?.trim() ?? "";

/**
 * Choose the mark of a changed row: strong for a game, a thin one for another place, none where nobody need look. In the
 * cross table the two cells of a game are marked instead.
 * @param {HTMLTableSectionElement} body
 * @param {string} placeBefore
 */
function chooseMark(body, placeBefore) {
  if (body.closest("#crosstable")) return "";
  if (hasJustHappened(body.id) || !body.id.startsWith("p")) return "fresh"; // a row of a round is its game
  return placeOf(body) === placeBefore ? "" : "moved";
}

/**
 * Put the given rows into the table of an element, and all its rows into an order.
 * @param {Element} box
 * @param {HTMLTableSectionElement[]} bodies
 * @param {string[]} order ids of all rows
 */
export function putRows(box, bodies, order) {
  changeTable(box, order, null, (table, note, isSeen) => {
    for (const next of bodies) {
      const body = /** @type {HTMLTableSectionElement | null} */ (byId(next.id));
      const place = placeOf(body ?? next);
      if (!body) table.append(next);
      if (!body || updateBody(body, next, isSeen)) note(body ?? next, place);
    }
  });
}

/**
 * Return the numbers in a text like "3-12 17".
 * @param {string} text
 */
const readPlaces = (text) =>
  text.split(" ").flatMap((run) => {
    const [first, last = first] = run.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });

/**
 * Put changed cells into the table of an element, and the rows that moved where they belong (tournaments/live/cells.py).
 * @param {Element} box
 * @param {HTMLTableRowElement[]} columns
 * @param {string} moved
 */
export function putCells(box, columns, moved) {
  const moves = moved.split(" ").filter(Boolean).map((move) => move.split(":")), movers = moves.map(([id]) => id);
  const order = idsOf(box).filter((id) => !movers.includes(id));
  for (const [id, place] of moves) order.splice(Number(place), 0, id);
  changeTable(box, order, movers, (table, note, isSeen) => {
    /** @type {[Cell, Cell][]} */
    const pairs = [];
    for (const column of columns) {
      const { rows = "", cell: at, text, lost, new: isNew } = column.dataset, nextCells = [...column.cells];
      if (lost) {
        removeColumns(table, lost.split(" ").map(Number).reverse());
        continue;
      }
      readPlaces(rows).forEach((place, index) => {
        const body = /** @type {HTMLTableSectionElement} */ (byId(order[place])), row = body.rows[0];
        if (isNew !== undefined) {
          keepOutOfTabs(row, nextCells[index]);
          row.insertBefore(nextCells[index], row.cells[Number(at)] ?? null);
          return;
        }
        note(body, placeOf(body));
        if (at === undefined) row.className = column.className;
        else if (text) putText(row.cells[Number(at)], Number(text), nextCells[index].textContent ?? "", isSeen);
        else pairs.push([row.cells[Number(at)], nextCells[index]]);
      });
    }
    updateCells(pairs, isSeen);
  });
}

/**
 * Remove columns from all rows of a table.
 * @param {HTMLTableElement} table
 * @param {number[]} columns from the last to the first
 */
function removeColumns(table, columns) {
  for (const { rows: [row] } of table.tBodies) for (const at of columns) row.cells[at].remove();
}

/** @typedef {HTMLTableCellElement} Cell */

/**
 * Return the ids of the rows in the table of an element, from top to bottom.
 * @param {Element} box
 */
const idsOf = (box) => {
  const table = /** @type {HTMLTableElement | null} */ (find("table", box));
  return [...table?.tBodies ?? []].map((body) => body.id);
};

/**
 * Tell whether the rows of an element stand in the order of a checksum (Adler-32): changed cells are for such a table alone.
 * @param {Element} box
 * @param {string} checksum
 */
export function isInOrder(box, checksum) {
  let low = 1, high = 0;
  for (const letter of idsOf(box).join(" ")) {
    low = (low + letter.charCodeAt(0)) % 65521;
    high = (high + low) % 65521;
  }
  return checksum === (high * 65536 + low).toString(16);
}

/**
 * Put rows where they belong. Those that are known to pass others go first, from below: then each moves once.
 * @param {HTMLTableElement} table
 * @param {string[]} order ids of all rows
 * @param {string[]} movers
 */
function putInOrder(table, order, movers) {
  const bodies = order.map(byId), at = new Map(order.map((id, index) => [id, index]));
  for (const place of movers.map((id) => at.get(id) ?? 0).reverse()) {
    move(table, bodies[place], bodies[place + 1] ?? null);
  }
  /** @type {Element | null} */
  let place = table.tBodies[0];
  for (const body of bodies) {
    if (body === place) place = place.nextElementSibling;
    else if (body) move(table, body, place);
  }
}

/**
 * Change the rows of a table in one go: then they glide to their places, and those that are noted are marked. What is
 * measured is read before and after all changes: each reading in between would lay out the table once more.
 * @param {Element} box
 * @param {string[]} order ids of all rows
 * @param {string[] | null} movers ids of those that pass others, from top to bottom, where they are known
 * @param {(table: HTMLTableElement, note: (body: HTMLTableSectionElement, place: string) => void,
 *   isSeen: import("./morph.js").Sight) => void} change
 */
function changeTable(box, order, movers, change) {
  const table = /** @type {HTMLTableElement} */ (find("table", box));
  const tops = measureTops(table, (movers ?? order).map(byId).filter(Boolean));
  keepPlace(() => {
    /** @type {Map<HTMLTableSectionElement, string>} */
    const changed = new Map();
    const note = (/** @type {HTMLTableSectionElement} */ body, /** @type {string} */ place) =>
      changed.has(body) || changed.set(body, place);
    unmark();
    change(table, note, (cell) => tops.has(/** @type {Element} */ (cell.closest("tbody"))));
    const wanted = new Set(order);
    for (const body of [...table.tBodies]) if (!wanted.has(body.id)) body.remove();
    putInOrder(table, order, movers ?? []);
    for (const [body, placeBefore] of changed) markChange(body, chooseMark(body, placeBefore));
  });
  glide(tops);
}

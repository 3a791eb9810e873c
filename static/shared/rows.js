/* Put new rows into an open table: the reader's place, focus and open explanations stay, rows glide to where they belong.

   htmx's morph makes each changed row like the new one, so that links keep the focus. It is called directly: a swap of
   htmx is asynchronous, and the motion of the rows has to be measured before and after it in one go. */

import { glide, keepPlace, markChange, measureTops } from "./changes.js";
import { byId, find, findAll } from "./dom.js";
import { isNews } from "./ticker.js";

/** @type {HtmxInternals["morph"]} */
let morph;

/** What readers and other scripts have set stays: it is no part of what the server sends. */
const OWN = ["aria-expanded", "aria-pressed", "data-htmx-powered", "tabindex"];

/** Get htmx's morph, and keep it out of the rows where it renews what is around them. */
export function prepareMorph() {
  htmx.registerExtension("crosstable", {
    init({ morph: usualMorph }) {
      morph = (old, next, isInner) => {
        const { morphIgnore } = htmx.config;
        htmx.config.morphIgnore = OWN;
        usualMorph(old, next, isInner);
        htmx.config.morphIgnore = morphIgnore;
      };
    },
    htmx_before_morph_node: (element) => !element.matches("tbody[id]"),
  });
}

/**
 * Make an element like a new one.
 * @param {Element} old
 * @param {Element} next
 */
export function morphElement(old, next) {
  const frame = document.createDocumentFragment();
  frame.append(next);
  morph(old, frame, false);
}

/**
 * Write an element as text without what readers and scripts have set, so that equal rows have equal texts.
 * @param {Element} element
 * @returns {string}
 */
function textOf(element) {
  const text = element.outerHTML.replace(new RegExp(` (${OWN.join("|")})="[^"]*"`, "g"), "");
  return text.replace(/\s+/g, " ").replace(/> </g, "><");
}

/**
 * Return the rows of a <tbody> without an explanation that was opened below them: a match of teams has one per board.
 * @param {HTMLTableSectionElement} body
 */
const rowsOf = (body) => [...body.rows].filter((row) => !row.classList.contains("why"));

/** @param {HTMLTableSectionElement} body */
const textOfRows = (body) => rowsOf(body).map(textOf).join("");

/**
 * Tell cheaply whether nothing changed: most rows of a page that is fetched again have not.
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableSectionElement} next
 */
function isSame(body, next) {
  const rows = rowsOf(body);
  return rows.length === next.rows.length && rows.every((row, index) => row.isEqualNode(next.rows[index]));
}

/**
 * Leave a table one stop of the Tab key (table_keys.js), with its new rows and cells.
 * @param {Element} old
 * @param {Element} next
 */
function keepOutOfTabs(old, next) {
  if (find("[tabindex='-1']", old)) { for (const link of findAll("a[href], button", next)) link.tabIndex = -1; }
}

/**
 * Make the rows of a <tbody> like the new ones; return whether anything changed. Open explanations stay below them.
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableSectionElement} next
 */
function updateBody(body, next) {
  keepOutOfTabs(body, next);
  if (isSame(body, next)) return false;
  const pairs = pairCells(body, next);
  if (pairs) return updateCells(body, next, pairs);
  if (textOfRows(body) === textOfRows(next)) return false;
  next.append(...findAll("tr.why", body).map((row) => row.cloneNode(true)));
  morph(body, next, true);
  return true;
}

/**
 * Make cells like new ones, and their rows; return whether anything changed.
 * @param {HTMLTableSectionElement} body
 * @param {HTMLTableSectionElement} next
 * @param {(readonly [Cell, Cell])[]} pairs
 */
function updateCells(body, next, pairs) {
  const rows = rowsOf(body).map((row, index) => /** @type {const} */ ([row, next.rows[index]]));
  const others = rows.filter(([row, other]) => row.className !== other.className);
  for (const [row, other] of others) row.className = other.className;
  const changed = pairs.filter(([cell, other]) => !cell.isEqualNode(other) && textOf(cell) !== textOf(other));
  for (const [cell, other] of changed) updateCell(cell, other);
  return others.length + changed.length > 0;
}

/**
 * Make a cell like a new one. Where a reader has the focus or an explanation it is morphed; elsewhere it is replaced,
 * since the browser counts a text that changes in a moving row as a layout shift.
 * @param {HTMLTableCellElement} cell
 * @param {HTMLTableCellElement} next
 */
function updateCell(cell, next) {
  const results = resultsOf(cell);
  if (cell.contains(document.activeElement) || find("[aria-expanded=true]", cell)) morphElement(cell, next);
  else if (!cell.matches(".square") || !putTexts(cell, next)) cell.replaceWith(next);
  const shown = cell.isConnected ? cell : next;
  resultsOf(shown).forEach((result, index) => {
    if (result !== results[index]) markChange(findAll("a.met", shown)[index], "fresh");
  });
}

/**
 * Take over the texts of a cell that differs in nothing else, such as the places of opponents: that costs the browser a
 * third of a new cell. Return whether it is so.
 * @param {Cell} cell
 * @param {Cell} next
 */
function putTexts(cell, next) {
  const olds = textsIn(cell), news = textsIn(next), before = olds.map((text) => text.data);
  if (olds.length !== news.length) return false;
  olds.forEach((text, index) => {
    text.data = news[index].data;
  });
  if (textOf(cell) === textOf(next)) return true;
  olds.forEach((text, index) => {
    text.data = before[index];
  });
  return false;
}

/**
 * @param {Element} element
 * @returns {Text[]}
 */
function textsIn(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  return texts;
}

/**
 * Return the results in a cell of the cross table, without the places of the opponents, which change all the time.
 * @param {Element} cell
 */
const resultsOf = (cell) => findAll("a.met", cell).map((met) => met.lastChild?.textContent);

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
  const cells = rows.flatMap((row) => [...row.cells]), news = others.flatMap((row) => [...row.cells]);
  return cells.map((cell, index) => /** @type {const} */ ([cell, news[index]]));
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
  if (isNews(body.id) || !body.id.startsWith("p")) return "fresh"; // a row of a round is its game
  return placeOf(body) === placeBefore ? "" : "moved";
}

/**
 * Put the given rows into the table of an element, and all its rows into an order.
 * @param {Element} box
 * @param {HTMLTableSectionElement[]} bodies
 * @param {string[]} order ids of all rows
 */
export function putRows(box, bodies, order) {
  changeTable(box, order, (table, note) => {
    for (const next of bodies) {
      const body = /** @type {HTMLTableSectionElement | null} */ (byId(next.id));
      const place = placeOf(body ?? next);
      if (!body) table.append(next);
      if (!body || updateBody(body, next)) note(body ?? next, place);
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
  const moves = moved.split(" ").filter(Boolean).map((move) => move.split(":")), ids = new Set(moves.map(([id]) => id));
  const order = idsOf(box).filter((id) => !ids.has(id));
  for (const [id, place] of moves) order.splice(Number(place), 0, id);
  changeTable(box, order, (_table, note) => {
    for (const column of columns) {
      const news = [...column.cells];
      for (const place of readPlaces(column.dataset.rows ?? "")) {
        const body = /** @type {HTMLTableSectionElement} */ (byId(order[place])), row = body.rows[0];
        note(body, placeOf(body));
        if (column.dataset.cell) putCell(row.cells[Number(column.dataset.cell)], /** @type {Cell} */ (news.shift()));
        else row.className = column.className;
      }
    }
  });
}

/** @typedef {HTMLTableCellElement} Cell */

/**
 * @param {Cell} cell
 * @param {Cell} next
 */
function putCell(cell, next) {
  keepOutOfTabs(cell, next);
  updateCell(cell, next);
}

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
 * Change the rows of a table in one go: then they glide to their places, and those that are noted are marked. What is
 * measured is read before and after all changes: each reading in between would lay out the table once more.
 * @param {Element} box
 * @param {string[]} order ids of all rows
 * @param {(table: HTMLTableElement, note: (body: HTMLTableSectionElement, place: string) => void) => void} change
 */
function changeTable(box, order, change) {
  const table = /** @type {HTMLTableElement} */ (find("table", box));
  table.style.overflowAnchor = "none"; // a row that moves must not take the reader's scroll with it
  const tops = measureTops(table);
  keepPlace(table, () => {
    /** @type {Map<HTMLTableSectionElement, string>} */
    const changed = new Map();
    change(table, (body, place) => changed.has(body) || changed.set(body, place));
    const wanted = new Set(order);
    for (const body of [...table.tBodies]) if (!wanted.has(body.id)) body.remove();
    /** @type {Element | null} */
    let place = table.tBodies[0];
    for (const body of order.map(byId)) {
      if (body === place) place = place.nextElementSibling;
      else if (body) move(table, body, place);
    }
    for (const [body, placeBefore] of changed) markChange(body, chooseMark(body, placeBefore));
  });
  glide(table, tops);
}

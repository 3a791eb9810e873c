/* What a link of a long table is called out of its table, as in a screen reader's list of links: a value with what it is a
   value of and whose it is, a game of the cross table with both sides. The table's own texts are its name, so that it
   follows what changes there and costs no byte; a browser that cannot do that still has the heads of the table. */

import { find, findAll } from "./dom.js";

const LINKS = "td:is(.points, .tie, .square) > a";
/** How many columns had links with names. @type {WeakMap<Element, number>} */
const named = new WeakMap();

/** Name the links that are new, and all where other columns stand. */
function nameLinks() {
  for (const sheet of findAll("#standings table, #crosstable table")) {
    const table = /** @type {HTMLTableElement} */ (sheet), heads = table.tHead?.rows[0].cells;
    if (!heads) continue;
    const isOfPlayers = find("th.square", table) && !find("th.square a", table); // its columns move with their players
    const isAll = isOfPlayers || named.get(table) !== heads.length;
    named.set(table, heads.length);
    for (const link of findAll(isAll ? LINKS : `${LINKS}:not([aria-labelledby])`, table)) {
      const cell = /** @type {HTMLTableCellElement} */ (link.parentElement), at = cell.cellIndex;
      const name = find(".name > a", /** @type {Element} */ (cell.parentElement));
      if (!name) continue;
      const other = isOfPlayers && find(".name > a", table.tBodies[at - 2]);
      link.ariaLabelledByElements = cell.matches(".square")
        ? [name, link, other || heads[at]]
        : [link, heads[at], name];
    }
  }
}

/** When the browser has nothing else to do. */
const nameLater = () => (globalThis.requestIdleCallback ?? setTimeout)(nameLinks);

nameLater();
document.addEventListener("crosstable:rows", nameLater);

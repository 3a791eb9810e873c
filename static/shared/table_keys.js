/* A table of 200 rows has more than a thousand links, and is one stop of the Tab key: arrows lead from link to link, and Tab
   comes back to where it was. In a screen reader's list of links a value says whose it is and of what, a game names both
   sides. rows.js keeps later rows out of the order of Tab. */

import { find, findAll, targetOf } from "./dom.js";

const [ONWARD, BACK] = document.dir === "rtl" ? ["ArrowLeft", "ArrowRight"] : ["ArrowRight", "ArrowLeft"];
const TABLES = "#standings, #crosstable, #individuals .sheet, #round .pairings", LINKS = "a[href], button";
const KEYS = /^(Arrow(Up|Down|Left|Right)|Home|End)$/;

/** @param {Element} part */
const linksIn = (part) => findAll(LINKS, part);

/**
 * Return the rows that have links, from top to bottom.
 * @param {Element} sheet
 */
const rowsOf = (sheet) =>
  /** @type {HTMLTableRowElement[]} */ (findAll("tbody > tr", sheet)).filter((row) => find(LINKS, row));

/**
 * Return the first row that is shown. Rows are asked one by one: one far away is not laid out until then.
 * @param {HTMLTableRowElement[]} rows
 */
const firstShown = (rows) => rows.find((row) => row.checkVisibility());

/** Leave one stop in each table: the one that it has, or its first link. */
function keepOneStop() {
  for (const sheet of findAll(TABLES)) {
    const reached = findAll("tbody :is(a[href], button):not([tabindex='-1'])", sheet);
    const stop = reached.find((link) => link.matches("tbody:not([hidden]) [tabindex='0']"));
    const kept = stop ?? linksIn(firstShown(rowsOf(sheet)) ?? sheet).find((link) => link.checkVisibility());
    for (const link of reached) if (link !== kept && !link.closest("tr.why")) link.tabIndex = -1;
    if (kept) kept.tabIndex = 0;
  }
}

/**
 * Return the link that a key leads to.
 * @param {HTMLElement} link
 * @param {string} key
 * @param {Element} sheet
 */
function findNext(link, key, sheet) {
  const row = /** @type {HTMLTableRowElement} */ (link.closest("tr"));
  const own = linksIn(row).filter((each) => each.checkVisibility()), at = own.indexOf(link);
  if (key === ONWARD) return own[at + 1];
  if (key === BACK) return own[at - 1];
  if (key === "Home") return own[0];
  if (key === "End") return own[own.length - 1];
  const rows = rowsOf(sheet), place = rows.indexOf(row);
  const other = firstShown(key === "ArrowDown" ? rows.slice(place + 1) : rows.slice(0, place).reverse());
  const cell = /** @type {HTMLTableCellElement | null} */ (link.closest("td, th"));
  const links = other ? linksIn(other).filter((each) => each.checkVisibility()) : [];
  const isAlike = other?.cells.length === row.cells.length;
  return links.find((each) => isAlike && other.cells[cell?.cellIndex ?? 0].contains(each)) ?? links[0];
}

document.addEventListener("keydown", (event) => {
  const link = targetOf(event), sheet = link.closest(TABLES);
  if (!sheet || !KEYS.test(event.key) || !link.matches(LINKS) || !link.closest("tbody")) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  findNext(link, event.key, sheet)?.focus();
});

document.addEventListener("focusin", (event) => {
  const link = targetOf(event), sheet = link.closest(TABLES);
  if (!sheet || !link.matches(LINKS) || !link.closest("tbody") || link.closest("tr.why")) return;
  for (const stop of findAll("tbody [tabindex='0']", sheet)) stop.tabIndex = -1;
  link.tabIndex = 0;
});

/** @type {WeakMap<Element, number>} the columns that a table had then */
const named = new WeakMap();

/** Name new links by texts of the table, which follow its changes; all where columns move. */
function nameLinks() {
  for (const table of /** @type {HTMLTableElement[]} */ (findAll("#standings table, #crosstable table"))) {
    const heads = table.tHead?.rows[0].cells ?? [], isOfPlayers = find("th.square:not(:has(a))", table);
    const isAll = isOfPlayers || named.get(table) !== heads.length;
    named.set(table, heads.length);
    for (const link of findAll(`td:is(.points, .tie, .square) > a${isAll ? "" : ":not([aria-labelledby])"}`, table)) {
      const cell = /** @type {HTMLTableCellElement} */ (link.parentElement), at = cell.cellIndex;
      const [name, other] = [link.closest("tbody"), isOfPlayers && table.tBodies[at - 2]]
        .map((row) => row && find(".name > a", row) || heads[at]);
      link.ariaLabelledByElements = cell.matches(".square") ? [name, link, other] : [link, heads[at], name];
    }
  }
}

function takeRows() {
  keepOneStop();
  (globalThis.requestIdleCallback ?? setTimeout)(nameLinks);
}

takeRows();
document.addEventListener("crosstable:rows", takeRows);

/* Make elements like new ones: by htmx's morph, which keeps what has the focus, called directly since a swap of htmx is
   asynchronous; and the cells of a table cheaper than that. */

import { markChange, takeMark } from "./changes.js";
import { find, findAll } from "./dom.js";

/** @type {HtmxInternals["morph"]} */
let morph;

/** What readers and other scripts have set stays: it is no part of what the server sends. */
const OWN = ["aria-expanded", "aria-labelledby", "aria-pressed", "data-htmx-powered", "open", "tabindex"];

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
 * Make an element like a new one, or what is in it.
 * @param {Element} old
 * @param {Element} next
 * @param {boolean} [isInner]
 */
export function morphElement(old, next, isInner = false) {
  const frame = document.createDocumentFragment();
  frame.append(next);
  morph(old, isInner ? next : frame, isInner);
}

/**
 * Write an element as text without what readers and scripts have set, so that equal rows have equal texts.
 * @param {Element} element
 * @returns {string}
 */
export function textOf(element) {
  const text = element.outerHTML.replace(new RegExp(` (${OWN.join("|")})="[^"]*"`, "g"), "");
  return text.replace(/\s+/g, " ").replace(/> </g, "><");
}

/** @typedef {HTMLTableCellElement} Cell */
/** @typedef {(cell: Element) => boolean} Sight whether a cell is in a row that may glide before the reader's eyes */

/**
 * Make cells like new ones, and mark the games whose results differ. The mark of a game goes with it.
 * @param {(readonly [Cell, Cell])[]} pairs
 * @param {Sight} isSeen
 */
export function updateCells(pairs, isSeen) {
  const mets = pairs.flatMap(([cell]) => metIn(cell));
  const before = new Map(mets.map((met) => [nameOf(met), { result: resultOf(met), until: takeMark(met) }]));
  const shown = pairs.map(([cell, next]) => updateCell(cell, next, isSeen(cell)));
  for (const met of shown.flatMap(metIn)) {
    const { result, until } = before.get(nameOf(met)) ?? { result: resultOf(met) };
    if (result !== resultOf(met)) markChange(met, "fresh");
    else if (until) markChange(met, "fresh", until);
  }
}

/**
 * Return the games in a cell of the cross table.
 * @param {Element} cell
 */
const metIn = (cell) => cell.matches(".square") ? findAll("a.met", cell) : [];

/**
 * Name a game in a row: in a round robin it moves to another column with its opponent.
 * @param {Element} met
 */
const nameOf = (met) => `${met.closest("tbody")?.id} ${met.getAttribute("href")}`;

/** @param {Element} met */
const resultOf = (met) => met.lastChild?.textContent ?? "";

/**
 * Make a cell like a new one; return the one that is shown then. Where a reader has the focus or an explanation it is
 * morphed. In sight it is replaced: the browser counts a text that changes in a moving row as a layout shift.
 * @param {Cell} cell
 * @param {Cell} next
 * @param {boolean} isSeen
 */
function updateCell(cell, next, isSeen) {
  keepOutOfTabs(cell, next);
  if (cell.contains(document.activeElement) || find("[aria-expanded=true]", cell)) morphElement(cell, next);
  else if (isSeen && !cell.matches(".square")) cell.replaceWith(next);
  else patch(cell, next);
  return cell.isConnected ? cell : next;
}

/**
 * Change one text of a cell.
 * @param {Cell} cell
 * @param {number} index which of its texts
 * @param {string} data
 * @param {Sight} isSeen
 */
export function putText(cell, index, data, isSeen) {
  const isReplaced = isSeen(cell) && !cell.matches(".square"),
    next = isReplaced ? /** @type {Cell} */ (cell.cloneNode(true)) : cell;
  const text = textsIn(next)[index];
  if (!text) return;
  text.data = data;
  // A copy has the attribute, and not the elements that name the link: table_keys.js names it again.
  if (isReplaced) {
    for (const link of findAll("[aria-labelledby]", next)) link.removeAttribute("aria-labelledby");
    updateCell(cell, next, true);
  } else if (text.parentElement?.matches("a.met")) markChange(text.parentElement, "fresh");
}

/**
 * Return the texts in an element that aren't blank.
 * @param {Element} element
 */
function textsIn(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT), texts = [];
  while (walker.nextNode()) texts.push(/** @type {Text} */ (walker.currentNode));
  return texts.filter((text) => text.data.trim());
}

/**
 * Make an element like a new one: its attributes and texts, or all that is in it where its shape differs.
 * @param {Element} old
 * @param {Element} next
 */
function patch(old, next) {
  for (const name of new Set([...old.getAttributeNames(), ...next.getAttributeNames()])) {
    const value = next.getAttribute(name);
    if (OWN.includes(name) || value === old.getAttribute(name)) continue;
    if (value === null) old.removeAttribute(name);
    else old.setAttribute(name, value);
  }
  const olds = [...old.childNodes], nexts = [...next.childNodes];
  if (olds.map((node) => node.nodeName).join() !== nexts.map((node) => node.nodeName).join()) {
    old.replaceChildren(...nexts);
  } else olds.forEach((node, index) => patchNode(node, nexts[index]));
}

/**
 * @param {ChildNode} old
 * @param {ChildNode} next
 */
function patchNode(old, next) {
  if (old instanceof Element && next instanceof Element) patch(old, next);
  else if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
}

/**
 * Leave a table one stop of the Tab key (table_keys.js), with its new rows and cells.
 * @param {Element} old
 * @param {Element} next
 */
export function keepOutOfTabs(old, next) {
  if (find("[tabindex='-1']", old)) { for (const link of findAll("a[href], button", next)) link.tabIndex = -1; }
}

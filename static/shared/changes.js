/* Show what has changed without losing the reader's place: a mark at the row for a while, and motion. */

import { find, findAll } from "./dom.js";

const FRESH = 15000, TOGETHER = 500, MOST_MOVES = 30;
const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Map<Element, number>} what is marked, and until when */
const marks = new Map();
let timer = 0;

/**
 * Mark a changed row or cell for a while: wholly where something happened to it, at its edge where only its place changed.
 * Fetch its open explanation again.
 * @param {HTMLElement} body
 * @param {"fresh" | "moved" | ""} mark
 */
export function markChange(body, mark) {
  if (mark) {
    body.classList.add(mark);
    marks.set(body, Date.now() + FRESH);
    timer ||= setTimeout(unmark, FRESH);
  }
  const why = /** @type {HTMLTableRowElement | null} */ (find("tr.why[data-from]", body));
  if (why) setTimeout(() => explainAgain(why), Math.random() * 500);
}

/** Remove the marks that have been there for long enough, those of one update together: each frame costs. */
function unmark() {
  const now = Date.now();
  for (const [body, until] of marks) {
    if (until > now + TOGETHER) continue;
    body.classList.remove("fresh", "moved");
    marks.delete(body);
  }
  timer = marks.size ? setTimeout(unmark, Math.min(...marks.values()) - now) : 0;
}

/** @param {HTMLTableRowElement} why */
async function explainAgain(why) {
  const answer = await fetch(why.dataset.from ?? "", { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok && why.isConnected) why.cells[0].innerHTML = await answer.text();
}

const isStill = () => motion.matches || document.hidden;

/**
 * Measure where each row is, for those who see it move.
 * @param {HTMLTableElement} table
 * @returns {Map<Element, number>}
 */
export const measureTops = (table) =>
  new Map(isStill() ? [] : [...table.tBodies].map((body) => [body, body.getBoundingClientRect().top]));

/**
 * Let moved rows glide from where they were; who prefers less motion sees only the marks.
 * @param {HTMLTableElement} table
 * @param {Map<Element, number>} tops where each row was
 */
export function glide(table, tops) {
  if (isStill()) return;
  const isNear = (/** @type {number} */ top) => top > -100 && top < innerHeight; // a row of two lines is at most so tall
  const moves = [...table.tBodies].flatMap((body) => {
    const before = tops.get(body), top = body.getBoundingClientRect().top;
    const isSeen = before !== undefined && Math.abs(before - top) > 1 && (isNear(top) || isNear(before));
    return isSeen ? [{ body, by: before - top }] : [];
  });
  if (moves.length > MOST_MOVES) return;
  for (const { body, by } of moves) {
    body.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 250, easing: "ease-out" });
  }
}

/**
 * Find the row that the reader is at: the one with the focus, otherwise one in sight whose explanation is open.
 * @param {Element} table
 */
function findReadersRow(table) {
  const rows = [document.activeElement?.closest("tbody"), ...findAll("tr.why", table).map((why) => why.parentElement)];
  return rows.find((body) => {
    if (!body || !table.contains(body)) return false;
    const { top, bottom } = body.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
}

/**
 * Change a table so that the reader's row stays where it is on the screen, or else the scroll.
 * @param {Element} table
 * @param {() => void} change
 */
export function keepPlace(table, change) {
  const row = findReadersRow(table), top = row?.getBoundingClientRect().top ?? 0, scroll = scrollY;
  change();
  if (row?.isConnected) scrollBy({ top: row.getBoundingClientRect().top - top, behavior: "instant" });
  else if (scrollY !== scroll) scrollTo({ top: scroll, behavior: "instant" });
}

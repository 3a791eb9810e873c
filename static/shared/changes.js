/* Show what has changed without losing the reader's place: a mark at the row for a while, and motion. */

import { find, findAll } from "./dom.js";

const GLIDE = 250, FRESH = 15000, TOGETHER = 5000, MOST_MOVES = 60; // milliseconds, and rows
const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {Map<Element, number>} what is marked, and until when */
const marks = new Map();
let timer = 0;

/**
 * Mark a changed row or cell for a while: wholly where something happened to it, at its edge where only its place changed.
 * Fetch its open explanation again.
 * @param {HTMLElement} body
 * @param {"fresh" | "moved" | ""} mark
 * @param {number} [until]
 */
export function markChange(body, mark, until = Date.now() + FRESH) {
  if (mark) {
    body.classList.add(mark);
    marks.set(body, until);
    timer ||= setTimeout(unmark, FRESH);
  }
  const why = /** @type {HTMLTableRowElement | null} */ (find("tr.why[data-from]", body));
  if (why) setTimeout(() => explainAgain(why), Math.random() * 500);
}

/**
 * Take the mark from an element; return until when it would have been there, 0 where it has none.
 * @param {Element} element
 */
export function takeMark(element) {
  const until = marks.get(element) ?? 0;
  if (until) element.classList.remove("fresh", "moved");
  marks.delete(element);
  return until;
}

/**
 * Remove the marks that have been there for long enough: several together, and with the next change where one comes, since
 * each frame costs.
 */
export function unmark() {
  clearTimeout(timer);
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
  const text = answer?.ok && await answer.text();
  if (text) keepPlace(() => Object.assign(why.cells[0], { innerHTML: text }));
}

/** @param {Element} body */
const topOf = (body) => body.getBoundingClientRect().top;

/**
 * Measure where rows are: those up to one screen above and below the one in sight, and those that pass others.
 * @param {HTMLTableElement} table
 * @param {Element[]} movers
 * @returns {Map<Element, number>}
 */
export function measureTops(table, movers) {
  const bodies = [...table.tBodies].filter((body) => !body.hidden);
  const tops = new Map(movers.map((body) => [body, topOf(body)]));
  let first = 0, end = bodies.length;
  while (first < end) {
    const middle = (first + end) >> 1;
    if (topOf(bodies[middle]) < -innerHeight) first = middle + 1;
    else end = middle;
  }
  for (const body of bodies.slice(first)) {
    const top = topOf(body);
    if (top > 2 * innerHeight) break;
    tops.set(body, top);
  }
  return tops;
}

/**
 * Let moved rows glide from where they were; who prefers less motion sees only the marks.
 * @param {Map<Element, number>} tops where the rows were
 */
export function glide(tops) {
  if (motion.matches || document.hidden) return;
  const isNear = (/** @type {number} */ top) => top > -100 && top < innerHeight; // a row of two lines is at most so tall
  const moves = [...tops].flatMap(([body, before]) => {
    const top = topOf(body), isSeen = Math.abs(before - top) > 1 && (isNear(top) || isNear(before));
    return isSeen ? [{ body, by: before - top }] : [];
  });
  if (moves.length > MOST_MOVES) return;
  for (const { body, by } of moves) {
    body.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
      duration: GLIDE,
      easing: "ease-out",
    });
  }
}

/** Find what the reader is at: the row with the focus, one in sight whose explanation is open, a table that has begun above. */
function findReadersPlace() {
  const rows = [document.activeElement?.closest("tbody"), ...findAll("tr.why").map((why) => why.parentElement)];
  const isInSight = (/** @type {Element | null | undefined} */ part) => {
    const { top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {};
    return bottom > 0 && top < innerHeight;
  };
  return rows.find(isInSight) ?? findAll(".sheet table").find((table) => isInSight(table) && topOf(table) < 0);
}

let gliding = 0;

/**
 * Change the page so that the reader's place stays where it is on the screen, or else the scroll. The browser's own way to
 * keep a place is off until rows have glided: it would hold fast to a row that moves, or to what stands below one that grows.
 * Afterwards it is needed: rows that come near while somebody scrolls up may be taller than what stood for them. It is set
 * for the whole page, since set for their table it would let the browser style all rows again.
 * @param {() => void} change
 */
export function keepPlace(change) {
  const { style } = document.documentElement;
  style.overflowAnchor = "none";
  clearTimeout(gliding);
  gliding = setTimeout(() => {
    style.overflowAnchor = "";
  }, GLIDE);
  const place = findReadersPlace(), top = place ? topOf(place) : 0, scroll = scrollY;
  change();
  if (place?.isConnected) scrollBy({ top: topOf(place) - top, behavior: "instant" });
  else if (scrollY !== scroll) scrollTo({ top: scroll, behavior: "instant" });
}

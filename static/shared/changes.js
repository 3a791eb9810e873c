/* Show what has changed without losing the reader's place: a mark at the row for a while, motion, and a sentence for
   those who listen. */

import { byId, find, findAll } from "./dom.js";

const FRESH = 15000, ANNOUNCE = 10000, MOST_MOVES = 60;
const motion = matchMedia("(prefers-reduced-motion: reduce)");

/** @type {WeakMap<Element, number>} */
const marks = new WeakMap();

/**
 * Mark a changed row for a while, and fetch its open explanation again.
 * @param {HTMLTableSectionElement} body
 */
export function markFresh(body) {
  body.classList.add("fresh");
  clearTimeout(marks.get(body));
  marks.set(body, setTimeout(() => body.classList.remove("fresh"), FRESH));
  const why = /** @type {HTMLTableRowElement | null} */ (find("tr.why[data-from]", body));
  if (why) setTimeout(() => explainAgain(why), Math.random() * 500);
}

/** @param {HTMLTableRowElement} why */
async function explainAgain(why) {
  const answer = await fetch(why.dataset.from ?? "", { headers: { "HX-Request": "true" } }).catch(() => null);
  if (answer?.ok && why.isConnected) why.cells[0].innerHTML = await answer.text();
}

/**
 * Let moved rows glide from where they were; who prefers less motion sees only the marks.
 * @param {HTMLTableElement} table
 * @param {Map<Element, number>} tops where each row was
 */
export function glide(table, tops) {
  if (motion.matches || document.hidden) return;
  const isNear = (/** @type {number} */ top) => top > -100 && top < innerHeight + 100;
  const moves = [...table.tBodies].flatMap((body) => {
    const before = tops.get(body), top = body.getBoundingClientRect().top;
    const isSeen = before !== undefined && Math.abs(before - top) > 1 && (isNear(top) || isNear(before));
    return isSeen ? [{ body, by: before - top }] : [];
  });
  if (moves.length > MOST_MOVES) return;
  for (const { body, by } of moves) {
    body.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], { duration: 450, easing: "ease-out" });
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

/** @type {Set<string>} */
const names = new Set();
let timer = 0, announcedAt = 0;

/**
 * Announce changed rows, at most every ten seconds.
 * @param {HTMLTableSectionElement[]} bodies
 */
export function announce(bodies) {
  for (const body of bodies) names.add(find(".name a", body)?.textContent?.trim() || body.id);
  if (names.size && !timer) timer = setTimeout(speak, Math.max(0, announcedAt + ANNOUNCE - Date.now()));
}

function speak() {
  const { many, updated } = byId("live").dataset, text = names.size > 3 ? many : updated;
  const place = byId("announce");
  if (place && text) {
    place.textContent = text.replace("{count}", String(names.size)).replace("{names}", [...names].join(", "));
  }
  names.clear();
  timer = 0;
  announcedAt = Date.now();
}

/* What other arbiters enter appears here, and leaves what is being typed alone. */

import { byId, find, findAll, targetOf } from "../shared/dom.js";
import { outbox, showWaiting } from "./entries.js";
import {
  allRows,
  boardOf,
  current,
  desk,
  goTo,
  hasInput,
  jumpTo,
  keyList,
  listTroubles,
  markCurrent,
  rowOf,
} from "./rows.js";

let isStale = false; // others have entered something
let isRefreshing = false;
let isAnswered = false;
let hadFocus = false;

const hasFocus = () => document.activeElement !== document.body && document.activeElement !== null;

/**
 * Write which state each row shows. Boards that follow one another in the same state are one run: an address has limits.
 * @param {HTMLElement[]} rows
 */
function writeStamps(rows) {
  /** @type {{ first: number, last: number, stamp: string }[]} */
  const runs = [];
  for (const row of rows) {
    const board = Number(row.dataset.board), stamp = row.dataset.stamp ?? "", run = runs.at(-1);
    if (run?.stamp === stamp && run.last + 1 === board) run.last = board;
    else runs.push({ first: board, last: board, stamp });
  }
  const byes = find("#byes", desk);
  if (byes) runs.push({ first: 0, last: 0, stamp: byes.dataset.stamp ?? "" });
  return runs.map(({ first, last, stamp }) => `${first}-${last}.${stamp}`).join(" ");
}

/** Put boards that have come where they belong: they arrive at the end of the table. */
function sortRows() {
  const rows = allRows(), table = find("#rows", desk);
  if (rows.length) find("#no-boards", desk)?.remove();
  let last = 0;
  for (const row of rows) {
    const board = Number(boardOf(row)), next = board < last && rows.find((other) => Number(boardOf(other)) > board);
    if (next) table?.insertBefore(row, next);
    last = Math.max(last, board);
  }
}

async function refresh() {
  isStale = true;
  if (isRefreshing || outbox.waiting.length) return; // one's own entries go first
  isRefreshing = true;
  let pause = 500;
  while (isStale && !outbox.waiting.length) {
    isStale = isAnswered = false;
    const url = `${desk.dataset.url}?seen=${encodeURIComponent(writeStamps(allRows()))}`;
    await htmx.ajax("GET", url, { source: byId("open"), target: desk, swap: "none" });
    if (isAnswered) continue;
    isStale = true; // the server was busy or away, and its next message may come much later
    await new Promise((done) => setTimeout(done, pause * (1 + Math.random())));
    pause = Math.min(2 * pause, 2000);
  }
  isRefreshing = false;
}

desk.addEventListener("desk:idle", () => {
  if (isStale) refresh();
});

desk.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = /** @type {CustomEvent} */ (event).detail;
  hadFocus = hasFocus();
  if (ctx.request.method !== "GET") return;
  const waiting = new Set(outbox.waiting.map((entry) => entry.board));
  for (const task of [...tasks]) {
    const row = task.target?.matches?.("tbody[data-board]") ? task.target : null;
    if (!row) continue;
    if (hasInput(row) || waiting.has(boardOf(row)) || find(".clashing", row)) tasks.splice(tasks.indexOf(task), 1);
  }
});

desk.addEventListener("htmx:after:swap", (event) => {
  isAnswered ||= /** @type {CustomEvent} */ (event).detail.ctx.request.method === "GET";
  const isFocusLost = hadFocus && !hasFocus(); // who scrolls with nothing in focus stays there
  if (find("#rows", desk)) sortRows();
  showWaiting();
  listTroubles();
  const jump = find("[data-jump]", desk);
  if (jump) {
    jump.remove();
    jumpTo(jump.dataset.jump ?? "");
  } else if (current.board) {
    if (isFocusLost && !keyList.open) goTo(current.board);
    else markCurrent(current.board);
  }
});

/* A large round comes with the boards around the current one; the others are brief, without their forms, and those that come
   near the window are fetched as if somebody had changed them. */
const watcher = new IntersectionObserver((seen) => {
  const near = seen.filter(({ isIntersecting }) => isIntersecting).map((
    { target },
  ) => /** @type {HTMLElement} */ (target));
  for (const row of near) {
    watcher.unobserve(row);
    row.dataset.stamp = "";
  }
  if (near.length) refresh();
}, { rootMargin: "100% 0px" });
for (const row of findAll("tbody[data-brief]", desk)) watcher.observe(row);
desk.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const row = targetOf(event).closest("a.brief")?.closest("tbody") ?? null;
  if (!row) return;
  event.preventDefault(); // the link is for browsers without scripts
  jumpTo(boardOf(row));
});

// "Keep what is stored": the row is fetched as it is.
desk.addEventListener("click", (event) => {
  /** @type {HTMLElement | null} */
  const link = targetOf(event).closest(".keep"), board = link?.dataset.board ?? "", row = link && rowOf(board);
  if (!row) return;
  event.preventDefault();
  find(".clashing", row)?.remove();
  row.dataset.stamp = "";
  refresh();
  goTo(board);
});

const live = byId("live");
live.dataset.parts = ""; // live.js keeps the connection; the rows are fetched here
live.addEventListener("htmx:sse:before:message", (event) => {
  if (/** @type {CustomEvent} */ (event).detail.message.event === "version") refresh();
});
setInterval(() => {
  if (!document.hidden && byId("connection").dataset.state !== "live") refresh();
}, 15000);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) refresh();
});

/* The rows of the desk: which one the keys act on, which one is next, and what its last column says. Without scripts every
   form on the page works by itself. */

import { byId, find, findAll, findFields } from "../shared/dom.js";

/** @typedef {"score" | "second" | "spread"} Field a field of a row with scores */

export const desk = byId("desk");
export const keyList = /** @type {HTMLDialogElement} */ (byId("keys"));
export const boardsPerMatch = Number(desk.dataset.boards ?? 0);
export const hasScores = find(".scores", desk) !== null;

/** @type {Record<Field, string>} */
export const FIELDS = {
  score: "input[name=white_score]",
  second: "input[name=black_score]",
  spread: "input[name=spread]",
};

/**
 * The board that the keys act on, and what takes the focus in the next row: one of its fields, or the row itself.
 * @type {{ board: string | null, field: Field | "row" }}
 */
export const current = { board: null, field: hasScores ? "score" : "row" };

/**
 * @param {string | null} board
 * @returns {HTMLElement | null}
 */
export const rowOf = (board) => find(`tbody[data-board="${board}"]`, desk);

/** @param {HTMLElement} row */
export const boardOf = (row) => row.dataset.board ?? "";

/**
 * Write which board a row shows, in which version, and who sits there.
 * @param {HTMLElement} row
 */
export const writeSeen = ({ dataset: { board, version, seats } }) => `${board}.${version}.${seats}`;

export const allRows = () => findAll("tbody[data-board]", desk);

/**
 * Return whether a row has scores that were typed and not sent.
 * @param {HTMLElement} row
 */
export const hasInput = (row) => findFields(".scores input", row).some((field) => field.value !== field.defaultValue);

/** @param {string | null} board */
export function goTo(board) {
  const row = rowOf(board), line = row && find("tr", row);
  if (!row || !line) return;
  markCurrent(board);
  const field = current.field === "row" ? null : findFields(FIELDS[current.field], row)[0];
  (field ?? line).focus({ preventScroll: true });
  field?.select();
  line.scrollIntoView({ block: "nearest" });
}

/**
 * Go to a board that somebody asked for: it is shown also among the open boards only, and typing starts at its first field.
 * @param {string} board
 */
export function jumpTo(board) {
  if (rowOf(board)?.offsetParent === null) {
    desk.classList.remove("only-open");
    byId("missing").setAttribute("aria-pressed", "false");
  }
  if (hasScores) current.field = "score";
  goTo(board);
}

/** @param {string | null} board */
export function markCurrent(board) {
  current.board = board;
  for (const line of findAll("tr[aria-current]", desk)) line.removeAttribute("aria-current");
  const row = rowOf(board);
  if (row) find("tr", row)?.setAttribute("aria-current", "true");
}

/**
 * Go up or down among the rows that are shown.
 * @param {1 | -1} distance
 */
export function step(distance) {
  const shown = allRows().filter((row) => row.offsetParent !== null);
  const place = shown.findIndex((row) => row.dataset.board === current.board);
  const next = shown[place < 0 ? 0 : place + distance];
  if (next) goTo(boardOf(next));
}

export function goToNextOpen() {
  const all = allRows(), place = all.findIndex((row) => row.dataset.board === current.board) + 1;
  const next = [...all.slice(place), ...all.slice(0, place)].find((row) => "open" in row.dataset);
  if (next) goTo(boardOf(next));
  else if (current.board) goTo(current.board);
}

/**
 * Write a sentence into the last column of a board.
 * @param {string} board
 * @param {string} text
 * @param {"wait" | "clash"} kind
 */
export function showState(board, text, kind) {
  const row = rowOf(board), state = row && find("td.stand", row);
  if (!state) return;
  const span = document.createElement("span");
  span.className = kind;
  span.textContent = text;
  state.replaceChildren(span);
}

/** List the boards whose entry was refused: one that is far from where the arbiter works must not go unseen. */
export function listTroubles() {
  const rows = allRows().filter((row) => find(".stand .clash", row)), box = byId("troubles");
  box.hidden = rows.length === 0;
  find("[data-boards]", box)?.replaceChildren(...rows.map((row) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = row.dataset.label ?? "";
    button.addEventListener("click", () => {
      jumpTo(boardOf(row));
      find(".clashing input[name=reason]", row)?.focus();
    });
    return button;
  }));
}

/* The forms of the desk go through the outbox, and the rows show at once what waits there. When nothing is left to send,
   the desk gets the event desk:idle. */

import { byId, find, findAll, findFields, targetOf } from "../shared/dom.js";
import { clearLine, line as lineField, readBoards, showList } from "./board_search.js";
import { isResult, readLine, readMatch } from "./line.js";
import { openOutbox } from "./outbox.js";
import * as rows from "./rows.js";

/** @typedef {import("./stored_entries.js").StoredEntry} StoredEntry */
/** @typedef {import("./stored_entries.js").Values} Values */

const { desk, current } = rows;

/**
 * @param {string | null} board
 * @param {string | undefined} sentence
 * @param {"wait" | "clash"} kind
 */
function showState(board, sentence, kind) {
  if (board) rows.showState(board, sentence ?? "", kind);
}

/**
 * The rows that show what waits, each with a copy of what it showed before.
 * @type {Map<string, { row: HTMLElement, copy: HTMLElement }>}
 */
const changed = new Map();

/**
 * Put back what a refused entry changed, unless the answer has brought the row, and return what was typed.
 * @param {StoredEntry} entry
 */
function takeBack({ board, values }) {
  const { row, copy } = changed.get(board ?? "") ?? {};
  if (row && copy && row === rows.rowOf(board)) {
    const hadFocus = row.contains(document.activeElement);
    row.replaceWith(copy);
    if (hadFocus) rows.goTo(board);
  }
  if (lineField && values.line && !lineField.value) lineField.value = String(values.line);
}

export const outbox = openOutbox(desk, {
  waits: ({ board }) => showState(board, desk.dataset.waiting, "wait"),
  barred: ({ board }) => showState(board, desk.dataset.barred, "clash"),
  failed: (entry) => {
    takeBack(entry);
    showState(entry.board, desk.dataset.failed, "clash");
    if (!entry.board) byId("echo").textContent = desk.dataset.failed ?? "";
    rows.listTroubles();
  },
  answered: (entry, outcome) => {
    if (outcome === 422) takeBack(entry);
    changed.delete(entry.board ?? "");
    showWaiting();
  },
  idle: () => desk.dispatchEvent(new Event("desk:idle")),
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function enter(form, submitter) {
  const values = Object.fromEntries(new FormData(form, submitter));
  const board = form.closest("tbody")?.dataset.board ?? null;
  delete values.csrfmiddlewaretoken;
  if (form.id === "line") return enterLine(form.action, values);
  send({ url: form.action, values, board }, form.id !== "undo");
}

/**
 * @param {import("./outbox.js").Entry} entry
 * @param {boolean} isResult
 */
function send(entry, isResult) {
  outbox.add(entry);
  showWaiting();
  if (rows.hasScores && current.field !== "row") current.field = "score";
  if (isResult) rows.goToNextOpen();
  outbox.pump();
}

/**
 * Enter a result at a board whose buttons have not come yet, also without a network: other boards show which ones it has.
 * @param {HTMLElement} row
 * @param {string} result
 */
export function enterBrief(row, result) {
  const { board = "", version = "", seats = "" } = row.dataset, turned = [...result].reverse().join("");
  const isOffered = [result, turned].some((code) => find(`button[name=result][value="${code}"]`, desk));
  if (!isOffered || !isMeant(result)) return;
  send({ url: `${desk.dataset.url}${board}/`, values: { result, version, seats }, board }, true);
}

/**
 * Ask about a result that is easily pressed by mistake; return whether it is meant.
 * @param {string | null} result
 */
function isMeant(result) {
  const { bothAbsent, closed } = desk.dataset;
  if (result === "--") return confirm(bothAbsent);
  return result !== "" || !closed || confirm(closed);
}

/**
 * Act on the entry line. The board is found here, so that a jump needs no answer and what is typed next lands nowhere else;
 * a name that fits several boards stays in the line, with the list of them.
 * @param {string} url
 * @param {Values} values
 */
function enterLine(url, values) {
  const field = /** @type {HTMLInputElement} */ (lineField);
  const matchOf = (/** @type {string | null} */ board) => Math.ceil(Number(board) / rows.boardsPerMatch),
    here = matchOf(current.board);
  const typed = field.value.trim(), isBoard = /^\d+$/.test(typed) && rows.rowOf(typed);
  const whole = isBoard ? null : readMatch(typed, rows.boardsPerMatch, here);
  if (whole) {
    clearLine();
    const line = `${whole.match} ${whole.results}`,
      ofMatch = rows.allRows().filter((row) => matchOf(rows.boardOf(row)) === whole.match),
      seen = ofMatch.map(rows.writeSeen);
    outbox.add({ url, values: { ...values, line, seen: seen.join(" ") }, board: null });
    return outbox.pump();
  }
  const line = readLine(String(values.line), readBoards(), rows.boardsPerMatch),
    row = rows.rowOf(field.dataset.chosen ?? line.board);
  delete field.dataset.chosen;
  if (!row && line.found.length) return showList(true);
  clearLine();
  if (row && !line.rest.trim()) return rows.jumpTo(rows.boardOf(row));
  const isEntry = row && (line.found.length || isResult(line.rest));
  values.seen = row ? rows.writeSeen(row) : "";
  values.board = row ? rows.boardOf(row) : "";
  outbox.add({ url, values, board: isEntry ? rows.boardOf(row) : null });
  showWaiting();
  outbox.pump();
}

/** Show at once what waits: the pressed button, the scores, the state. The answer brings the row as it is stored. */
export function showWaiting() {
  for (const { board, values, isAnswered } of outbox.waiting) {
    const row = board && rows.rowOf(board);
    if (!row || isAnswered) continue;
    if (changed.get(board)?.row !== row) {
      changed.set(board, { row, copy: /** @type {HTMLElement} */ (row.cloneNode(true)) });
    }
    if (values.result !== "") delete row.dataset.open;
    if ("result" in values) {
      for (const button of findFields("button[name=result]", row)) {
        button.setAttribute("aria-pressed", String(button.value === values.result));
      }
    }
    for (const field of findFields(".scores input:not([type=hidden])", row)) {
      if (field.name in values) field.defaultValue = field.value = String(values[field.name]);
    }
    showState(board, desk.dataset.sending, "wait");
  }
}

desk.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches(".sends")) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  if (!isMeant(button?.name === "result" ? button.value : null)) return;
  find("details", form)?.removeAttribute("open");
  enter(form, button);
});

desk.addEventListener("focusin", (event) => {
  const target = targetOf(event);
  /** @type {HTMLElement | null} */
  const row = target.closest("tbody[data-board]");
  if (row && rows.boardOf(row) !== current.board) rows.markCurrent(rows.boardOf(row));
  const names = /** @type {rows.Field[]} */ (Object.keys(rows.FIELDS));
  const field = row && rows.hasScores && names.find((name) => target.matches(rows.FIELDS[name]));
  if (field) current.field = field;
});

const openMenus = () => /** @type {HTMLDetailsElement[]} */ (findAll("details[open]", desk));

desk.addEventListener("toggle", (event) => {
  const opened = /** @type {HTMLDetailsElement} */ (event.target);
  if (opened.open) { for (const menu of openMenus()) if (menu !== opened) menu.open = false; }
}, true);
document.addEventListener("click", (event) => {
  for (const menu of openMenus()) if (!menu.contains(targetOf(event))) menu.open = false;
});

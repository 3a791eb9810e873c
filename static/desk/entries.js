/* The forms of the desk go through the outbox, and the rows show at once what waits there. When nothing is left to send,
   the desk gets the event desk:idle. */

import { byId, find, findAll, findFields, targetOf } from "../shared/dom.js";
import { isResult, parseLine } from "./line.js";
import { openOutbox } from "./outbox.js";
import * as rows from "./rows.js";

const { desk, current } = rows;

/**
 * @param {string | null} board
 * @param {string | undefined} sentence
 * @param {"wait" | "clash"} kind
 */
function showState(board, sentence, kind) {
  if (board) rows.showState(board, sentence ?? "", kind);
}

export const outbox = openOutbox(desk, {
  waits: ({ board }) => showState(board, desk.dataset.waiting, "wait"),
  failed: ({ board }) => {
    showState(board, desk.dataset.failed, "clash");
    rows.listTroubles();
  },
  answered: () => {},
  idle: () => desk.dispatchEvent(new Event("desk:idle")),
});

/**
 * @param {HTMLFormElement} form
 * @param {HTMLElement | null} submitter
 */
function enter(form, submitter) {
  const values = Object.fromEntries(new FormData(form, submitter));
  let board = form.closest("tbody")?.dataset.board ?? null;
  if (form.id === "line") {
    const line = parseLine(String(values.line), rows.boardsPerMatch), row = rows.rowOf(line.board);
    values.seen = row ? `${line.board}.${row.dataset.version}` : "";
    board = isResult(line.rest) ? line.board : null;
    /** @type {HTMLInputElement} */ (byId("line-text")).value = "";
  }
  delete values.csrfmiddlewaretoken;
  outbox.add({ url: form.action, values, board });
  showWaiting();
  if (rows.hasScores && current.field !== "row") current.field = "score";
  if (form.id !== "line" && form.id !== "undo") rows.goToNextOpen();
  outbox.pump();
}

/** Show at once what waits: the pressed button, the scores, the state. The answer brings the row as it is stored. */
export function showWaiting() {
  for (const { board, values, isAnswered } of outbox.waiting) {
    const row = board && rows.rowOf(board);
    if (!row || isAnswered) continue;
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
  const form = /** @type {HTMLFormElement} */ (event.target), { bothAbsent, closed } = desk.dataset;
  if (!form.matches(".sends")) return;
  event.preventDefault();
  const button = /** @type {HTMLButtonElement | null} */ (event.submitter);
  const value = button?.name === "result" ? button.value : null;
  if (value === "--" && !confirm(bothAbsent)) return;
  if (value === "" && closed && !confirm(closed)) return;
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

/* What the keys of the desk do; which key does what is in ./keys.js. */

import { byId, find, findAll, findFields, targetOf } from "../shared/dom.js";
import { line, pressInList } from "./board_search.js";
import { enterBrief, outbox, showWaiting } from "./entries.js";
import { actionOf } from "./keys.js";
import "./refresh.js";
import * as rows from "./rows.js";

const { desk, keyList, current } = rows;

/** @type {Record<string, () => void>} */
const MOVES = {
  up: () => rows.step(-1),
  down: () => rows.step(1),
  next: () => {
    if (rows.hasScores) current.field = "score";
    rows.goToNextOpen();
  },
  before: () => find("a[rel=prev]", desk)?.click(),
  after: () => find("a[rel=next]", desk)?.click(),
  undo: () => /** @type {HTMLFormElement | null} */ (byId("undo"))?.requestSubmit(),
  missing: toggleMissing,
  line: () => line?.select(),
  sheet: openSheet,
  confirm: () => press("button.confirm"),
  help: () => keyList.showModal(),
};

/**
 * Return the code of a result that a key means: the keys speak of the left side, which has Black in a turned row.
 * @param {string} action
 */
function codeOf(action) {
  const row = rows.rowOf(current.board);
  return row && "turned" in row.dataset ? [...action].reverse().join("") : action;
}

function toggleMissing() {
  const isOnlyOpen = desk.classList.toggle("only-open");
  byId("missing").setAttribute("aria-pressed", String(isOnlyOpen));
  if (current.board && rows.rowOf(current.board)?.offsetParent === null) rows.goToNextOpen();
}

function openSheet() {
  const { sheets } = desk.dataset, match = Math.ceil(Number(current.board) / rows.boardsPerMatch);
  if (current.board && sheets) location.assign(sheets.replace(/0\/$/, `${match}/?board=${current.board}`));
}

/** @param {string} selector */
function press(selector) {
  const row = rows.rowOf(current.board);
  const button = /** @type {HTMLButtonElement | null} */ (row && find(selector, row));
  button?.form?.requestSubmit(button);
}

/**
 * Act on a key in a field. There letters are text; only the keys that lead out of it do something else.
 * @param {KeyboardEvent} event
 * @param {HTMLInputElement} field
 */
function pressInField(event, field) {
  const row = field.closest("tbody[data-board]"), next = row && nextField(field);
  if (field === line && pressInList(event)) return event.preventDefault();
  if (event.key === "Escape") {
    if (rows.hasScores) current.field = "row";
    if (current.board) rows.goTo(current.board);
    else rows.goToNextOpen();
  } else if (actionOf(event.key) === "line" && (field.closest(".scores") || isAgain(event.key, field))) MOVES.line();
  else if (event.key === "Enter" && row && field.name === "reason" && !field.value.trim()) keep(row);
  else if (event.key === "Enter" && next && field.closest(".scores")) next.select();
  else if (row && (event.key === "ArrowUp" || event.key === "ArrowDown")) rows.step(event.key === "ArrowUp" ? -1 : 1);
  else return;
  event.preventDefault();
}

/**
 * Tell whether the key that led to the line is pressed again there, before its text: no line begins with a slash.
 * @param {string} key
 * @param {HTMLInputElement} field
 */
function isAgain(key, field) {
  return field === line && key === "/" && field.selectionStart === 0;
}

/**
 * Without a reason the stored result stays.
 * @param {Element} row
 */
function keep(row) {
  /** @type {HTMLElement | null} */
  const link = find(".clashing .keep", row);
  link?.click();
}

/** @param {HTMLInputElement} field */
function nextField(field) {
  const fields = field.form ? findFields("input:not([type=hidden])", field.form) : [];
  return fields[fields.indexOf(field) + 1];
}

/** @param {KeyboardEvent} event */
function pressKey(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || keyList.open) return;
  const target = targetOf(event);
  if (target !== document.body && !desk.contains(target)) return;
  /** @type {HTMLInputElement | null} */
  const field = target.closest("input, select, textarea");
  if (field) return pressInField(event, field);
  const menu = event.key === "Escape" && target.closest("details");
  if (menu && menu.open) {
    menu.open = false;
    return rows.goTo(current.board);
  }
  if (["Enter", " "].includes(event.key) && target.closest("button, a, summary")) return;
  const action = actionOf(event.key);
  if (action === undefined) return;
  event.preventDefault();
  // A key held down must not fill board after board.
  if (event.repeat && !event.key.startsWith("Arrow")) return;
  const row = rows.rowOf(current.board);
  if (Object.hasOwn(MOVES, action)) MOVES[action]();
  else if (row && "brief" in row.dataset) enterBrief(row, codeOf(action));
  else press(`button[name=result][value="${codeOf(action)}"]`);
}

function start() {
  document.addEventListener("keydown", pressKey);
  byId("missing").addEventListener("click", toggleMissing);
  byId("help").addEventListener("click", () => keyList.showModal());
  for (const hint of findAll(".keyed[hidden]", desk)) hint.hidden = false;
  desk.classList.add("by-key");
  const asked = find("tr[aria-current]", desk)?.closest("tbody") ?? rows.rowOf(location.hash.replace(/^#d/, ""));
  if (asked) rows.goTo(rows.boardOf(asked));
  else rows.goToNextOpen();
  showWaiting();
  rows.listTroubles();
  outbox.pump();
}

start();

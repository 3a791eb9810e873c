/* The entry line finds a board while one types its number or a name: a combobox with a list, as the ARIA practices describe
   it. The server is not asked, so that it works without a network too. */

import { byId, find, findAll, targetOf } from "../shared/dom.js";
import { findBoards, readLine } from "./line.js";
import { allRows, boardOf, boardsPerMatch, jumpTo } from "./rows.js";

const MOST = 8;

/** The entry line, null where a page of the desk has none. */
export const line = /** @type {HTMLInputElement | null} */ (byId("line-text"));
const list = byId("line-list");

/** Read the boards of the page, each with the names that find it: of its players, and of the teams at a match's first board. */
export const readBoards = () =>
  allRows().map((row) => ({
    board: boardOf(row),
    label: row.dataset.label ?? "",
    names: findAll(".who", row).map((cell) => cell.textContent.trim()).concat(teamsAt(boardOf(row))),
    isOpen: "open" in row.dataset,
  }));

/** @param {string} board */
function teamsAt(board) {
  const place = Number(board) - 1, match = boardsPerMatch && place % boardsPerMatch === 0;
  return match ? findAll(`#m${place / boardsPerMatch + 1} .name`).map((cell) => cell.textContent.trim()) : [];
}

function listBoards() {
  const boards = findBoards(line?.value ?? "", readBoards(), boardsPerMatch).slice(0, MOST);
  list.replaceChildren(...boards.map(({ board, label, names, isOpen }) => {
    const option = document.createElement("li");
    option.id = `line-${board}`;
    option.dataset.board = board;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", "false");
    option.textContent = `${label}  ${names[0]} – ${names[1]}`;
    if (isOpen) option.className = "open";
    return option;
  }));
  showList(boards.length > 0);
}

/** @param {boolean} isShown */
export function showList(isShown) {
  list.hidden = !isShown;
  line?.setAttribute("aria-expanded", String(isShown));
  if (!isShown) line?.removeAttribute("aria-activedescendant");
}

/** Empty the line, whose list would cover the answer. */
export function clearLine() {
  if (line) line.value = "";
  showList(false);
}

const selectedOption = () => find("[aria-selected=true]", list);

/** @param {1 | -1} distance */
function selectOption(distance) {
  const options = findAll("[role=option]", list), selected = selectedOption();
  const place = selected ? options.indexOf(selected) + distance : Math.min(distance, 0);
  const next = options[(place + options.length) % options.length];
  selected?.setAttribute("aria-selected", "false");
  next.setAttribute("aria-selected", "true");
  next.scrollIntoView({ block: "nearest" });
  line?.setAttribute("aria-activedescendant", next.id);
}

/**
 * Take the board of an option: go there, or enter the result that follows the name.
 * @param {HTMLElement} option
 */
function choose(option) {
  if (!line) return;
  if (readLine(line.value, readBoards(), boardsPerMatch).rest) {
    line.dataset.chosen = boardOf(option);
    return line.form?.requestSubmit();
  }
  clearLine();
  jumpTo(boardOf(option));
}

/**
 * Let the open list take a key; return whether it has.
 * @param {KeyboardEvent} event
 * @returns {boolean}
 */
export function pressInList(event) {
  if (list.hidden) return false;
  const option = selectedOption() ?? (list.children.length === 1 ? find("[role=option]", list) : null);
  if (event.key === "ArrowDown" || event.key === "ArrowUp") selectOption(event.key === "ArrowDown" ? 1 : -1);
  else if (event.key === "Enter" && option) choose(option);
  else if (event.key === "Escape") showList(false);
  else return false;
  return true;
}

if (line) {
  line.addEventListener("input", listBoards);
  line.addEventListener("blur", () => showList(false));
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the field keeps the focus until the choice is made
    /** @type {HTMLElement | null} */
    const option = targetOf(event).closest("[role=option]");
    if (option) choose(option);
  });
}

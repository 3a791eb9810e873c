/* What the entry line means: a board and its result, or a board to go to. Nothing here touches the page. */

import { nameSearch } from "../shared/names.js";

/** @typedef {{ board: string, label: string, names: string[] }} Board a board of the round, with its label on the page */

/**
 * Read the board at the start of a line, and what follows it. "3.2" is board 2 of match 3; a number alone is that of a
 * board in the round.
 * @param {string} text
 * @param {number} boardsPerMatch 0 where no teams play
 * @returns {{ board: string | null, rest: string }}
 */
export function parseLine(text, boardsPerMatch) {
  const match = boardsPerMatch ? text.match(/^\s*0*(\d+)[.,:](\d{1,2})(?!\d)(.*)$/) : null;
  if (match) return { board: String((Number(match[1]) - 1) * boardsPerMatch + Number(match[2])), rest: match[3] };
  const number = text.match(/^\s*0*(\d+)(.*)$/);
  return { board: number?.[1] ?? null, rest: number?.[2] ?? "" };
}

/**
 * Return whether what follows a board is a result. Without one the line only names the board.
 * @param {string} rest
 * @returns {boolean}
 */
export const isResult = (rest) => /^\D+\d|^\W+\S/.test(rest);

/**
 * Return the boards that a line may mean, by their number, their label or the start of a word in a name.
 * @template {Board} B
 * @param {string} text
 * @param {B[]} boards
 * @param {number} boardsPerMatch
 * @returns {B[]}
 */
export function findBoards(text, boards, boardsPerMatch) {
  const wanted = text.trim();
  if (/^\d+$/.test(wanted)) return boards.filter(({ board }) => board.startsWith(String(Number(wanted))));
  if (boardsPerMatch && /^\d+[.,:]\d*$/.test(wanted)) {
    return boards.filter(({ label }) => label.startsWith(wanted.replace(/[,:]/, ".")));
  }
  if (!/^\p{L}/u.test(wanted)) return [];
  const isWanted = nameSearch(wanted, { atWordStart: true });
  return boards.filter(({ names }) => names.some(isWanted));
}

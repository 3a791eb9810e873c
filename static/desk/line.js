/* What the entry line means: a board and its result, or a board to go to. Nothing here touches the page. */

import { nameSearch } from "../shared/names.js";

/** @typedef {{ board: string, label: string, names: string[], isOpen: boolean }} Board a board of the round, with its label */

/** @typedef {{ board: string | null, rest: string, found: Board[] }} Line a board with what follows it, and which it may be */

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
 * Read a line that enters a whole match: as many results as it has boards, after its number, or alone for the match where
 * the desk stands. In a match of two boards, "1 0" is the result of one board.
 * @param {string} text
 * @param {number} boardsPerMatch
 * @param {number} here the match where the desk stands
 * @returns {{ match: number, results: string } | null}
 */
export function readMatch(text, boardsPerMatch, here) {
  const parts = text.trim().match(/^(?:0*(\d+)[\s.,:]+)?([10½5=][10½5=\s.,:–-]*)$/);
  if (!parts || boardsPerMatch < 2 || /^\d+[.,:]\d{1,2}(?!\d)/.test(text.trim())) return null;
  const results = parts[2].replace(/[^10½5=]/g, ""), isApart = results !== parts[2].trim();
  if (results.length !== boardsPerMatch || (isApart && (boardsPerMatch === 2 || !parts[1]))) return null;
  return { match: Number(parts[1] ?? here), results };
}

/**
 * Return whether what follows a board is a result. Without one the line only names the board.
 * @param {string} rest
 * @returns {boolean}
 */
export const isResult = (rest) => /^\D+\d|^\W+\S/.test(rest);

/**
 * Read a line that begins with a board or a name. A name without a result is preferred to a shorter one with a result, so
 * that "Team 3" can be a name. Where a name fits several boards none is meant, as the server has it.
 * @param {string} text
 * @param {Board[]} boards
 * @param {number} boardsPerMatch
 * @returns {Line}
 */
export function readLine(text, boards, boardsPerMatch) {
  const line = text.trim();
  if (!/^\p{L}/u.test(line)) return { ...parseLine(line, boardsPerMatch), found: [] };
  const gaps = [...line.matchAll(/[\s.,:]+(?=[-+*\d½=])/gu)].reverse();
  const splits = [
    ...(/[\s.,:][-+*=]+$/.test(line) ? [] : [[line, ""]]), // no name ends with a sign
    ...gaps.map(({ 0: gap, index }) => [line.slice(0, index), line.slice(index + gap.length)]),
  ];
  for (const [name, rest] of splits) {
    const found = findNamed(name, boards);
    if (found.length) return { board: found.length === 1 ? found[0].board : null, rest, found };
  }
  return { board: null, rest: "", found: [] };
}

/**
 * @template {Board} B
 * @param {string} name
 * @param {B[]} boards
 */
function findNamed(name, boards) {
  const isWanted = nameSearch(name, { atWordStart: true });
  return boards.filter(({ names }) => names.some(isWanted));
}

/**
 * Return the boards that a line may mean, by their number, their label or the start of a word in a name.
 * @param {string} text
 * @param {Board[]} boards
 * @param {number} boardsPerMatch
 * @returns {Board[]}
 */
export function findBoards(text, boards, boardsPerMatch) {
  const wanted = text.trim();
  if (/^\d+$/.test(wanted)) return boards.filter(({ board }) => board.startsWith(String(Number(wanted))));
  if (boardsPerMatch && /^\d+[.,:]\d*$/.test(wanted)) {
    return boards.filter(({ label }) => label.startsWith(wanted.replace(/[,:]/, ".")));
  }
  return readLine(wanted, boards, boardsPerMatch).found;
}

/* Compare names as the server does (tournaments/domain/name_matching.py): a name is found without its accents, and with umlauts
   spelled out where a keyboard lacks them. "mueller" and "muller" find Müller, and "müller" finds Mueller. */

/** Letters as they are spelled out. tests/browser/test_scripts.py compares both tables with the server's. */
export const SPELLED_OUT = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "oe",
  å: "aa",
  đ: "d",
  ð: "d",
  þ: "th",
  ł: "l",
  ı: "i",
};

/** Letters without their dots and strokes, as people type them in a hurry. */
export const WITHOUT_MARKS = { ä: "a", ö: "o", ü: "u", ø: "o", å: "a" };

/**
 * @param {string} text
 * @param {Record<string, string>} letters
 */
const translate = (text, letters) =>
  text.replace(new RegExp(`[${Object.keys(letters).join("")}]`, "g"), (letter) => letters[letter]);

/** @param {string} text */
const lower = (text) => text.normalize("NFC").toLowerCase().replaceAll("ς", "σ");

/**
 * Write a name in small plain letters, umlauts spelled out.
 * @param {string} name
 * @returns {string}
 */
export const spellOut = (name) =>
  translate(lower(name), SPELLED_OUT).normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();

/**
 * Write a name in small plain letters, an ä as a.
 * @param {string} name
 * @returns {string}
 */
export const dropMarks = (name) => spellOut(translate(lower(name), WITHOUT_MARKS));

/**
 * Return a test for names that have each of the wanted words, anywhere or where a word starts.
 * @param {string} wanted
 * @param {{ atWordStart?: boolean }} [options]
 * @returns {(name: string) => boolean}
 */
export function nameSearch(wanted, { atWordStart = false } = {}) {
  const start = atWordStart ? " " : "";
  const searches = [spellOut, dropMarks].map((fold) => ({
    fold,
    words: fold(wanted).split(" ").map((word) => start + word),
  }));
  return (name) => searches.some(({ fold, words }) => words.every((word) => ` ${fold(name)}`.includes(word)));
}

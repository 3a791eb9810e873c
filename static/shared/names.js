/* Compare names as tournaments/domain/players/name_matching.py does: accents and apostrophes may be left out, umlauts spelled
   out. "mueller" and "muller" find Müller, "müller" finds Mueller, "obrien" finds O’Brien, "o’brien" finds OBrien. */

/* The same tables as on the server; tests/browser/test_scripts.py compares them. */
const LETTERS = { ß: "ss", æ: "ae", œ: "oe", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i", ə: "e" };
/** How letters are written where a keyboard lacks them. */
export const SPELLED_OUT = { ...LETTERS, ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa" };
/** How people type them in a hurry; any other accent is dropped. */
export const WITHOUT_ACCENTS = { ...LETTERS, ä: "a", ö: "o", ü: "u", ø: "o", å: "a" };

/**
 * @param {string} name
 * @param {Record<string, string>} letters
 */
function fold(name, letters) {
  const text = name.normalize("NFC").toLowerCase().replaceAll("ς", "σ");
  const plain = text.replace(new RegExp(`[${Object.keys(letters).join("")}]`, "g"), (letter) => letters[letter]);
  return plain.normalize("NFKD").replace(/\p{M}/gu, "").replace(/[^\p{L}\p{N}]+/gu, " ").trim();
}

/**
 * Write a name in small plain letters, an ä as ae.
 * @param {string} name
 * @returns {string}
 */
export const spellOut = (name) => fold(name, SPELLED_OUT);

/**
 * Write a name in small plain letters, an ä as a.
 * @param {string} name
 * @returns {string}
 */
export const dropAccents = (name) => fold(name, WITHOUT_ACCENTS);

const listForms = (/** @type {string} */ name) => [name, name.replace(/['’‘ʼ`´]/g, "")];

/**
 * Return a test for names that have each of the wanted words, anywhere or where a word starts.
 * @param {string} wanted
 * @param {{ atWordStart?: boolean }} [options]
 * @returns {(name: string) => boolean}
 */
export function nameSearch(wanted, { atWordStart = false } = {}) {
  const searches = [spellOut, dropAccents].flatMap((spell) =>
    listForms(wanted).map((form) => ({ spell, words: spell(form).split(" ") }))
  );
  return (name) =>
    listForms(name).some((form) =>
      searches.some(({ spell, words }) =>
        atWordStart ? beginWords(words, spell(form).split(" ")) : words.every((word) => spell(form).includes(word))
      )
    );
}

/**
 * Return whether each part begins another word.
 * @param {string[]} parts
 * @param {string[]} words
 */
function beginWords(parts, words) {
  return parts.toSorted((one, other) => other.length - one.length).every((part) => {
    const place = words.findIndex((word) => word.startsWith(part));
    return place >= 0 && words.splice(place, 1);
  });
}

/* What happened: the newest in the line #ticker, a sentence for those who listen, and which rows it is about. */

import { byId, findAll } from "./dom.js";

const LINES = 5, ALOUD = 3, SPEAK_EVERY = 10000, NEW = 20000;

/** @type {Map<string, number>} ids of the rows that happenings are about, and until when they are new */
const rows = new Map();
/** @type {Set<string>} */
const said = new Set();
/** @type {string[]} */
let sentences = [];
let timer = 0, spokenAt = 0;

/** @param {HTMLElement} line */
const nameOf = (line) => line.dataset.name ?? "";

for (const line of findAll("#ticker > li")) said.add(nameOf(line));

/**
 * Take lines, the newest first, and say those that are new. The document gets them as crosstable:happened.
 * @param {HTMLElement[]} lines
 */
export function takeHappenings(lines) {
  const fresh = lines.filter((line) => !said.has(nameOf(line)));
  if (!fresh.length) return;
  for (const line of fresh) {
    said.add(nameOf(line));
    for (const id of (line.dataset.rows ?? "").split(" ")) rows.set(id, Date.now() + NEW);
    sentences.push(line.dataset.aloud ?? "");
  }
  const ticker = byId("ticker");
  if (ticker) {
    ticker.prepend(...fresh);
    for (const line of [...ticker.children].slice(LINES)) line.remove();
  }
  if (!timer) timer = setTimeout(speak, Math.max(0, spokenAt + SPEAK_EVERY - Date.now()));
  document.dispatchEvent(new CustomEvent("crosstable:happened", { detail: fresh }));
}

/**
 * Show the lines of another ticker. Those that stand here already stay as they are, and what is gone there goes: it may
 * have been taken back, and is new if it happens again. The document gets crosstable:ticker.
 * @param {HTMLElement[]} lines
 */
export function takeTicker(lines) {
  const names = new Set(lines.map(nameOf));
  for (const line of findAll("#ticker > li").filter((each) => !names.has(nameOf(each)))) {
    said.delete(nameOf(line));
    line.remove();
  }
  document.dispatchEvent(new Event("crosstable:ticker"));
  takeHappenings(lines);
}

/**
 * Tell, once, whether something has just happened to a row.
 * @param {string} id
 * @returns {boolean}
 */
export function hasJustHappened(id) {
  const until = rows.get(id) ?? 0;
  rows.delete(id);
  return until > Date.now();
}

/** Say aloud what happened, at most every ten seconds. */
function speak() {
  const place = byId("aloud"), many = byId("live")?.dataset.many ?? "";
  const text = sentences.length > ALOUD ? many.replace("{count}", String(sentences.length)) : sentences.join(". ");
  if (place) place.textContent = text;
  sentences = [];
  timer = 0;
  spokenAt = Date.now();
}

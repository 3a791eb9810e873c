/* What happened: the newest in the line #ticker, a sentence for those who listen, and which rows it is about. */

import { takeMark } from "./changes.js";
import { byId, find, findAll } from "./dom.js";

const LINES = 5, ALOUD = 3, SPEAK_EVERY = 10000, NEW = 20000;

/** @type {Map<string, number>} ids of the rows that happenings are about, and until when they are new */
const rows = new Map();
/** @type {Set<string>} */
const said = new Set();
/** @type {HTMLElement[]} lines that wait to be said aloud */
let waiting = [];
let timer = 0, spokenAt = 0, newest = 0;

/** @param {HTMLElement} line */
const nameOf = (line) => line.dataset.name ?? "";

/** @param {HTMLElement} line */
const rowsOf = (line) => (line.dataset.rows ?? "").split(" ");

/** @param {HTMLElement} line */
const timeOf = (line) => Date.parse(find("time", line)?.getAttribute("datetime") ?? "");

/** @param {HTMLElement[]} lines */
function note(lines) {
  for (const line of lines) {
    said.add(nameOf(line));
    newest = Math.max(newest, timeOf(line) || 0);
  }
}

note(findAll("#ticker > li"));

/**
 * Take lines, the newest first, and say those that are new. The document gets them as crosstable:happened.
 * @param {HTMLElement[]} lines
 */
export function takeHappenings(lines) {
  const fresh = lines.filter((line) => !said.has(nameOf(line)));
  if (!fresh.length) return;
  byId("ticker")?.prepend(...fresh);
  for (const line of findAll("#ticker > li").slice(LINES)) line.remove();
  say(fresh);
}

/**
 * Show the lines of another ticker, in its order. What is gone there goes here too, with all that is still to be said of it:
 * it may have been taken back, and is new if it happens again. News is only what is newer than all that was known: a line
 * that others had covered is old. The document gets crosstable:ticker.
 * @param {HTMLElement[]} lines
 */
export function takeTicker(lines) {
  const listed = new Set(lines.map(nameOf)), shown = findAll("#ticker > li");
  forget([...shown, ...waiting].filter((line) => !listed.has(nameOf(line))));
  const kept = new Map(shown.map((line) => [nameOf(line), line]));
  const fresh = lines.filter((line) => !said.has(nameOf(line)) && !(timeOf(line) <= newest));
  note(lines);
  byId("ticker")?.replaceChildren(...lines.map((line) => kept.get(nameOf(line)) ?? line));
  document.dispatchEvent(new Event("crosstable:ticker"));
  if (fresh.length) say(fresh);
}

/**
 * Say what is new, and note which rows it is about.
 * @param {HTMLElement[]} fresh
 */
function say(fresh) {
  note(fresh);
  for (const id of fresh.flatMap(rowsOf)) rows.set(id, Date.now() + NEW);
  waiting.push(...fresh);
  if (!timer) timer = setTimeout(speak, Math.max(0, spokenAt + SPEAK_EVERY - Date.now()));
  document.dispatchEvent(new CustomEvent("crosstable:happened", { detail: fresh }));
}

/**
 * Take back all that was said or is to be said of lines: sentences, and marks of rows.
 * @param {HTMLElement[]} gone
 */
function forget(gone) {
  if (!gone.length) return;
  const names = new Set(gone.map(nameOf)), place = byId("aloud");
  waiting = waiting.filter((line) => !names.has(nameOf(line)));
  for (const name of names) said.delete(name);
  for (const id of gone.flatMap(rowsOf)) {
    const row = byId(id);
    rows.delete(id);
    if (row) takeMark(row);
  }
  if (place) place.textContent = "";
}

/**
 * Tell whether what a line says still holds. Who tells it later, or elsewhere, asks first.
 * @param {string} name
 */
export const isSaid = (name) => said.has(name);

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
  const place = byId("aloud"),
    many = byId("live")?.dataset.many ?? "",
    sentences = waiting.map((line) => line.dataset.aloud);
  timer = 0;
  if (!sentences.length) return;
  const text = sentences.length > ALOUD ? many.replace("{count}", String(sentences.length)) : sentences.join(". ");
  if (place) place.textContent = text;
  waiting = [];
  spokenAt = Date.now();
}

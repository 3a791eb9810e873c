/* What a reader has chosen for an event, kept in this browser: whom they follow, and whether they want to be told. A
   private window keeps nothing. */

import { byId, find } from "./dom.js";

/** Return the address of the event that the page is about, "" where it is about none. */
export const eventBase = () => find("[data-base]", byId("content"))?.dataset.base ?? "";

/** @param {string} name */
export function read(name) {
  try {
    return localStorage.getItem(name) ?? "";
  } catch {
    return "";
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function store(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch { /* a private window */ }
}

/** Return the numbers of the followed players, and the address of the event. */
export function readFollowed() {
  const base = eventBase();
  return { base, numbers: base ? read(`follow ${base}`).split(",").filter((number) => /^\d+$/.test(number)) : [] };
}

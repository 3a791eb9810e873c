/* What a frame leads to speaks the language of the frame, and so of the page around it. */

import { targetOf } from "../shared/dom.js";
import "../shared/heads.js";

/** @param {Event} event */
function keepLanguage(event) {
  /** @type {HTMLAnchorElement | null} */
  const link = targetOf(event).closest("a[href^='/']");
  if (!link) return;
  const query = new URLSearchParams(link.search);
  query.set("lang", document.documentElement.lang);
  link.search = query.toString();
}

for (const name of ["click", "auxclick", "contextmenu"]) addEventListener(name, keepLanguage, true);

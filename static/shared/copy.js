/* Copy what stands elsewhere on the page. Without HTTPS, as in a hall's own network, a browser can't: its button stays
   hidden, and the text can be selected. */

import { byId, findAll } from "./dom.js";

/** @param {HTMLElement} button */
async function copy({ dataset }) {
  const source = byId(dataset.copy ?? ""), said = byId("copied");
  await navigator.clipboard.writeText(source instanceof HTMLInputElement ? source.value : source.textContent.trim());
  said.textContent = dataset.copied ?? "";
  said.classList.remove("aloud");
}

for (const button of "clipboard" in navigator ? findAll("[data-copy]") : []) {
  button.hidden = false;
  button.addEventListener("click", () => copy(button));
}

/* The check-in with JavaScript: names are found while one types, and after a tap the search is empty for the next player
   in the queue. Without it the search button and the page's own answers do the same. */

import { byId, find, findAll } from "../shared/dom.js";
import { nameSearch } from "../shared/names.js";

const field = /** @type {HTMLInputElement} */ (byId("q"));

function filterPlayers() {
  const isWanted = nameSearch(field.value, { atWordStart: true });
  for (const row of findAll(".attendees li[id]")) row.hidden = !isWanted(find(".who", row)?.textContent ?? "");
}

field.addEventListener("input", filterPlayers);
field.form?.addEventListener("submit", (event) => {
  event.preventDefault();
  const shown = /** @type {HTMLDetailsElement[]} */ (findAll(".attendees li[id]:not([hidden]) details"));
  if (shown.length !== 1) return;
  shown[0].open = true;
  find("button", shown[0])?.focus();
});
document.body.addEventListener("htmx:after:swap", () => {
  field.value = "";
  filterPlayers();
});

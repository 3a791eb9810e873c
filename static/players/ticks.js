/* Find a name in a long list of people to tick. Who is ticked stays in sight, and Enter does not send the form.
   Without JavaScript there is no field, and the list scrolls. */

import { find, findAll, targetOf } from "../shared/dom.js";
import { nameSearch } from "../shared/names.js";

/** @param {HTMLInputElement} field */
function filterNames(field) {
  const isWanted = nameSearch(field.value, { atWordStart: true });
  for (const label of findAll("label", /** @type {Element} */ (field.parentElement?.nextElementSibling))) {
    const row = label.closest("li") ?? label;
    row.hidden = !find(":checked", label) && !isWanted(label.textContent);
  }
}

document.addEventListener("input", (event) => {
  if (targetOf(event).matches(".ticksearch input")) filterNames(/** @type {HTMLInputElement} */ (event.target));
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Enter" && targetOf(event).matches(".ticksearch input")) event.preventDefault();
});

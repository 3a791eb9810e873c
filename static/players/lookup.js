/* The arrow keys lead from the search field of the rating lists through the suggestions and back; Escape leads back at
   once. Without JavaScript the same links follow the field in the order of the Tab key. */

import { byId, findAll } from "../shared/dom.js";

const STEPS = new Map([["ArrowDown", 1], ["ArrowUp", -1]]);
const field = byId("look");

const places = () => [field, ...findAll("#found .suggested a")];
let place = -1;

/** @param {number} wanted */
function focusPlace(wanted) {
  const all = places();
  all[Math.min(Math.max(wanted, 0), all.length - 1)].focus();
}

function notePlace() {
  place = places().indexOf(/** @type {HTMLElement} */ (document.activeElement));
}

if (field) {
  notePlace();
  document.addEventListener("focusin", notePlace);
  document.addEventListener("keydown", (event) => {
    const step = STEPS.get(event.key) ?? 0;
    if (place < 0 || (!step && !(event.key === "Escape" && place > 0))) return;
    event.preventDefault();
    focusPlace(step ? place + step : 0);
  });
  // A late answer brings new suggestions: the focus stays at its place.
  document.addEventListener("htmx:after:swap", () => {
    if (place > 0 && document.activeElement === document.body) focusPlace(place);
  });
}

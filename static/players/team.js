/* Put the list of a team in order by dragging or by the buttons; nothing is stored before it is saved. Without
   JavaScript each button posts the form and gets the list back in its new order. */

import { byId, find, targetOf } from "../shared/dom.js";
import { moveLine, numberLines } from "../shared/sorting.js";

const members = byId("members");

function rearrange() {
  const lines = [...members.children];
  numberLines(lines);
  lines.forEach((line, place) => line.classList.toggle("reserve", place >= Number(members.dataset.boards)));
  byId("draft").hidden = false;
}

if (members) {
  members.classList.add("draggable");
  Sortable.create(members, { handle: ".handle", animation: 150, onEnd: rearrange });
}

byId("team").addEventListener("click", (event) => {
  /** @type {HTMLButtonElement | null} */
  const button = targetOf(event).closest("#members button");
  if (!button?.dataset.move) return;
  event.preventDefault();
  moveLine(button);
  rearrange();
  if (button.disabled) find("button:enabled", button.closest("li") ?? members)?.focus();
  else button.focus();
});

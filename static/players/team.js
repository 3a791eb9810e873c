/* Put the list of a team in order by dragging or by the buttons; nothing is stored before it is saved. Without
   JavaScript each button posts the form and gets the list back in its new order. */

import { byId } from "../shared/dom.js";
import { makeSortable } from "../shared/sorting.js";

const members = byId("members");

if (members) {
  makeSortable(members, (lines) => {
    lines.forEach((line, place) => line.classList.toggle("reserve", place >= Number(members.dataset.boards)));
    byId("draft").hidden = false;
  });
}

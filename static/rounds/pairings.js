/* Swap two players of a draft by dragging one onto the other; selecting both and pressing the button does the same. */

import "../players/ticks.js";
import { find, findAll, findFields } from "../shared/dom.js";
import { removeStyles } from "../shared/sorting.js";

const page = /** @type {HTMLElement} */ (find(".pairingpage"));

function makeSortable() {
  for (const chair of findAll(".chair", page)) {
    Sortable.create(chair, {
      group: chair.closest("form")?.id,
      draggable: "label",
      animation: 120,
      delay: 120,
      delayOnTouchOnly: true,
      filter: "input",
      preventOnFilter: false,
      onMove: (/** @type {{ to: HTMLElement }} */ { to }) => markTarget(to),
      onAdd: swapPlayers,
      onEnd: () => markTarget(null),
    });
  }
}

/** @param {HTMLElement | null} chair */
function markTarget(chair) {
  for (const marked of findAll(".chair.target", page)) marked.classList.remove("target");
  chair?.classList.add("target");
}

/**
 * Put the other player where the dragged one came from; the server does the rest.
 * @param {{ item: HTMLElement, to: HTMLElement, from: HTMLElement }} drag
 */
function swapPlayers({ item, to, from }) {
  const other = findAll("label", to).find((label) => label !== item), form = to.closest("form");
  if (other) from.append(other);
  if (!form) return;
  for (const box of findFields("[name=player]", form)) {
    const label = box.closest("label");
    box.checked = label === item || label === other;
  }
  form.requestSubmit(find("button.swap", form));
}

document.addEventListener("htmx:before:swap", removeStyles);
document.addEventListener("htmx:after:swap", makeSortable);
makeSortable();

/* Lists that one puts in order by dragging or by buttons. */

import { find, targetOf } from "./dom.js";

/**
 * Let a list be put in order, at once and without the server.
 * @param {HTMLElement} list
 * @param {(lines: Element[]) => void} onMove called with the lines in their new order
 */
export function makeSortable(list, onMove) {
  const takeOrder = () => {
    const lines = [...list.children];
    numberLines(lines);
    onMove(lines);
  };
  Sortable.create(list, { handle: ".handle", animation: 150, onEnd: takeOrder });
  list.addEventListener("click", (event) => {
    /** @type {HTMLButtonElement | null} */
    const button = targetOf(event).closest("button[data-move]"), line = button?.closest("li");
    if (!button || !line) return;
    event.preventDefault();
    if (button.dataset.move === "up") line.previousElementSibling?.before(line);
    else line.nextElementSibling?.after(line);
    takeOrder();
    (button.disabled ? find("button:enabled", line) : button)?.focus();
  });
}

/**
 * Write each line's place into its buttons, and disable those that lead beyond the ends.
 * @param {Element[]} lines
 */
function numberLines(lines) {
  lines.forEach((line, place) => {
    for (const button of line.querySelectorAll("button")) {
      button.value = String(place);
      if (button.dataset.move === "up") button.disabled = place === 0;
      if (button.dataset.move === "down") button.disabled = place === lines.length - 1;
    }
  });
}

/** Remove the styles that SortableJS leaves behind: an htmx swap would copy them, which the page's policy forbids. */
export function removeStyles() {
  for (const styled of document.querySelectorAll("#content [style]")) styled.removeAttribute("style");
}

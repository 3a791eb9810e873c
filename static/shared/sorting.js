/* Lists that one puts in order by dragging or by buttons. */

/**
 * Write each line's place into its buttons, and disable those that lead beyond the ends.
 * @param {Element[]} lines
 */
export function numberLines(lines) {
  lines.forEach((line, place) => {
    for (const button of line.querySelectorAll("button")) {
      button.value = String(place);
      if (button.dataset.move === "up") button.disabled = place === 0;
      if (button.dataset.move === "down") button.disabled = place === lines.length - 1;
    }
  });
}

/**
 * Move the line of a button up or down by one place.
 * @param {HTMLButtonElement} button
 */
export function moveLine(button) {
  const line = /** @type {Element} */ (button.closest("li"));
  if (button.dataset.move === "up") line.previousElementSibling?.before(line);
  else if (button.dataset.move === "down") line.nextElementSibling?.after(line);
}

/** Remove the styles that SortableJS leaves behind: an htmx swap would copy them, which the page's policy forbids. */
export function removeStyles() {
  for (const styled of document.querySelectorAll("#content [style]")) styled.removeAttribute("style");
}

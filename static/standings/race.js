/* The places round by round, played: the slider puts the names in their order after a round, and hides the lines of the
   rounds to come. A name lights its line up. Without this script the picture shows all rounds. */

import { find, findAll, findFields, targetOf } from "../shared/dom.js";

let isAtEnd = true;

/** Show the race as it was after the round of the slider; a new round is followed while the slider is at the end. */
function showRound() {
  const slider = findFields(".race input")[0], lines = find(".race svg");
  if (!slider || !lines) return;
  const count = Number(slider.max);
  if (isAtEnd) slider.value = slider.max;
  const at = Math.min(Number(slider.value), count);
  const output = /** @type {HTMLOutputElement} */ (find(".race output"));
  output.value = findAll(".race .rounds-of li")[at - 1]?.textContent ?? "";
  const hidden = (100 * (count - at + 0.5)) / count; // from the middle of the round on
  lines.style.clipPath = at === count ? "" : `inset(0 calc(${hidden}% - 5px) 0 0)`;
  const runners = findAll(".race .runners li").map((runner, row) => ({
    runner,
    row,
    place: Number(runner.dataset.places?.split(" ")[at - 1]),
  }));
  runners.toSorted((one, other) => one.place - other.place || one.row - other.row).forEach((each, index) => {
    each.runner.style.transform = each.row === index ? "" : `translateY(${100 * (index - each.row)}%)`;
    const place = find("b", each.runner);
    if (place) place.textContent = String(each.place);
  });
}

/** @param {Event} event */
function lightUp(event) {
  const number = /** @type {HTMLElement | null} */ (targetOf(event).closest?.(".race [data-player]"))?.dataset.player;
  for (const part of findAll(".race [data-player]")) {
    part.classList.toggle("lit", number !== undefined && part.dataset.player === number);
  }
}

document.addEventListener("input", (event) => {
  const slider = /** @type {HTMLInputElement} */ (targetOf(event));
  if (!slider.matches(".race input")) return;
  isAtEnd = slider.value === slider.max;
  showRound();
});
for (const name of ["pointerover", "focusin"]) document.addEventListener(name, lightUp);
document.addEventListener("crosstable:rows", showRound);
showRound();

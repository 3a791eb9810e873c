/* The cross table under a pointer or the focus: the other side's cell and row light up, and a line sums up what the two
   have scored against each other. Both cells of a game lead to the same place, which is how they find each other. */

import { byId, find, findAll, targetOf } from "../shared/dom.js";

const sum = byId("sum");

/** @param {Element} met */
const rowOf = (met) => /** @type {HTMLTableSectionElement} */ (met.closest("tbody"));

/** @param {Element} met */
const markOf = (met) => met.lastChild?.textContent?.trim() ?? "";

/**
 * Return the cell of the other side of a game; null where the page does not show it.
 * @param {Element} met
 */
const otherSide = (met) =>
  findAll(`#crosstable a[href="${met.getAttribute("href")}"]`).find((each) => each !== met) ?? null;

/**
 * Add up what one side has scored in all of its games against the other; "" while one of them is open.
 * @param {Element[]} games
 */
function addUp(games) {
  let halves = 0;
  for (const mark of games.map(markOf)) {
    if (mark === "·") return "";
    halves += mark === "+" ? 2 : 2 * (parseInt(mark.replace(/\D/g, "")) || 0) + Number(mark.includes("½"));
  }
  return `${halves > 1 || !halves ? Math.floor(halves / 2) : ""}${halves % 2 ? "½" : ""}`;
}

/**
 * Write who has scored what against whom, and of which game the cell is.
 * @param {HTMLElement} met
 * @param {Element} other
 */
function say(met, other) {
  const [own, theirs] = [met, other].map((each) =>
    addUp(findAll("a.met", /** @type {Element} */ (each.parentElement)))
  );
  const names = [met, other].map((each) => {
    const textContent = find(".name a", rowOf(each))?.textContent?.trim() ?? "";
    return Object.assign(document.createElement("b"), { textContent });
  });
  sum.replaceChildren(names[0], own && theirs ? ` ${own} : ${theirs} ` : " – ", names[1], ` · ${met.title}`);
}

/** @type {HTMLElement | null} */
let shown = null;
let title = "";

function goDark() {
  if (shown) shown.title = title;
  shown = null;
  for (const each of findAll("#crosstable .lit")) each.classList.remove("lit");
  sum.replaceChildren();
}

/** @param {Event} event */
function lightUp(event) {
  /** @type {HTMLElement | null} */
  const met = targetOf(event).closest("#crosstable a.met");
  if (met === shown) return;
  goDark();
  const other = met && otherSide(met);
  if (!other) return;
  for (const each of [other, rowOf(other)]) each.classList.add("lit");
  say(met, other);
  [shown, title] = [met, met.title];
  met.removeAttribute("title"); // the browser would say a part of it once more, over the cells
}

document.addEventListener("pointerover", (event) => event.pointerType === "mouse" && lightUp(event));
document.addEventListener("focusin", lightUp);
document.addEventListener("focusout", goDark);
document.addEventListener("keydown", (event) => event.key === "Escape" && goDark());

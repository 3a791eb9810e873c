/* Move the criteria at once, by dragging or by the buttons; the server answers with the draft and its effect, which the
   form is morphed into: what one types meanwhile stays, and so does the focus. Without JavaScript each button posts the
   form and gets the page back. */

import { byId, find, targetOf } from "../shared/dom.js";
import { makeSortable } from "../shared/sorting.js";

const page = /** @type {HTMLElement} */ (find(".orderpage"));
const showEffect = () => /** @type {HTMLFormElement} */ (byId("order")).requestSubmit(byId("preview"));

page.addEventListener("change", (event) => {
  if (targetOf(event).matches(".notation, .values *")) showEffect();
});

// Enter in the search adds what stands first, which is the criterion of that very name.
page.addEventListener("keydown", (event) => {
  if (/** @type {KeyboardEvent} */ (event).key !== "Enter" || !targetOf(event).matches("#named")) return;
  event.preventDefault();
  if (/** @type {HTMLInputElement} */ (byId("named")).value) find("#choices .button")?.click();
});

// Each button posts to the address of its verb, as it does without JavaScript.
page.addEventListener("htmx:config:request", (event) => {
  const { request } = /** @type {CustomEvent} */ (event).detail.ctx;
  request.action = request.submitter?.getAttribute("formaction") ?? request.action;
});

// What the server adds or fills in must not be overtaken by another press.
page.addEventListener("submit", (event) => {
  targetOf(event).inert = event.submitter?.id !== "preview";
});
for (const failure of ["htmx:error", "htmx:response:error"]) {
  page.addEventListener(failure, () => {
    byId("order").inert = false;
  });
}

makeSortable(byId("criteria"), showEffect);

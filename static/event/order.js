/* Move the criteria at once, by dragging or by the buttons; the server answers with the draft and its effect. Without
   JavaScript each button posts the form and gets the page back. */

import { byId, find, findAll, findFields, targetOf } from "../shared/dom.js";
import { moveLine, numberLines, removeStyles } from "../shared/sorting.js";

const page = /** @type {HTMLElement} */ (find(".orderpage"));

function makeSortable() {
  const list = find("#criteria");
  if (!list) return; // the answer asks first whether to leave FIDE mode
  list.classList.add("draggable");
  Sortable.create(list, { handle: ".handle", animation: 150, onEnd: rearrange });
}

function rearrange() {
  numberLines(findAll("#criteria li"));
  showEffect();
}

function showEffect() {
  /** @type {HTMLFormElement} */ (byId("order")).requestSubmit(byId("preview"));
}

page.addEventListener("click", (event) => {
  /** @type {HTMLButtonElement | null} */
  const button = targetOf(event).closest("#criteria button");
  if (!button) return;
  event.preventDefault();
  const line = /** @type {HTMLElement} */ (button.closest("li"));
  if (button.dataset.move) moveLine(button);
  else line.remove();
  rearrange();
  if (button.disabled) find("button:enabled", line)?.focus();
  else button.focus();
});

page.addEventListener("change", (event) => {
  if (targetOf(event).matches(".notation")) showEffect();
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

// What one types or chooses while the answer is on its way stays.
/** @type {{ id: string, value: string, before: string }[]} */
let typed = [];
document.addEventListener("htmx:before:swap", () => {
  const fields = findFields("select, input:not([type=hidden])", page);
  typed = fields.map((field) => ({ id: field.id, value: field.value, before: field.defaultValue }));
  removeStyles();
});
document.addEventListener("htmx:after:swap", () => {
  for (const { id, value, before } of typed) {
    const field = /** @type {HTMLInputElement | null} */ (byId(id));
    if (field && value !== before) field.value = value;
  }
  makeSortable();
});
makeSortable();

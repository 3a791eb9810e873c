/* One board on a phone: the sheet that repeats names and result opens at once, and what is confirmed goes through the
   outbox, so that a bad network loses nothing. Without JavaScript the server shows the same sheet as a page. */

import { byId, find, findAll } from "../shared/dom.js";
import { openOutbox } from "./outbox.js";

const slip = byId("slip"), body = byId("slip-body");
const dialog = /** @type {HTMLDialogElement} */ (byId("ask"));
const confirmation = /** @type {HTMLFormElement} */ (find("form", dialog));

const outbox = openOutbox(slip, {
  waits: () => showSending(slip.dataset.waiting, "warning"),
  failed: () => {
    showSending(slip.dataset.failed, "error");
    for (const button of body.querySelectorAll("button")) button.disabled = false;
  },
  answered: (_, outcome) => {
    if (outcome === 200) scrollTo({ top: 0 });
  },
  idle: () => {},
});

/**
 * @param {string | undefined} text
 * @param {"warning" | "error"} kind
 */
function showSending(text, kind) {
  const line = find(".sending", body) ?? body.insertBefore(document.createElement("p"), body.firstChild);
  line.className = `sending message ${kind}`;
  line.setAttribute("role", "status");
  line.textContent = text ?? "";
}

/**
 * Write a text into an element of the sheet.
 * @param {string} selector
 * @param {FormDataEntryValue | undefined} text
 */
function write(selector, text) {
  const place = find(selector, confirmation);
  if (place) place.textContent = String(text ?? "");
}

/**
 * Ask for confirmation: names and result once more, nothing else on the screen.
 * @param {HTMLFormElement} form
 * @param {HTMLButtonElement} button
 */
function askAgain(form, button) {
  /** @type {Record<string, FormDataEntryValue>} */
  const values = { ...Object.fromEntries(new FormData(form, button)), confirm: "yes" };
  const { white, black } = find("[data-board]", body)?.dataset ?? {};
  const result = button.name === "result" ? find("strong", button)?.textContent : null;
  write("[data-white]", white);
  write("[data-black]", black);
  write("[data-shown]", result ?? `${values.white_score}–${values.black_score}`);
  confirmation.action = form.action;
  for (const old of findAll("input[type=hidden]", confirmation)) old.remove();
  for (const [name, value] of Object.entries(values)) {
    const input = document.createElement("input");
    confirmation.append(Object.assign(input, { type: "hidden", name, value }));
  }
  dialog.showModal();
}

/** @param {HTMLFormElement} form */
function send(form) {
  const values = Object.fromEntries(new FormData(form));
  delete values.csrfmiddlewaretoken;
  dialog.close();
  for (const button of body.querySelectorAll("button")) button.disabled = true;
  showSending(slip.dataset.sending, "warning");
  outbox.add({ url: form.action, values, board: String(values.board) });
  outbox.pump();
}

slip.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.matches(".slipform")) askAgain(form, /** @type {HTMLButtonElement} */ (event.submitter));
  else send(form);
});
find("[data-back]", confirmation)?.addEventListener("click", () => dialog.close());

if (outbox.waiting.length) showSending(slip.dataset.waiting, "warning");
outbox.pump();

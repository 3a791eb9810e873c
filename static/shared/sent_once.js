/* A second click on the button of a form that is on its way sends nothing: it would end the first request, and its answer
   would be lost. A form that a script sends is none of this. */

const TOGETHER = 5000;
/** @type {WeakMap<EventTarget, { button: HTMLElement | null, at: number }>} what was sent, with which button, and when */
let sent = new WeakMap();

// At the window, after every script that sends a form itself.
addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target), button = event.submitter, at = Date.now();
  if (event.defaultPrevented || form.method !== "post" || form.target) return;
  const last = sent.get(form);
  if (last && last.button === button && at - last.at < TOGETHER) event.preventDefault();
  else sent.set(form, { button, at });
});

// Who comes back to the page as it was left may send its forms again.
addEventListener("pageshow", () => (sent = new WeakMap()));

/* Passkeys: the browser makes or uses one, and the form sends its answer. A form says which with data-passkey, and what
   the server asks with data-options. */

import { find, findAll } from "../shared/dom.js";

/* A passkey belongs to a name: browsers make none for an address of digits, and none without a secure connection. */
const HAS_NAME = isSecureContext && !/^[\d.]+$|:/.test(location.hostname),
  KNOWS_HOW = "PublicKeyCredential" in globalThis && "parseCreationOptionsFromJSON" in PublicKeyCredential;

/**
 * Ask the device for a new passkey, or for the signature of a known one.
 * @param {string} kind
 * @param {any} options
 * @returns {Promise<Credential | null>}
 */
function ask(kind, options) {
  return kind === "create"
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
}

/**
 * Send a form with the answer of the device, or say that there is none.
 * @param {HTMLFormElement} form
 */
async function send(form) {
  const complaint = /** @type {HTMLElement} */ (find("[role=alert]", form));
  complaint.hidden = true;
  try {
    const { passkey = "", options = "{}" } = form.dataset;
    const credential = /** @type {PublicKeyCredential} */ (await ask(passkey, JSON.parse(options)));
    /** @type {HTMLInputElement} */ (find("[name=passkey]", form)).value = JSON.stringify(credential);
    form.submit();
  } catch {
    complaint.hidden = false; // refused, or no such device
  }
}

for (const form of /** @type {HTMLFormElement[]} */ (findAll("form[data-passkey]"))) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
  if (!HAS_NAME || !KNOWS_HOW) {
    for (const field of findAll(".row, .field", form)) field.hidden = true;
    /** @type {HTMLElement} */ (find(HAS_NAME ? ".unable" : ".elsewhere", form)).hidden = false;
  }
}

/* Which key of the desk does what: as in the program that the arbiter is used to, without the keys of a single character
   where they are turned off. The list of keys is where both are chosen, and this device remembers them. The table is in
   tournaments/domain/desk/desk_keys.py. */

import { read, store } from "../shared/choice.js";
import { byId, find, findAll, findFields } from "../shared/dom.js";

const list = byId("keys"), PROGRAM = "desk keys", OFF = "desk keys off";
/** @type {Record<string, Record<string, string>>} */
const SETS = JSON.parse(find("[data-keys]")?.dataset.keys ?? "{}");
const [off] = findFields("#keys-off", list), programs = findFields("[name=program]", list);

const chosen = () => programs.find((each) => each.checked)?.value ?? "";

/**
 * Return what a key does, nothing for one that is none: the code of a result, or a move.
 * @param {string} key
 */
export function actionOf(key) {
  const keys = SETS[chosen()];
  return Object.hasOwn(keys, key) && !(off.checked && key.length === 1) ? keys[key] : undefined;
}

function show() {
  for (const part of findAll("[data-program]")) part.hidden = part.dataset.program !== chosen();
}

off.checked = read(OFF) !== "";
const known = programs.find((each) => each.value === read(PROGRAM));
if (known) known.checked = true;
list.addEventListener("change", () => {
  store(PROGRAM, chosen());
  store(OFF, off.checked ? "off" : "");
  show();
});
show();

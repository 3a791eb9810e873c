/* A page with several forms sends one of them at a time. What was typed into the others waits in this tab, and is back in
   its fields on the page that shows them again. */

import { find, findFields } from "./dom.js";

const KEY = "unsaved", LONGEST = 30 * 60 * 1000;
const OF_ONE_PAGE = ["csrfmiddlewaretoken", "uuid", "version", "seen", "revision", "was"]; // new each time
const KEPT = "input:not([type=hidden], [type=password], [type=file], [type=submit], [readonly]), select, textarea";

/** @typedef {{ form: string, field: string, value: string, isOn: boolean, at: number }} Typed what one field had */

/** @returns {Typed[]} */
function readKept() {
  try {
    const kept = /** @type {Typed[]} */ (JSON.parse(sessionStorage.getItem(KEY) ?? "[]"));
    return kept.filter(({ at }) => Date.now() - at < LONGEST);
  } catch {
    return [];
  }
}

/** @param {Typed[]} kept */
function keep(kept) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(kept));
  } catch { /* a private window */ }
}

/**
 * Name things, each also by its place among those of the same name.
 * @template T
 * @param {T[]} things
 * @param {(thing: T) => string} nameOf
 * @returns {Map<string, T>}
 */
function nameAll(things, nameOf) {
  const named = new Map(), counts = new Map();
  for (const thing of things) {
    const name = nameOf(thing), place = counts.get(name) ?? 0;
    counts.set(name, place + 1);
    named.set(`${name} ${place}`, thing);
  }
  return named;
}

/**
 * Name a form by where it leads and what it is about, which its hidden fields say.
 * @param {HTMLFormElement} form
 */
const nameForm = (form) =>
  [
    form.getAttribute("action") ?? location.pathname,
    ...findFields("[type=hidden]", form).filter(({ name }) => !OF_ONE_PAGE.includes(name)).map(({ value }) => value),
  ].join(" ");

const listForms = () => nameAll([...document.forms].filter(({ method }) => method === "post"), nameForm);

/** @param {HTMLFormElement} form */
const listFields = (form) => nameAll(findFields(KEPT, form), ({ name }) => name);

/** @param {HTMLInputElement | HTMLSelectElement} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options], preset = options.findLastIndex((option) => option.defaultSelected);
    return !field.multiple && field.selectedIndex !== Math.max(preset, 0);
  }
  return field.type === "checkbox" || field.type === "radio"
    ? field.checked !== field.defaultChecked
    : field.value !== field.defaultValue;
}

/** @param {HTMLFormElement} sent */
function keepOthers(sent) {
  const forms = listForms(), kept = readKept().filter(({ form }) => !forms.has(form)), at = Date.now();
  for (const [form, element] of forms) {
    if (element === sent) continue;
    for (const [field, { value, checked }] of [...listFields(element)].filter(([, each]) => isChanged(each))) {
      kept.push({ form, field, value, isOn: checked, at });
    }
  }
  keep(kept);
}

function putBack() {
  const forms = listForms(), kept = readKept();
  for (const { form, field, value, isOn } of kept) {
    const element = forms.get(form), found = element && listFields(element).get(field);
    if (!found) continue;
    if (found.type === "checkbox" || found.type === "radio") found.checked = isOn;
    else found.value = value;
    const closed = /** @type {HTMLDetailsElement | null} */ (found.closest("details"));
    if (closed && !find("summary", closed)?.contains(found)) closed.open = true;
  }
  keep(kept.filter(({ form }) => !forms.has(form)));
}

// At the window, after every script that sends a form itself.
addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!event.defaultPrevented && form.method === "post" && !form.target) keepOthers(form);
});

putBack();

/* A page with several forms sends one of them at a time. What was typed into the others waits in this tab, and is back in
   its fields on the page that shows them again: for the same account, and only in fields that nothing else has changed. */

import { find, findFields } from "./dom.js";

const KEY = `unsaved ${document.documentElement.dataset.user}`, LONGEST = 30 * 60 * 1000;
const OF_ONE_PAGE = ["csrfmiddlewaretoken", "uuid", "version", "seen", "revision", "was"]; // new each time
const KEPT = "input:not([type=hidden], [type=password], [type=file], [type=submit], [readonly]), select, textarea";

/** @typedef {{ form: string, field: string, before: string, typed: string, at: number }} Typed what one field had */
/** @typedef {HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement} Field */

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

/** @param {{ type: string }} field */
const isBox = ({ type }) => type === "checkbox" || type === "radio";

/** @param {HTMLFormElement} form A box is named by what it stands for: the next page may show fewer before it. */
const listFields = (form) =>
  nameAll(findFields(KEPT, form), (field) => isBox(field) ? `${field.name} ${field.value}` : field.name);

/** @param {Field} field what it had when the page was loaded */
function readPreset(field) {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    return (options.findLast(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? "";
  }
  return field instanceof HTMLInputElement && isBox(field) ? String(field.defaultChecked) : field.defaultValue;
}

/** @param {Field} field */
const readTyped = (field) => field instanceof HTMLInputElement && isBox(field) ? String(field.checked) : field.value;

/** @param {HTMLFormElement} sent */
function keepOthers(sent) {
  const forms = listForms(), kept = readKept().filter(({ form }) => !forms.has(form)), at = Date.now();
  for (const [form, element] of forms) {
    if (element === sent) continue;
    for (const [field, each] of listFields(element)) {
      const before = readPreset(each), typed = readTyped(each);
      if (typed !== before) kept.push({ form, field, before, typed, at });
    }
  }
  keep(kept);
}

function putBack() {
  const forms = listForms(), kept = readKept();
  for (const { form, field, before, typed } of kept) {
    const element = forms.get(form), found = element && listFields(element).get(field);
    if (!found || readPreset(found) !== before) continue;
    if (found instanceof HTMLSelectElement && ![...found.options].some(({ value }) => value === typed)) continue;
    if (isBox(found)) found.checked = typed === "true";
    else found.value = typed;
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

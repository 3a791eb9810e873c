/* Short names for what the scripts ask of the page. The server renders the elements that they name, so what one looks
   up by its id is there. */

/**
 * Return the element with an id that the page has.
 * @param {string} id
 * @returns {HTMLElement}
 */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * Return the first element that matches.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement | null}
 */
export const find = (selector, root = document) => root.querySelector(selector);

/**
 * Return all elements that match.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLElement[]}
 */
export const findAll = (selector, root = document) => [
  .../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(selector)),
];

/**
 * Return all form fields that match.
 * @param {string} selector
 * @param {ParentNode} [root]
 * @returns {HTMLInputElement[]}
 */
export const findFields = (selector, root = document) => /** @type {HTMLInputElement[]} */ (findAll(selector, root));

/**
 * Return the element that an event happened to.
 * @param {Event} event
 * @returns {HTMLElement}
 */
export const targetOf = (event) => /** @type {HTMLElement} */ (event.target);

/** Tell whether nobody looks, and nobody wants to hear what happens meanwhile (players/notifications.js). */
export const isAway = () => document.hidden && document.documentElement.dataset.awake === undefined;

/* A sentence that counts, in the words of the page: one for a single entry, one for several. */

/**
 * Return the sentence of an element for so many entries, of somebody if it names people.
 * @param {HTMLElement} place with `data-one` and `data-many`, in which {count} and {name} stand for what they say
 * @param {number} count
 * @param {string} [name]
 * @returns {string}
 */
export function sayCount(place, count, name = "") {
  const { one = "", many = "" } = place.dataset;
  return (count === 1 ? one : many).replaceAll("{count}", () => String(count)).replaceAll("{name}", () => name);
}

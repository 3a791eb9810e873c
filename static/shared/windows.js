/* Share the streams of one browser among its windows. Without HTTP/2 it holds six connections to a server, so that a
   seventh window, or frame, would wait for ever. Each visible one that has a stream says so in the browser's storage. */

const MOST = 4, RENEWED = 5000, FORGOTTEN = 15000, NAME = "stream-";
const mine = NAME + Math.random().toString(36).slice(2);

const isMany = () => {
  const [page] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
  return ["h2", "h3"].includes(page?.nextHopProtocol);
};

/** Count the streams of others, and forget those of windows that ended without a word. */
function countOthers() {
  let count = 0;
  for (const name of Object.keys(localStorage).filter((name) => name.startsWith(NAME) && name !== mine)) {
    if (Date.now() - Number(localStorage.getItem(name)) < FORGOTTEN) count += 1;
    else localStorage.removeItem(name);
  }
  return count;
}

/**
 * Take one of the places, or keep it; return whether this window may have a stream. One that `must` takes it anyway.
 * @param {boolean} must
 * @returns {boolean}
 */
export function takePlace(must) {
  if (isMany()) return true;
  try {
    const age = Date.now() - Number(localStorage.getItem(mine));
    if (age < RENEWED) return true;
    const may = must || age < FORGOTTEN || countOthers() < MOST;
    if (may) localStorage.setItem(mine, String(Date.now()));
    return may;
  } catch {
    return true; // no storage: nobody counts
  }
}

/** Leave the place to another window. */
export function leavePlace() {
  try {
    localStorage.removeItem(mine);
  } catch {
    // no storage
  }
}

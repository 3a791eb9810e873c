/* The server's clock: laptops and phones in a hall are minutes off. */

const MINUTE = 60_000, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
let ahead = 0; // how many milliseconds the server's clock is ahead of this one

/**
 * Return the server's time in milliseconds.
 * @returns {number}
 */
export const serverNow = () => Date.now() + ahead;

/**
 * Return how far the server's clock is ahead, given the time that it names, to the second, and when it was asked and
 * answered. Both ways are taken to last equally long. Less than a second is no difference.
 * @param {number} named
 * @param {number} sent
 * @param {number} received
 * @returns {number}
 */
export function clockDifference(named, sent, received) {
  const difference = named + 500 - (sent + received) / 2;
  return Math.abs(difference) < 1000 ? 0 : difference;
}

/** Ask the server for its time. */
export async function compareClocks() {
  const sent = Date.now();
  const answer = await fetch("/health/", { cache: "no-store" }).catch(() => null);
  const named = Date.parse(answer?.headers.get("Date") ?? "");
  if (answer?.ok && named) ahead = clockDifference(named, sent, Date.now());
}

/**
 * Write a time that is left: 4:05 within the hour, 2:45 h within the day, nothing beyond it.
 * @param {number} left milliseconds
 * @returns {string}
 */
export function formatCountdown(left) {
  if (left >= DAY) return "";
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  if (left >= HOUR) return `${Math.floor(left / HOUR)}:${two(Math.floor((left % HOUR) / MINUTE))} h`;
  return `${Math.floor(left / MINUTE)}:${two(Math.floor((left % MINUTE) / 1000))}`;
}

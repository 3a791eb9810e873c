/* The second way by which changes come (live.js), where no stream is heard: any cache can answer, for any number of pages
   (docs/scale.md).

   Below an address like /shared/KEY/de/cup/standings/ the head names the states along which a page can step, the newest
   last; a step or a snapshot holds messages of the stream. Nothing here depends on a cookie. */

import { byId, isAway } from "./dom.js";

/**
 * What a way tells the page: a message, which it puts in place if it can, and whether the server answers.
 * @typedef {object} Listener
 * @property {(message: { event?: string, data: string }) => boolean} onMessage
 * @property {() => void} onHeard
 * @property {() => void} onTrouble
 */

const PATIENCE = 10000, SECONDS = 2, SELDOM = 16;
const live = byId("live");

/**
 * Return whether a version is no newer than another one of the same epoch.
 * @param {string} stamp
 * @param {string} other
 * @returns {boolean}
 */
export function isOld(stamp, other) {
  const [epoch, number] = stamp.split("-"), [otherEpoch, otherNumber] = other.split("-");
  return epoch === otherEpoch && Number(number) <= Number(otherNumber);
}

/**
 * Return the messages in a text of the stream.
 * @param {string} text
 * @returns {{ event: string, data: string }[]}
 */
export function readMessages(text) {
  return text.split("\n\n").filter(Boolean).map((message) => {
    /** @param {string} name */
    const values = (name) =>
      message.split("\n").filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
    return { event: values("event: ").join(""), data: values("data: ").join("\n") };
  });
}

/**
 * Take what is new since the state that the page has. Return the state that it has then, "" where the address was
 * withdrawn because something is hidden now. Throw where nobody answers.
 * @param {string} address
 * @param {string} known
 * @param {(message: { event: string, data: string }) => boolean} take returns whether the message is in place
 * @returns {Promise<string>}
 */
export async function takeChanges(address, known, take) {
  /** @type {(path: string, cache?: RequestCache) => Promise<Response>} */
  const ask = (path, cache = "default") =>
    fetch(address + path, { cache, credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });

  /** @param {string} path */
  async function put(path) {
    const answer = await ask(path);
    return answer.ok && readMessages(await answer.text()).every(take);
  }

  const head = await ask("head/", "no-store");
  if (head.status === 410) return "";
  if (!head.ok) throw new Error(String(head.status));
  const stamps = (await head.text()).split(" "), newest = stamps[stamps.length - 1], at = stamps.indexOf(known);
  if (isOld(newest, known)) return known; // another process may be a little behind
  for (const stamp of at < 0 ? [] : stamps.slice(at + 1)) {
    if (!await put(`steps/${known}/${stamp}/`)) break;
    known = stamp;
  }
  if (known !== newest && await put(`snapshot/${newest}/`)) known = newest;
  return known;
}

export class Poll {
  #isOn = false;
  #turn = 0;
  #timer = 0;
  #failures = 0;
  #listener;
  #refetch;

  /**
   * @param {Listener} listener
   * @param {import("./refetch.js").Refetch} refetch
   */
  constructor(listener, refetch) {
    this.#listener = listener;
    this.#refetch = refetch;
    document.addEventListener("visibilitychange", () => {
      if (!this.#timer || isAway()) return;
      clearTimeout(this.#timer);
      this.#ask(this.#turn);
    });
  }

  /** Ask for what is new, again and again; seldom where nobody answers, and not while nobody looks. */
  start() {
    if (this.#isOn) return;
    this.#isOn = true;
    this.#ask(++this.#turn);
  }

  stop() {
    this.#isOn = false;
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** @param {number} turn */
  async #ask(turn) {
    this.#timer = 0;
    if (!isAway()) await this.#askOnce();
    if (!this.#isOn || turn !== this.#turn) return; // meanwhile it was stopped
    const seconds = Number(live.dataset.poll ?? SECONDS) * Math.min(2 ** this.#failures, SELDOM);
    this.#timer = setTimeout(() => this.#ask(turn), seconds * 1000 * (0.8 + 0.2 * Math.random()));
  }

  async #askOnce() {
    const { onMessage, onHeard, onTrouble } = this.#listener, { dataset } = live;
    const stamp = await takeChanges(dataset.shared ?? "", dataset.version ?? "", onMessage).catch(() => null);
    if (stamp) {
      dataset.version = stamp;
      this.#failures = 0;
      onHeard();
      return;
    }
    this.#failures += 1;
    onTrouble();
    if (stamp === "" && await this.#refetch.replace()) this.#failures = 0;
  }
}

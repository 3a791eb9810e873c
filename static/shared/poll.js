/* Ask for what is new, where no stream is held: any cache can answer, for any number of pages (docs/scale.md).

   Below an address like /shared/KEY/de/cup/standings/ the head names the states along which a page can step, the newest
   last; a step or a snapshot holds messages of the stream. Nothing here depends on a cookie. */

const PATIENCE = 10000;

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
export async function takeNews(address, known, take) {
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

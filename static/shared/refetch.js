/* The third way by which changes come (live.js): parts of the page are taken from a new copy of it. */

import { byId } from "./dom.js";
import { putParts } from "./parts.js";

const SPREAD = 2000, IN_CACHES = 1500;
const live = byId("live");

/** @param {number} time */
const wait = (time) => new Promise((done) => setTimeout(done, time));

export class Refetch {
  /** When the page was fetched last. */
  at = 0;
  #timer = 0;
  #etag = "";
  #withdrawn = "";

  /** The ids of what a new copy of the page renews. */
  get parts() {
    return (live.dataset.parts ?? "").split(" ").filter(Boolean);
  }

  /** Fetch the page soon, once: not all pages at the same moment. */
  start() {
    this.#timer ||= setTimeout(() => this.now(), Math.random() * SPREAD);
  }

  stop() {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  /** Fetch the page; return whether the server has answered. */
  async now() {
    this.stop();
    this.at = Date.now();
    try {
      const headers = this.#etag ? { "If-None-Match": this.#etag } : undefined;
      const answer = await fetch(location.href, { headers, cache: "no-store" });
      if (answer.status === 404) {
        this.empty();
        document.dispatchEvent(new Event("crosstable:gone"));
      }
      return answer.status === 304 || (answer.ok && this.#put(answer.headers.get("ETag") ?? "", await answer.text()));
    } catch {
      return false;
    }
  }

  /**
   * Take the parts from a copy; return whether it is a new one.
   * @param {string} etag
   * @param {string} html
   */
  #put(etag, html) {
    const page = new DOMParser().parseFromString(html, "text/html");
    const { version, shared } = page.getElementById("live")?.dataset ?? {};
    if (this.#withdrawn && shared === this.#withdrawn) return false; // a cache still had it
    this.#etag = etag;
    putParts(this.parts, page);
    if (version) live.dataset.version = version;
    if (shared) live.dataset.shared = shared;
    return true;
  }

  /** Remove what may be hidden now. */
  empty() {
    this.#etag = ""; // what the page had is not there any more
    for (const id of [...this.parts, "ticker"]) byId(id)?.replaceChildren();
    document.dispatchEvent(new Event("crosstable:rows"));
  }

  /** Empty the page, whose shared address was withdrawn, and fetch it once caches have forgotten it; return as now(). */
  async replace() {
    this.empty();
    this.#withdrawn = live.dataset.shared ?? "";
    await wait(IN_CACHES * (1 + Math.random()));
    return this.now();
  }
}

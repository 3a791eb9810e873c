/* The first way by which changes come (live.js). htmx and its SSE extension hold the connection and reconnect; it is begun here,
   also after a first failure: the extension's own loop starts only with the first answer. */

import { byId, isAway } from "./dom.js";
import { isOld } from "./poll.js";
import { leavePlace, takePlace } from "./windows.js";

export const SILENCE = 13000;
const FIRST_MESSAGE = 10000, PATIENCE = 20000, LONGEST_PAUSE = 10000;
const live = byId("live");

/**
 * A stream is `heard`; `silent`, for example because a proxy holds it back; or `crowded` out, because other windows of
 * this browser have all its connections.
 * @typedef {"heard" | "silent" | "crowded"} State
 */

export class Stream {
  /** @type {State} */
  state = "crowded";
  /** @type {{ attempt: number, reader?: { cancel(): void }, visibilityHandler?: () => void } | null} */
  #connection = null;
  #heardAt = 0;
  #failures = 0;
  #listener;
  #refetch;

  /**
   * @param {import("./poll.js").Listener} listener
   * @param {import("./refetch.js").Refetch} refetch
   */
  constructor(listener, refetch) {
    this.#listener = listener;
    this.#refetch = refetch;
    /** @type {(name: string, take: (event: CustomEvent) => void) => void} */
    const on = (name, take) => live.addEventListener(name, /** @type {EventListener} */ (take));
    on("htmx:sse:before:connection", ({ detail }) => this.#begin(detail));
    on("htmx:sse:after:connection", () => this.#note());
    on("htmx:sse:before:message", (event) => this.#receive(event));
    on("htmx:sse:close", ({ detail }) => detail.reason === "ended" && this.state !== "crowded" && this.#retry());
    on("htmx:sse:error", ({ detail }) => detail.status === 404 && refetch.now()); // hidden, or withdrawn
    on("htmx:response:error", () => this.#retry());
    on("htmx:error", () => this.#retry());
    document.addEventListener("crosstable:awake", () => this.#keepAwake());
    const patience = { releaseOn: "immediate", reconnectMaxDelay: LONGEST_PAUSE, connectTimeout: PATIENCE };
    htmx.config.sse = { reconnect: true, pauseOnBackground: true, ...patience };
  }

  /** Begin, where other windows leave this one a connection. */
  start() {
    if (!this.#takePlace()) return;
    this.#heardAt = Date.now() - SILENCE + FIRST_MESSAGE;
    this.state = "heard";
    this.#connect();
  }

  /** Leave the place to another window: nobody looks, and the extension has ended the connection. */
  stop() {
    leavePlace();
  }

  /** Look after the connection, once in a second. */
  look() {
    if (this.state === "crowded") {
      this.start();
      return;
    }
    this.#takePlace(); // it is kept
    const isSilent = Date.now() - this.#heardAt > SILENCE;
    if (isSilent && this.state === "heard") this.renew();
    this.state = isSilent ? "silent" : "heard";
  }

  /** End a connection that may be half-open: the extension connects again. */
  renew() {
    this.#connection?.reader?.cancel();
  }

  /** Return whether this window may have a stream. One that can't poll always has it. */
  #takePlace() {
    return takePlace(!live.dataset.shared);
  }

  #connect() {
    htmx.ajax("GET", live.dataset.stream ?? "", { source: live, swap: "none", timeout: PATIENCE });
  }

  #retry() {
    this.#listener.onTrouble();
    const pause = Math.min(500 * 2 ** this.#failures++, LONGEST_PAUSE);
    setTimeout(() => this.#connect(), pause * (0.7 + 0.6 * Math.random()));
  }

  /**
   * Begin a connection, unless the window was in the background and others have all of them by now.
   * @param {{ connection: { attempt: number }, cancelled: boolean }} detail
   */
  #begin(detail) {
    this.#connection = detail.connection;
    this.#keepAwake();
    detail.cancelled = !this.#takePlace();
    if (detail.cancelled) this.state = "crowded";
    if (detail.connection.attempt > 0 && !isAway()) this.#listener.onTrouble();
  }

  /** Hold the stream also while nobody looks, where somebody wants to be told: the extension would end it. */
  #keepAwake() {
    const pause = this.#connection?.visibilityHandler, isAwake = document.documentElement.dataset.awake !== undefined;
    if (pause) document[isAwake ? "removeEventListener" : "addEventListener"]("visibilitychange", pause);
  }

  #note() {
    this.#failures = 0;
    this.#listener.onHeard();
  }

  /** @param {CustomEvent} event */
  #receive(event) {
    this.#heardAt = Date.now();
    this.#note();
    const { message } = event.detail, { dataset } = live;
    if (!message.event) {
      event.preventDefault(); // nothing for htmx to swap
      event.detail.cancelled = true;
      if (isOld(message.id, dataset.version ?? "")) return; // while it was silent, the page may have got further
    }
    if (!this.#listener.onMessage(message)) this.#refetch.start();
    else if (!message.event && message.id) dataset.version = message.id;
  }
}

/* Notifications that come when the page is closed: the browser names an address at its push service, and the server sends
   what happens to the followed players there, so encrypted that only this browser can read it. */

import { readFollowed } from "../shared/choice.js";
import { byId } from "../shared/dom.js";

const { key = "", worker = "", address = "" } = byId("notifications")?.dataset ?? {};

export const canPush = () => key !== "" && "serviceWorker" in navigator && "PushManager" in globalThis;

const decodeKey = () =>
  Uint8Array.from(atob(key.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));

/** Return the subscription of this browser to this server; a server that was set up again has another key. */
async function subscribe() {
  await navigator.serviceWorker.register(worker);
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: decodeKey() };
  return pushManager.subscribe(options).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

/**
 * Tell the server whom to send notifications of, nobody to end them; return whether it will.
 * @param {number[]} players
 */
async function tellServer(players) {
  const { endpoint, keys } = (await subscribe()).toJSON(), { lang } = document.documentElement;
  const answer = await fetch(`${address}?lang=${lang}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ endpoint, ...keys, players }),
  });
  return answer.ok;
}

/** Begin, or go on with other players. */
export const push = () => tellServer(readFollowed().numbers.map(Number)).catch(() => false);

/** End it for this event; other events of this server may go on. */
export const stopPush = () => tellServer([]).catch(() => false);

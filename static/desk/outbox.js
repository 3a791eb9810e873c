/* What waits to be sent: one entry at a time, in order, through htmx.

   Each entry has a UUID, so that sending it again is harmless, and the version of its board that was on the screen, so
   that nothing of anybody else is overwritten. Entries are kept in localStorage, each under a key of its own, so that two
   tabs never overwrite each other's: what was typed while the network was away survives a reload.

   openOutbox(root, hooks) returns { waiting, add, pump }. `root.dataset.outbox` names its place. The hooks:
   waits(entry) while the network is away, failed(entry), answered(entry, status) after each answer, idle() at the end. */

const ANSWERED = [200, 409, 422]
const AWAY = [429, 502, 503, 504]
const TRIES = 4 // of an entry at which the server fails, so that it does not hold up all others

/* The hall's network is plain HTTP, where browsers have no crypto.randomUUID. */
function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 15) | 64
  bytes[8] = (bytes[8] & 63) | 128
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

function openOutbox(root, hooks) {
  const place = `${root.dataset.outbox}/`
  const waiting = stored()
  let isSending = false
  let status = 0

  function stored() {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(place))
    return keys.sort().map((key) => ({ ...JSON.parse(localStorage.getItem(key)), key }))
  }

  function keep(entry) {
    const { key, isAnswered, ...values } = entry
    localStorage.setItem(key, JSON.stringify(values))
  }

  function add(entry) {
    entry.values.uuid = uuid()
    entry.key = `${place}${Date.now().toString(36).padStart(9, "0")}${performance.now().toFixed(3).padStart(14, "0")}`
    waiting.push(entry)
    keep(entry)
  }

  async function pump() {
    if (isSending) return
    isSending = true
    for (let failures = 0; waiting.length; ) {
      const entry = waiting[0]
      const before = entry.values.version
      await send(entry)
      if (status === "signed out") break
      if (status === "away" || (status >= 500 && failures < TRIES)) {
        failures += 1
        waiting.forEach(hooks.waits)
        await pause(Math.min(15000, 500 * 2 ** failures))
        continue
      }
      failures = 0
      waiting.shift()
      localStorage.removeItem(entry.key)
      if (status === 200) rebase(entry, before)
      else if (!ANSWERED.includes(status)) hooks.failed(entry)
      hooks.answered(entry, status)
      tell(0)
    }
    isSending = false
    hooks.idle()
  }

  async function send({ url, values }) {
    status = "away"
    const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? root.querySelector("[name=csrfmiddlewaretoken]").value
    await htmx.ajax("POST", url, { source: root, target: root, swap: "none", values, headers: { "X-CSRFToken": token } })
    const notice = document.getElementById("signed-out")
    if (notice) notice.hidden = status !== "signed out"
    if (status === "away" || status >= 500) tell(waiting.length)
  }

  /* A later entry of one's own for the same board was made on top of this one. */
  function rebase(entry, before) {
    const version = root.querySelector(`[data-board="${entry.board}"]`)?.dataset.version
    for (const later of entry.board && version ? waiting : [])
      if (later.board === entry.board && later.values.version === before) {
        later.values.version = version
        keep(later)
      }
  }

  function tell(count) {
    const banner = document.getElementById("outbox")
    banner.hidden = count === 0
    banner.querySelector("[data-count]").textContent = count
  }

  function pause(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, time)
      window.addEventListener("online", () => (clearTimeout(timer), resolve()), { once: true })
    })
  }

  root.addEventListener("htmx:before:response", (event) => {
    const { ctx } = event.detail
    const { raw, status: code } = ctx.response
    const answer = raw.redirected ? "signed out" : AWAY.includes(code) ? "away" : code
    if (ctx.request.method === "POST") {
      status = answer
      if (waiting.length) waiting[0].isAnswered = ANSWERED.includes(answer)
    }
    if (!ANSWERED.includes(answer)) event.preventDefault()
  })

  window.addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault() })

  return { waiting, add, pump }
}

/* The arbiter's desk by keyboard. Without this file every form on the page works by itself.

   Entries wait in an outbox and are sent one at a time, in order. Each has a UUID, so that sending it again is harmless,
   and the version of its board that the arbiter saw, so that nothing of another arbiter is overwritten. The outbox is
   kept in localStorage: what was typed while the network was away survives a reload. */

const desk = document.getElementById("desk")
const line = document.getElementById("line-text")
const keys = document.getElementById("keys")
const scored = desk.querySelector(".scores") !== null
const ANSWERED = [200, 409, 422]
const AWAY = [429, 502, 503, 504]
const TRIES = 4 // of an entry at which the server fails, so that it does not hold up all others
const MODES = { score: "input[name=white_score]", second: "input[name=black_score]", row: "tr" }

let mode = scored ? "score" : "row" // what takes the focus in the next row
let current = null // the board whose row takes the keys

/* Rows */

const part = (board) => desk.querySelector(`tbody[data-board="${board}"]`)
const parts = () => [...desk.querySelectorAll("tbody[data-board]")].filter((row) => row.offsetParent !== null)

function go(board) {
  const row = part(board)
  if (!row) return
  mark(board)
  const target = row.querySelector(MODES[mode]) ?? row.querySelector("tr")
  target.focus({ preventScroll: true })
  if (target.select) target.select()
  row.querySelector("tr").scrollIntoView({ block: "nearest" })
}

function mark(board) {
  current = board
  for (const row of desk.querySelectorAll("tr[aria-current]")) row.removeAttribute("aria-current")
  part(board)?.querySelector("tr").setAttribute("aria-current", "true")
}

function step(distance) {
  const shown = parts()
  const at = shown.findIndex((row) => row.dataset.board === current)
  const next = shown[at < 0 ? 0 : at + distance]
  if (next) go(next.dataset.board)
}

function goNextOpen() {
  const all = [...desk.querySelectorAll("tbody[data-board]")]
  const at = all.findIndex((row) => row.dataset.board === current)
  const next = [...all.slice(at + 1), ...all.slice(0, at + 1)].find((row) => "open" in row.dataset)
  if (next) go(next.dataset.board)
  else if (current) go(current)
}

function say(board, text, kind) {
  const state = part(board)?.querySelector("td.stand")
  if (!state) return
  const span = document.createElement("span")
  span.className = kind
  span.textContent = text
  state.replaceChildren(span)
}

/* What was refused far from the row where the arbiter works must not go unseen. */
function listTroubles() {
  const rows = [...desk.querySelectorAll("tbody[data-board]")].filter((row) => row.querySelector(".stand .clash"))
  const box = document.getElementById("troubles")
  box.hidden = rows.length === 0
  box.querySelector("[data-boards]").replaceChildren(...rows.map((row) => {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = row.dataset.board
    button.addEventListener("click", () => { go(row.dataset.board); row.querySelector(".clashing input[name=reason]")?.focus() })
    return button
  }))
}

const isDirty = (row) => [...row.querySelectorAll(".scores input")].some((field) => field.value !== field.defaultValue)

/* The outbox */

const outbox = JSON.parse(localStorage.getItem(desk.dataset.outbox) ?? "[]")
let isSending = false
let isStale = false // others have entered something
let isAsking = false
let status = 0

function keep() {
  if (outbox.length) localStorage.setItem(desk.dataset.outbox, JSON.stringify(outbox))
  else localStorage.removeItem(desk.dataset.outbox)
}

function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6] & 15) | 64
  bytes[8] = (bytes[8] & 63) | 128
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")
}

function enter(form, submitter) {
  const values = Object.fromEntries(new FormData(form, submitter))
  let board = form.closest("tbody")?.dataset.board ?? null
  if (form.id === "line") {
    board = values.line.match(/^\s*0*(\d+)/)?.[1] ?? null
    const isEntry = /^\s*\d+\D+\d|^\s*\d+\W+\S/.test(values.line)
    values.seen = board && part(board) ? `${board}.${part(board).dataset.version}` : ""
    if (!isEntry) board = null
    line.value = ""
  }
  if (form.id !== "undo") values.uuid = uuid()
  delete values.csrfmiddlewaretoken
  outbox.push({ url: form.action, values, board })
  keep()
  paint()
  if (mode === "second") mode = "score"
  if (form.id !== "line" && form.id !== "undo") goNextOpen()
  pump()
}

/* Show at once what waits: the pressed button, the scores, the state. The answer brings the row as it is stored. */
function paint() {
  for (const { board, values, isAnswered } of outbox) {
    const row = board && part(board)
    if (!row || isAnswered) continue
    if (values.result !== "") delete row.dataset.open
    if ("result" in values)
      for (const button of row.querySelectorAll("button[name=result]"))
        button.setAttribute("aria-pressed", button.value === values.result)
    for (const field of row.querySelectorAll(".scores input:not([type=hidden])"))
      if (field.name in values) field.defaultValue = field.value = values[field.name]
    say(board, desk.dataset.sending, "wait")
  }
}

async function pump() {
  if (isSending) return
  isSending = true
  for (let failures = 0; outbox.length; ) {
    const sent = outbox[0]
    const before = sent.values.version
    await send(sent)
    if (status === "signed out") break
    if (status === "away" || (status >= 500 && failures < TRIES)) {
      failures += 1
      for (const { board } of outbox) if (board) say(board, desk.dataset.waiting, "wait")
      await pause(Math.min(15000, 500 * 2 ** failures))
      continue
    }
    failures = 0
    outbox.shift()
    if (status === 200) rebase(sent, before)
    else if (!ANSWERED.includes(status) && sent.board) say(sent.board, desk.dataset.failed, "clash"), listTroubles()
    keep()
    tell(0)
  }
  isSending = false
  if (isStale) refresh()
}

async function send({ url, values }) {
  status = "away"
  const token = document.cookie.match(/csrftoken=([^;]+)/)?.[1] ?? desk.querySelector("[name=csrfmiddlewaretoken]").value
  await htmx.ajax("POST", url, { source: desk, target: desk, swap: "none", values, headers: { "X-CSRFToken": token } })
  document.getElementById("signed-out").hidden = status !== "signed out"
  if (status === "away" || status >= 500) tell(outbox.length)
}

/* A later entry of one's own for the same board was made on top of this one. */
function rebase(sent, before) {
  const row = sent.board && part(sent.board)
  for (const later of row ? outbox : [])
    if (later.board === sent.board && later.values.version === before) later.values.version = row.dataset.version
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

desk.addEventListener("htmx:before:response", (event) => {
  const { ctx } = event.detail
  const { raw, status: code } = ctx.response
  const answer = raw.redirected ? "signed out" : AWAY.includes(code) ? "away" : code
  if (ctx.request.method === "POST") {
    status = answer
    outbox[0].isAnswered = ANSWERED.includes(answer)
  }
  if (!ANSWERED.includes(answer)) event.preventDefault()
})

/* What other arbiters enter must not take away what is being typed here. */
desk.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail
  const others = ctx.request.method === "GET"
  const busy = new Set(outbox.map((entry) => entry.board))
  for (const task of [...tasks]) {
    const row = task.target?.matches?.("tbody[data-board]") ? task.target : null
    if (!row) continue
    if (others && (isDirty(row) || busy.has(row.dataset.board) || row.querySelector(".clashing")))
      tasks.splice(tasks.indexOf(task), 1)
  }
})

desk.addEventListener("htmx:after:swap", () => {
  const wasLost = document.activeElement === document.body || document.activeElement === null
  paint()
  listTroubles()
  const jump = desk.querySelector("[data-jump]")
  if (jump) {
    const board = jump.dataset.jump
    jump.remove()
    go(board)
  } else if (current) {
    if (wasLost && !keys.open) go(current)
    else mark(current)
  }
})

/* Forms and buttons */

desk.addEventListener("submit", (event) => {
  const form = event.target
  if (!form.matches(".sends")) return
  event.preventDefault()
  const value = event.submitter?.name === "result" ? event.submitter.value : null
  if (value === "--" && !confirm(desk.dataset.bothAbsent)) return
  if (value === "" && desk.dataset.closed && !confirm(desk.dataset.closed)) return
  form.querySelector("details")?.removeAttribute("open")
  enter(form, event.submitter)
})

desk.addEventListener("click", (event) => {
  const link = event.target.closest(".keep")
  if (!link) return
  event.preventDefault()
  const row = part(link.dataset.board)
  row.querySelector(".clashing").remove()
  row.dataset.version = "-1" // ask for it as it is stored
  refresh()
  go(link.dataset.board)
})

desk.addEventListener("focusin", (event) => {
  const row = event.target.closest("tbody[data-board]")
  if (row && row.dataset.board !== current) mark(row.dataset.board)
  if (row && scored) mode = event.target.name === "black_score" ? "second" : event.target.name === "white_score" ? "score" : mode
})

desk.addEventListener("toggle", (event) => {
  if (event.target.open) for (const other of desk.querySelectorAll("details[open]")) if (other !== event.target) other.open = false
}, true)
document.addEventListener("click", (event) => {
  for (const menu of desk.querySelectorAll("details[open]")) if (!menu.contains(event.target)) menu.open = false
})

const missing = document.getElementById("missing")
function toggleMissing() {
  const only = desk.classList.toggle("only-open")
  missing.setAttribute("aria-pressed", only)
  if (current && part(current)?.offsetParent === null) goNextOpen()
}
missing.addEventListener("click", toggleMissing)
document.getElementById("help").addEventListener("click", () => keys.showModal())

/* Keys */

function press(code) {
  const button = [...(part(current)?.querySelectorAll("button[name=result]") ?? [])].find((one) => one.value === code)
  if (button) button.form.requestSubmit(button)
}

const KEYS = {
  1: () => press("10"), 0: () => press("01"), 5: () => press("=="), "=": () => press("=="), d: () => press("=="),
  "+": () => press("+-"), "-": () => press("-+"), "*": () => press("--"),
  Backspace: () => press(""), Delete: () => press(""),
  ArrowUp: () => step(-1), ArrowDown: () => step(1),
  Enter: () => { if (scored) mode = "score"; goNextOpen() },
  PageUp: () => desk.querySelector("a[rel=prev]")?.click(), PageDown: () => desk.querySelector("a[rel=next]")?.click(),
  u: () => document.getElementById("undo").requestSubmit(),
  m: toggleMissing,
  "/": () => line.select(), b: () => line.select(),
  "?": () => keys.showModal(),
}

/* In a field letters are text; only the ways out of it are keys. */
function inField(event, field) {
  const row = field.closest("tbody[data-board]")
  if (event.key === "Escape") {
    if (scored) mode = "row"
    if (!current) goNextOpen()
    else go(current)
  } else if (row && field.name === "white_score" && event.key === "Enter") {
    mode = "second"
    go(row.dataset.board)
  } else if (row && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    step(event.key === "ArrowUp" ? -1 : 1)
  } else return
  event.preventDefault()
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || keys.open) return
  const inDesk = event.target === document.body || desk.contains(event.target)
  if (!inDesk) return
  const field = event.target.closest("input, select, textarea")
  if (field) return inField(event, field)
  if (event.key === "Escape" && event.target.closest("details[open]")) {
    event.target.closest("details").open = false
    return go(current)
  }
  if (["Enter", " "].includes(event.key) && event.target.closest("button, a, summary")) return
  const act = Object.hasOwn(KEYS, event.key) ? KEYS[event.key] : null
  if (!act) return
  event.preventDefault()
  // A key held down must not fill board after board.
  if (!event.repeat || event.key.startsWith("Arrow")) act()
})

/* Other arbiters' entries */

async function refresh() {
  isStale = true
  if (isAsking || outbox.length) return // one's own entries go first
  isAsking = true
  while (isStale && !outbox.length) {
    isStale = false
    const seen = [...desk.querySelectorAll("tbody[data-board]")].map((row) => `${row.dataset.board}.${row.dataset.version}`)
    const url = `${desk.dataset.url}?seen=${encodeURIComponent(seen.join(" "))}`
    await htmx.ajax("GET", url, { source: desk.querySelector("table"), target: desk, swap: "none" })
  }
  isAsking = false
}

const live = document.getElementById("live")
const connection = document.getElementById("connection")
live.dataset.parts = "" // live.js keeps the connection; the rows are fetched here
live.addEventListener("htmx:sse:before:message", (event) => {
  if (event.detail.message.event === "version") refresh()
})
setInterval(() => { if (!document.hidden && connection.dataset.state !== "live") refresh() }, 15000)
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh() })

/* Begin */

for (const hidden of desk.querySelectorAll(".keyed[hidden]")) hidden.hidden = false
desk.classList.add("by-key")
window.addEventListener("beforeunload", (event) => { if (outbox.length) event.preventDefault() })
const asked = desk.querySelector("tr[aria-current]")?.closest("tbody")
if (asked) go(asked.dataset.board)
else goNextOpen()
paint()
listTroubles()
pump()

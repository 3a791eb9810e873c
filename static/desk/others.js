/* What other arbiters enter appears here, and takes nothing away of what is being typed. */

let isStale = false // others have entered something
let isAsking = false

async function refresh() {
  isStale = true
  if (isAsking || outbox.waiting.length) return // one's own entries go first
  isAsking = true
  while (isStale && !outbox.waiting.length) {
    isStale = false
    const seen = allParts().map((row) => `${row.dataset.board}.${row.dataset.stamp}`)
    const url = `${desk.dataset.url}?seen=${encodeURIComponent(seen.join(" "))}`
    await htmx.ajax("GET", url, { source: document.getElementById("open"), target: desk, swap: "none" })
  }
  isAsking = false
}

desk.addEventListener("htmx:before:swap", (event) => {
  const { ctx, tasks } = event.detail
  const others = ctx.request.method === "GET"
  const busy = new Set(outbox.waiting.map((entry) => entry.board))
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
    if (wasLost && !keyList.open) go(current)
    else mark(current)
  }
})

const live = document.getElementById("live")
const connection = document.getElementById("connection")
live.dataset.parts = "" // live.js keeps the connection; the rows are fetched here
live.addEventListener("htmx:sse:before:message", (event) => {
  if (event.detail.message.event === "version") refresh()
})
setInterval(() => { if (!document.hidden && connection.dataset.state !== "live") refresh() }, 15000)
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh() })

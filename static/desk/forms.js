/* The forms of the desk go through the outbox, and the rows show at once what waits there. */

const line = document.getElementById("line-text") // only the desk has it

const outbox = openOutbox(desk, {
  waits: ({ board }) => { if (board) say(board, desk.dataset.waiting, "wait") },
  failed: ({ board }) => { if (board) say(board, desk.dataset.failed, "clash"), listTroubles() },
  answered: () => {},
  idle: () => { if (isStale) refresh() },
})

function enter(form, submitter) {
  const values = Object.fromEntries(new FormData(form, submitter))
  let board = form.closest("tbody")?.dataset.board ?? null
  if (form.id === "line") {
    const typed = aimed(values.line)
    const isEntry = /^\D+\d|^\W+\S/.test(typed.rest)
    board = typed.board
    values.seen = board && part(board) ? `${board}.${part(board).dataset.version}` : ""
    if (!isEntry) board = null
    line.value = ""
  }
  delete values.csrfmiddlewaretoken
  outbox.add({ url: form.action, values, board })
  paint()
  if (mode in FIELDS) mode = "score"
  if (form.id !== "line" && form.id !== "undo") goNextOpen()
  outbox.pump()
}

/* Show at once what waits: the pressed button, the scores, the state. The answer brings the row as it is stored. */
function paint() {
  for (const { board, values, isAnswered } of outbox.waiting) {
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
  row.dataset.stamp = "" // ask for it as it is stored
  refresh()
  go(link.dataset.board)
})

desk.addEventListener("focusin", (event) => {
  const row = event.target.closest("tbody[data-board]")
  if (row && row.dataset.board !== current) mark(row.dataset.board)
  const field = row && scored && Object.keys(FIELDS).find((name) => event.target.matches(FIELDS[name]))
  if (field) mode = field
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
document.getElementById("help").addEventListener("click", () => keyList.showModal())

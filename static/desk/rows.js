/* The rows of the desk: which one has the keys, which one comes next, what stands in its last column.

   The scripts of the desk are plain deferred ones and share their top level: rows, outbox, forms, others, jump, keys, in
   this order. Without them every form on the page works by itself. */

const desk = document.getElementById("desk")
const keyList = document.getElementById("keys")
const scored = desk.querySelector(".scores") !== null
const FIELDS = { score: "input[name=white_score]", second: "input[name=black_score]", spread: "input[name=spread]" }

let mode = scored ? "score" : "row" // what takes the focus in the next row: one of FIELDS, or the row itself
let current = null // the board whose row takes the keys

/* "3.2" is board 2 of match 3; a number alone is that of a board in the round. Returns the board and what follows. */
const perMatch = Number(desk.dataset.boards ?? 0)
function aimed(text) {
  const match = perMatch ? text.match(/^\s*0*(\d+)[.,:](\d{1,2})(?!\d)(.*)$/) : null
  if (match) return { board: String((match[1] - 1) * perMatch + Number(match[2])), rest: match[3] }
  const number = text.match(/^\s*0*(\d+)(.*)$/)
  return { board: number?.[1] ?? null, rest: number?.[2] ?? "" }
}

const part = (board) => desk.querySelector(`tbody[data-board="${board}"]`)
const allParts = () => [...desk.querySelectorAll("tbody[data-board]")]
const shownParts = () => allParts().filter((row) => row.offsetParent !== null)
const isDirty = (row) => [...row.querySelectorAll(".scores input")].some((field) => field.value !== field.defaultValue)

function go(board) {
  const row = part(board)
  if (!row) return
  mark(board)
  const target = row.querySelector(FIELDS[mode] ?? "tr") ?? row.querySelector("tr")
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
  const shown = shownParts()
  const at = shown.findIndex((row) => row.dataset.board === current)
  const next = shown[at < 0 ? 0 : at + distance]
  if (next) go(next.dataset.board)
}

function goNextOpen() {
  const all = allParts()
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
  const rows = allParts().filter((row) => row.querySelector(".stand .clash"))
  const box = document.getElementById("troubles")
  box.hidden = rows.length === 0
  box.querySelector("[data-boards]").replaceChildren(...rows.map((row) => {
    const button = document.createElement("button")
    button.type = "button"
    button.textContent = row.dataset.label
    button.addEventListener("click", () => { go(row.dataset.board); row.querySelector(".clashing input[name=reason]")?.focus() })
    return button
  }))
}

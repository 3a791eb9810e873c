/* The keys of the desk. Which key does what is the arbiter's choice and comes with the page; see tournaments/domain/desk_keys.py. */

const KEYS = JSON.parse(desk.dataset.keys)
const MOVES = {
  up: () => step(-1),
  down: () => step(1),
  next: () => { if (scored) mode = "score"; goNextOpen() },
  before: () => desk.querySelector("a[rel=prev]")?.click(),
  after: () => desk.querySelector("a[rel=next]")?.click(),
  undo: () => document.getElementById("undo")?.requestSubmit(),
  missing: toggleMissing,
  line: () => line?.select(),
  sheet: () => { if (current) location.assign(desk.dataset.sheets.replace(/0\/$/, `${Math.ceil(current / perMatch)}/?board=${current}`)) },
  confirm: () => press("button.confirm"),
  help: () => keyList.showModal(),
}

function press(selector) {
  const button = part(current)?.querySelector(selector)
  if (button) button.form.requestSubmit(button)
}

/* In a field letters are text; only the ways out of it are keys. */
function inField(event, field) {
  const row = field.closest("tbody[data-board]")
  if (field === line && inList(event)) return event.preventDefault()
  if (event.key === "Escape") {
    if (scored) mode = "row"
    if (!current) goNextOpen()
    else go(current)
  } else if (row && event.key === "Enter" && field.closest(".scores") && nextField(field)) {
    nextField(field).select()
  } else if (row && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
    step(event.key === "ArrowUp" ? -1 : 1)
  } else return
  event.preventDefault()
}

function nextField(field) {
  const fields = [...field.form.querySelectorAll("input:not([type=hidden])")]
  return fields[fields.indexOf(field) + 1]
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || keyList.open) return
  const inDesk = event.target === document.body || desk.contains(event.target)
  if (!inDesk) return
  const field = event.target.closest("input, select, textarea")
  if (field) return inField(event, field)
  if (event.key === "Escape" && event.target.closest("details[open]")) {
    event.target.closest("details").open = false
    return go(current)
  }
  if (["Enter", " "].includes(event.key) && event.target.closest("button, a, summary")) return
  if (!Object.hasOwn(KEYS, event.key)) return
  event.preventDefault()
  // A key held down must not fill board after board.
  if (event.repeat && !event.key.startsWith("Arrow")) return
  const does = KEYS[event.key]
  if (Object.hasOwn(MOVES, does)) MOVES[does]()
  else press(`button[name=result][value="${does}"]`)
})

/* Begin */

for (const hidden of desk.querySelectorAll(".keyed[hidden]")) hidden.hidden = false
desk.classList.add("by-key")
const asked = desk.querySelector("tr[aria-current]")?.closest("tbody") ?? part(location.hash.replace(/^#d/, ""))
if (asked) go(asked.dataset.board)
else goNextOpen()
paint()
listTroubles()
outbox.pump()

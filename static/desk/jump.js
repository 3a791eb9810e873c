/* The entry line finds a board while one types its number or a name: a combobox with a list, as the ARIA practices have
   it. Nothing is asked of the server, so that it works without a network too. */

const found = document.getElementById("line-list")

const folded = (text) => text.toLowerCase().replaceAll("ß", "ss").replaceAll("ø", "o").replaceAll("ł", "l").replaceAll("đ", "d")
  .replaceAll("æ", "ae").replaceAll("œ", "oe").normalize("NFD").replace(/\p{M}/gu, "")
const spelt = (text) => folded(text.toLowerCase().normalize("NFC").replaceAll("ä", "ae").replaceAll("ö", "oe").replaceAll("ü", "ue"))
const words = (text) => ` ${text.replace(/[^\p{L}\p{N}]+/gu, " ")}`

function matches(text) {
  const wanted = text.trim()
  if (/^\d+$/.test(wanted)) return allParts().filter((row) => row.dataset.board.startsWith(String(Number(wanted))))
  if (perMatch && /^\d+[.,:]\d*$/.test(wanted)) return allParts().filter((row) => row.dataset.label.startsWith(wanted.replace(/[,:]/, ".")))
  if (!/^\p{L}/u.test(wanted)) return []
  const [plain, long] = [words(folded(wanted)), words(spelt(wanted))]
  return allParts().filter((row) => [...row.querySelectorAll(".name")].some((cell) => {
    const name = cell.textContent.trim()
    return [words(folded(name)), words(spelt(name))].some((one) => one.includes(plain) || one.includes(long))
  }))
}

function offer() {
  const rows = matches(line.value).slice(0, 8)
  found.replaceChildren(...rows.map((row) => {
    const option = document.createElement("li")
    const [white, black] = [...row.querySelectorAll(".name")].map((cell) => cell.textContent.trim())
    option.id = `line-${row.dataset.board}`
    option.dataset.board = row.dataset.board
    option.setAttribute("role", "option")
    option.setAttribute("aria-selected", "false")
    option.textContent = `${row.dataset.label}  ${white} – ${black}`
    if ("open" in row.dataset) option.className = "open"
    return option
  }))
  show(rows.length > 0)
}

function show(isShown) {
  found.hidden = !isShown
  line.setAttribute("aria-expanded", isShown)
  if (!isShown) line.removeAttribute("aria-activedescendant")
}

const active = () => found.querySelector("[aria-selected=true]")

function choose(distance) {
  const options = [...found.children]
  const at = options.indexOf(active())
  const next = options[(at + distance + options.length + (at < 0 && distance < 0)) % options.length]
  active()?.setAttribute("aria-selected", "false")
  next.setAttribute("aria-selected", "true")
  next.scrollIntoView({ block: "nearest" })
  line.setAttribute("aria-activedescendant", next.id)
}

function jumpTo(board) {
  line.value = ""
  show(false)
  go(board)
}

/* Say whether the list has taken the key. */
function inList(event) {
  if (found.hidden) return false
  if (event.key === "ArrowDown" || event.key === "ArrowUp") choose(event.key === "ArrowDown" ? 1 : -1)
  else if (event.key === "Enter" && (active() || found.children.length === 1)) jumpTo((active() ?? found.firstChild).dataset.board)
  else if (event.key === "Escape") show(false)
  else return false
  return true
}

if (line) {
  line.addEventListener("input", offer)
  line.addEventListener("blur", () => show(false))
  found.addEventListener("pointerdown", (event) => {
    event.preventDefault() // the field keeps the focus until the choice is made
    const option = event.target.closest("[role=option]")
    if (option) jumpTo(option.dataset.board)
  })
}

/* Arranging the list of a team at once, by dragging or by the buttons; nothing is stored before it is saved.
   Without this file each button posts the form and gets the list back arranged. */

const members = document.getElementById("members")
const page = document.getElementById("team")

/* The buttons name their line by its place, and the ends can't move on. */
function arranged() {
  const lines = [...members.children]
  lines.forEach((line, place) => {
    for (const button of line.querySelectorAll("button")) button.value = button.value.replace(/\d+$/, place)
    line.classList.toggle("reserve", place >= Number(members.dataset.boards))
    line.querySelector("[value^=up]").disabled = place === 0
    line.querySelector("[value^=down]").disabled = place === lines.length - 1
  })
  document.getElementById("draft").hidden = false
}

if (members) {
  members.classList.add("draggable")
  Sortable.create(members, { handle: ".handle", animation: 150, onEnd: arranged })
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("#members button")
  if (!button || button.value.startsWith("remove")) return
  event.preventDefault()
  const line = button.closest("li")
  if (button.value.startsWith("up")) line.previousElementSibling.before(line)
  else line.nextElementSibling.after(line)
  arranged()
  const next = button.disabled ? line.querySelector("button:enabled") : button
  next?.focus()
})

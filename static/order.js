/* Moving the criteria at once, by dragging or by the buttons; the server answers with the draft and its effect.
   Without this file each button posts the form and gets the page back. */

const page = document.querySelector(".orderpage")

function begin() {
  const list = document.getElementById("criteria")
  list.classList.add("draggable")
  Sortable.create(list, { handle: ".handle", animation: 150, onEnd: arranged })
}

/* The buttons name their line by its place, and the ends can't move on. */
function arranged() {
  const lines = [...document.querySelectorAll("#criteria li")]
  lines.forEach((line, place) => {
    for (const button of line.querySelectorAll("button")) button.value = button.value.replace(/\d+$/, place)
    line.querySelector("[value^=up]").disabled = place === 0
    line.querySelector("[value^=down]").disabled = place === lines.length - 1
  })
  show()
}

function show() {
  document.getElementById("order").requestSubmit(document.getElementById("preview"))
}

page.addEventListener("click", (event) => {
  const button = event.target.closest("#criteria button")
  if (!button) return
  event.preventDefault()
  const line = button.closest("li")
  const verb = button.value.split(":")[0]
  if (verb === "up") line.previousElementSibling.before(line)
  else if (verb === "down") line.nextElementSibling.after(line)
  else line.remove()
  arranged()
  const next = button.disabled ? line.querySelector("button:enabled") : button
  next?.focus()
})

page.addEventListener("change", (event) => {
  if (event.target.matches(".notation")) show()
})
/* What the server adds or fills in must not be overtaken by another press. */
page.addEventListener("submit", (event) => {
  event.target.inert = event.submitter.id !== "preview"
})
for (const failure of ["htmx:error", "htmx:response:error"])
  page.addEventListener(failure, () => { document.getElementById("order").inert = false })

/* What was typed or chosen while the answer was on its way stays. And what Sortable leaves in style attributes would be
   copied to the new list, which the policy of the page forbids. */
let typed = []
document.addEventListener("htmx:before:swap", () => {
  typed = [...page.querySelectorAll("select, input:not([type=hidden])")].map((field) => [field.id, field.value, field.defaultValue])
  for (const styled of page.querySelectorAll("[style]")) styled.removeAttribute("style")
})
document.addEventListener("htmx:after:swap", () => {
  for (const [id, value, before] of typed) {
    const field = document.getElementById(id)
    if (field && value !== before) field.value = value
  }
  begin()
})
begin()

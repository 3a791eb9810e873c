/* Dragging the criteria, beside the buttons that do the same. The server answers with the draft and its effect. */

const page = document.querySelector(".orderpage")

function begin() {
  const list = document.getElementById("criteria")
  list.classList.add("draggable")
  Sortable.create(list, { handle: ".handle", animation: 150, onEnd: show })
}

function show() {
  document.getElementById("order").requestSubmit(document.getElementById("preview"))
}

page.addEventListener("change", (event) => {
  if (event.target.matches(".notation")) show()
})
document.addEventListener("htmx:after:swap", begin)
begin()

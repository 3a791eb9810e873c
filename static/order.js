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
/* What Sortable leaves in style attributes would be copied to the new list, which the policy of the page forbids. */
document.addEventListener("htmx:before:swap", () => {
  for (const styled of page.querySelectorAll("[style]")) styled.removeAttribute("style")
})
document.addEventListener("htmx:after:swap", begin)
begin()

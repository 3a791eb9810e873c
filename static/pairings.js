/* Swapping two players of a draft by dragging one onto the other; selecting both and pressing the button does the same. */

const page = document.querySelector(".pairingpage")

function begin() {
  for (const chair of page.querySelectorAll(".chair"))
    Sortable.create(chair, {
      group: chair.closest("form").id,
      draggable: "label",
      animation: 120,
      delay: 120,
      delayOnTouchOnly: true,
      filter: "input",
      preventOnFilter: false,
      onMove: ({ to }) => mark(to),
      onAdd: swap,
      onEnd: () => mark(null),
    })
}

function mark(chair) {
  for (const marked of page.querySelectorAll(".chair.target")) marked.classList.remove("target")
  chair?.classList.add("target")
}

/* The other one goes where this one came from, and the server does the rest. */
function swap({ item, to, from }) {
  const other = [...to.querySelectorAll("label")].find((label) => label !== item)
  if (other) from.append(other)
  const form = to.closest("form")
  for (const box of form.querySelectorAll("[name=player]")) box.checked = box.closest("label") === item || box.closest("label") === other
  form.requestSubmit(form.querySelector("button.swap"))
}

/* What Sortable leaves in style attributes would be copied to the new draft, which the policy of the page forbids. */
document.addEventListener("htmx:before:swap", () => {
  for (const styled of page.querySelectorAll("[style]")) styled.removeAttribute("style")
})
document.addEventListener("htmx:after:swap", begin)
begin()

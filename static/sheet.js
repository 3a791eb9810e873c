/* The match sheet: Escape leads back to the desk, at the board that one came from. */

const back = document.getElementById("back")
for (const hidden of document.querySelectorAll(".keyed[hidden]")) hidden.hidden = false
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !event.ctrlKey && !event.altKey && !event.metaKey) back.click()
})

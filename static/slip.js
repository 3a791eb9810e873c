/* One board on a phone: the sheet that repeats names and result opens at once, and what was confirmed goes through the
   outbox, so that a bad network loses nothing. Without this file the server shows the same sheet as a page. */

const slip = document.getElementById("slip")
const body = document.getElementById("slip-body")
const sheet = document.getElementById("ask")
const ask = sheet.querySelector("form")

const outbox = openOutbox(slip, {
  waits: () => notice(slip.dataset.waiting, "warning"),
  failed: () => notice(slip.dataset.failed, "error"),
  answered: (entry, status) => { if (status === 200) scrollTo({ top: 0 }) },
  idle: () => {},
})

function notice(text, kind) {
  const line = body.querySelector(".notice") ?? body.insertBefore(document.createElement("p"), body.firstChild)
  line.className = `notice message ${kind}`
  line.setAttribute("role", "status")
  line.textContent = text
}

slip.addEventListener("submit", (event) => {
  event.preventDefault()
  if (event.target.matches(".slipform")) confirmed(event.target, event.submitter)
  else send(event.target)
})

/* Ask: names and result once more, nothing else on the screen. */
function confirmed(form, submitter) {
  const values = { ...Object.fromEntries(new FormData(form, submitter)), confirm: "yes" }
  const { white, black } = body.querySelector("[data-board]").dataset
  ask.querySelector("[data-white]").textContent = white
  ask.querySelector("[data-black]").textContent = black
  ask.querySelector("[data-shown]").textContent = submitter.name === "result"
    ? submitter.querySelector("strong").textContent
    : `${values.white_score}–${values.black_score}`
  ask.action = form.action
  for (const old of ask.querySelectorAll("input[type=hidden]")) old.remove()
  for (const [name, value] of Object.entries(values)) ask.append(hidden(name, value))
  sheet.showModal()
}

function hidden(name, value) {
  const input = document.createElement("input")
  Object.assign(input, { type: "hidden", name, value })
  return input
}

ask.querySelector("[data-back]").addEventListener("click", () => sheet.close())

function send(form) {
  const values = Object.fromEntries(new FormData(form))
  delete values.csrfmiddlewaretoken
  sheet.close()
  for (const button of body.querySelectorAll("button")) button.disabled = true
  notice(slip.dataset.sending, "warning")
  outbox.add({ url: form.action, values, board: values.board })
  outbox.pump()
}

if (outbox.waiting.length) notice(slip.dataset.waiting, "warning")
outbox.pump()

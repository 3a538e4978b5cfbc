// Without this script every form works; with it, moving time shows how far it is, and a running clock is looked at again.

for (const form of document.querySelectorAll('form[data-advance]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    move(form, new URLSearchParams(new FormData(form, event.submitter)))
  })
}

async function move(form, body) {
  const [problem, progress] = [document.getElementById('problem'), document.getElementById('progress')]
  const buttons = document.querySelectorAll('.clock button')
  for (const button of buttons) button.disabled = true
  problem.hidden = true
  progress.hidden = false
  let wrong = null
  try {
    const headers = { accept: 'application/x-ndjson' }
    const answer = await fetch(form.action, { method: 'POST', headers, body })
    for await (const line of linesOf(answer)) {
      if (line.error) wrong = line.error.message
      if (line.progress) show(progress, line.progress)
    }
  } catch (error) {
    wrong = `The answer was lost: ${error.message}`
  }
  if (wrong === null) return location.reload()
  for (const button of buttons) button.disabled = false
  progress.hidden = true
  problem.hidden = false
  problem.textContent = wrong
  problem.scrollIntoView({ block: 'nearest' })
}

async function* linesOf(answer) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const piece of answer.body) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()
    for (const line of lines) yield JSON.parse(line)
  }
}

function show(progress, { share, at, to, text }) {
  const shown = (moment) => moment.slice(0, 16).replace('T', ' ')
  const weekday = new Date(at).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' })
  document.querySelector('.clock .weekday').textContent = weekday
  document.querySelector('.clock .now time').textContent = shown(at)
  document.querySelector('.clock .state').textContent = `The clock moves to ${shown(to)}.`
  progress.querySelector('progress').value = share
  progress.querySelector('output').textContent = text
}

// A move that was begun before this page was loaded.
if (document.getElementById('moving') !== null) setTimeout(follow, 1000)

/** Its panel is replaced until it has ended, so that the page does not flicker. */
async function follow() {
  const page = await fetch(location.href).then(
    (answer) => answer.text(),
    () => null,
  )
  if (page !== null) {
    const panel = new DOMParser().parseFromString(page, 'text/html').querySelector('.clock')
    if (panel?.querySelector('#moving') == null) return location.reload()
    document.querySelector('.clock').replaceWith(panel)
  }
  setTimeout(follow, 1000)
}

const refreshSeconds = Number(document.body.dataset.refresh)
if (refreshSeconds > 0) {
  setInterval(() => {
    // A form with unsaved input is not replaced.
    const isBusy =
      document.activeElement?.matches('input, select') || document.querySelector('button:disabled')
    if (!document.hidden && !isBusy) location.reload()
  }, refreshSeconds * 1000)
}

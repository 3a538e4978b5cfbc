import { curlRequest } from '@goodword/contract/frame/openapi/curl-request'

/** Makes the command of each operation editable, with a button that sends what it says to the service of these pages. */
export function addSendButtons(page: HTMLElement): void {
  for (const group of page.querySelectorAll('.vp-code-group')) {
    const code = group.querySelector<HTMLElement>('.blocks > :first-child code')
    if (code === null) continue
    code.contentEditable = 'plaintext-only'
    code.setAttribute('role', 'textbox')
    code.setAttribute('aria-multiline', 'true')
    code.setAttribute('aria-label', 'Request, which you can change')
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = 'Send this request'
    const answer = document.createElement('pre')
    answer.setAttribute('role', 'status')
    answer.tabIndex = 0
    answer.hidden = true
    button.addEventListener('click', async () => {
      button.disabled = true
      answer.textContent = await send(code.textContent ?? '').catch((error: Error) => error.message)
      answer.hidden = false
      button.disabled = false
    })
    const place = document.createElement('div')
    place.className = 'send-request'
    place.append(button, answer)
    group.after(place)
  }
}

/** Its status and its body, laid out for reading. */
async function send(command: string): Promise<string> {
  const request = curlRequest(command)
  if (request === null) return 'This is not one call of curl without variables.'
  const { method, url, headers, key, body } = request
  const { pathname, search } = new URL(url)
  const sent = new Headers(headers)
  if (key !== null && !key.includes('…')) sent.set('Authorization', `Basic ${btoa(`${key}:`)}`)
  // The same key would be answered once, and then refused for every other body.
  const idempotencyKey = sent.get('Idempotency-Key')
  if (idempotencyKey !== null) sent.set('Idempotency-Key', `${idempotencyKey}-${Date.now()}`)
  // With credentials of the browser, a 401 would open its own dialog for a password.
  const answer = await fetch(`${pathname}${search}`, { method, headers: sent, body, credentials: 'omit' })
  const text = await answer.text()
  const isJson = answer.headers.get('Content-Type')?.startsWith('application/json') === true
  return `${answer.status} ${answer.statusText}\n\n${isJson ? JSON.stringify(JSON.parse(text), null, 2) : text}`
}

import { fetchToken } from './fetch-token.ts'

// The script of the hosted page: it shows the widget in place of the plain link, and prints the card.

type Queue = { push(command: readonly unknown[]): unknown }

const { path = '', alias = '', locale = '' } = document.currentScript?.dataset ?? {}
/** A token is replaced so long before it ends. */
const AHEAD_MS = 60_000
const page: { _gw?: Queue } = Object(window)
page._gw ??= []
/** The script for merchants' pages takes the queue over when it is loaded, before this one or after it. */
const push = (command: readonly unknown[]) => page._gw?.push(command)

const print = document.querySelector<HTMLButtonElement>('#print')
if (print !== null) {
  print.hidden = false
  print.onclick = () => window.print()
}
for (const field of document.querySelectorAll('input')) field.onfocus = () => field.select()

const container = document.querySelector<HTMLElement>('#goodword')
const plain = document.querySelector<HTMLElement>('#plain')
if (container !== null && plain !== null) showWidget(container, plain)

function showWidget(place: HTMLElement, instead: HTMLElement): void {
  const loaded = (isLoaded: boolean) => {
    place.classList.toggle('ready', isLoaded)
    instead.hidden = isLoaded
  }
  push(['subscribe', 'widget-loaded', () => loaded(true)])
  push(['subscribe', 'widget-failed', () => loaded(false)])
  push(['subscribe', 'token-needed', () => void renew()])
  place.hidden = false
  void renew()
}

/** Gets a token and gives it to the widget, again before it ends. Without a session the page is loaded anew: it asks for it. */
async function renew(): Promise<void> {
  const token = await fetchToken(path)
  if (token === 'none') location.reload()
  if (typeof token === 'string') return
  const { accountId, userId, jwt, dateExpires } = token
  push(['init', { tenant_alias: alias, account_id: accountId, user_id: userId, jwt, locale }])
  setTimeout(() => void renew(), Math.max(AHEAD_MS, dateExpires - Date.now() - AHEAD_MS))
}

import type { MailPreferences } from '@goodword/contract/mails/mail-preferences'
import type { Widget } from '@goodword/contract/pages/widget'
import { element } from './element.ts'
import { applyLook } from './look/apply-look.ts'
import { connectHostPage } from './page/host-page.ts'
import { type Identity, isSamePerson } from './page/identity.ts'
import { type Loaded, loadWidget } from './page/load-widget.ts'
import { chooseCode, enterCode, inviteFriends, sendOwn } from './page/own-calls.ts'
import { readPageFacts } from './page/page-facts.ts'
import { aloneNotice, failureNotice, loadingNotice } from './parts/notice.ts'
import { wholeWidget } from './parts/whole-widget.ts'
import type { WidgetContext } from './parts/widget-context.ts'
import { type WidgetWords, widgetLanguage } from './words/widget-words.ts'

/** Data older than this is loaded again when the widget becomes visible. */
const STALE_MS = 30_000

// Set by the file of words that the page loads before this one.
declare const goodwordWords: WidgetWords

const facts = readPageFacts()
const language = widgetLanguage(goodwordWords, facts.ownWords, facts.locale)
const changeLook = applyLook(facts.theme)
const page = document.documentElement
page.lang = language.locale
page.dir = language.direction
page.dataset.mode = facts.isPopup ? 'popup' : 'embed'

const root = element('div', { class: 'widget' })
const liveRegion = element('p', { class: 'unseen', role: 'status' })
document.querySelector('#widget')?.append(root, liveRegion)

let identity: Identity | null = null
let shown: { readonly widget: string; readonly at: number } | null = null
let isLoading = false
let requests = 0

const host = connectHostPage(facts.origins, {
  looked(look) {
    changeLook({ page: look })
    postHeight()
  },
  identified(given) {
    // A signed call tells the language of e-mails, where none is known.
    const named = { ...given, locale: given.locale || facts.locale }
    if (identity === null || !isSamePerson(identity, named)) shown = null
    else if (shown !== null && JSON.stringify(identity) === JSON.stringify(named)) return
    identity = named
    void load()
  },
  opened() {
    void load()
    if (facts.isPopup) focusTitle()
  },
})
const it: WidgetContext = {
  language,
  host,
  isPopup: facts.isPopup,
  announce: (text) => {
    liveRegion.textContent = text
  },
  enter: (code) =>
    identity === null ? Promise.resolve({ kind: 'failed' }) : enterCode(facts.alias, identity, code),
  async chooseCode(code) {
    if (identity === null) return 'failed'
    const choice = await chooseCode(facts.alias, identity, code)
    if (choice === 'chosen') await load()
    return choice
  },
  invite: (addresses, firstName) =>
    identity === null
      ? Promise.resolve('failed')
      : inviteFriends(facts.alias, identity, addresses, firstName),
  load: (cursors) =>
    identity === null ? Promise.resolve({ kind: 'failed' }) : loadWidget(facts.alias, identity, cursors),
  chooseMails: async (change) =>
    identity === null ? null : sendOwn<MailPreferences>(facts.alias, 'mail-preferences', identity, change),
  async qrModules(text) {
    const file: typeof import('./share/qr-modules.ts') = await import(facts.qr)
    return file.qrModules(text)
  },
  showName: async (show) => {
    if (identity === null) return null
    const kept = await sendOwn<{ isShown: boolean }>(facts.alias, 'leaderboard', identity, { show })
    const isKept = kept === null ? null : kept.isShown
    // The list has the name or not the next time that the widget is loaded.
    if (isKept !== null) shown = shown === null ? null : { ...shown, at: Number.NEGATIVE_INFINITY }
    return isKept
  },
}

if (window.parent === window) {
  changeLook({})
  root.replaceChildren(...aloneNotice(language))
} else showLoading()

new ResizeObserver(postHeight).observe(root)
window.addEventListener('online', () => {
  if (shown === null) void load()
})
// The page around it has changed with the system, and only its script can look at it.
window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', host.requestIdentity)
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && facts.isPopup) host.close()
})
document.addEventListener('visibilitychange', () => {
  // An open form keeps its typed text, also of someone who looked up an address elsewhere.
  if (document.hidden || root.querySelector('[open] form') !== null) return
  if (shown !== null && performance.now() - shown.at > STALE_MS) void load()
})

/** The frame keeps its height while it loads: content below it moves at most once. */
function postHeight(): void {
  const height = Math.ceil(root.getBoundingClientRect().height)
  host.resized(isLoading ? Math.max(height, window.innerHeight) : height)
}

function showLoading(): void {
  isLoading = true
  root.replaceChildren(...loadingNotice(it))
}

/** Loads and shows the current data. The previous data stays visible until then, unless the request is refused. */
async function load(): Promise<void> {
  if (identity === null) return
  if (shown === null) showLoading()
  requests += 1
  const turn = requests
  const loaded = await it.load({})
  // A newer request was made meanwhile, perhaps for another user.
  if (turn !== requests) return
  if (loaded.kind === 'loaded') show(loaded.widget)
  else if (shown === null || 'code' in loaded) showFailure(loaded)
}

function show(widget: Widget): void {
  const text = JSON.stringify(widget)
  const isNew = shown?.widget !== text
  const isFirst = shown === null
  shown = { widget: text, at: performance.now() }
  isLoading = false
  if (!isNew) return
  const hadFocus = root.contains(document.activeElement)
  changeLook({ theme: widget.program.theme })
  root.replaceChildren(wholeWidget(widget, it))
  if (isFirst) host.happened('widget-loaded', {})
  if (hadFocus || (isFirst && facts.isPopup)) focusTitle()
}

function showFailure(failure: Exclude<Loaded, { kind: 'loaded' }>): void {
  shown = null
  isLoading = false
  root.replaceChildren(...failureNotice(failure, it, () => void load()))
  if ('code' in failure) console.error(`Goodword: the widget was refused: ${failure.code}`)
  if (failure.kind === 'session') host.happened('token-needed', { code: failure.code })
  host.happened('widget-failed', { reason: failure.kind })
  focusTitle()
}

function focusTitle(): void {
  root.querySelector('h1')?.focus({ preventScroll: true })
}

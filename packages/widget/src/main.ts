import type { Widget } from '@goodword/contract/widget'
import { element } from './element.ts'
import { applyLook } from './look/apply-look.ts'
import { meetHostPage } from './page/host-page.ts'
import type { Identity } from './page/identity.ts'
import { loadWidget } from './page/load-widget.ts'
import { readPageFacts } from './page/page-facts.ts'
import { aloneNotice, failureNotice, loadingNotice } from './parts/notice.ts'
import type { Surroundings } from './parts/surroundings.ts'
import { wholeWidget } from './parts/whole-widget.ts'
import { languageOf } from './words/language.ts'

/** What is shown is asked for again when it is looked at after so long. */
const STALE_MS = 30_000

const facts = readPageFacts()
const language = languageOf(facts.locale)
const setLook = applyLook()
setLook(facts.theme)
const page = document.documentElement
page.lang = language.wordsLocale
page.dir = language.direction
page.dataset.mode = facts.isPopup ? 'popup' : 'embed'

const root = element('div', { class: 'widget' })
const voice = element('p', { class: 'unseen', role: 'status' })
document.querySelector('#widget')?.append(root, voice)

let identity: Identity | null = null
let shown: { readonly widget: string; readonly at: number } | null = null
let asked = 0

const host = meetHostPage(facts.origins, {
  identified(named) {
    identity = named
    shown = null
    void load()
  },
  opened() {
    void load()
    if (facts.isPopup) focusTitle()
  },
})
const it: Surroundings = {
  language,
  host,
  isPopup: facts.isPopup,
  announce: (text) => {
    voice.textContent = text
  },
  load: (cursors) =>
    identity === null ? Promise.resolve({ kind: 'failed' }) : loadWidget(facts.alias, identity, cursors),
}

if (window.parent === window) root.replaceChildren(...aloneNotice(language))
else root.replaceChildren(...loadingNotice(it))

new ResizeObserver(() => host.resized(Math.ceil(root.getBoundingClientRect().height))).observe(root)
window.addEventListener('online', () => {
  if (shown === null) void load()
})
window.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && facts.isPopup) host.close()
})
document.addEventListener('visibilitychange', () => {
  if (!document.hidden && shown !== null && performance.now() - shown.at > STALE_MS) void load()
})

/** Shows what there is now. What is shown already stays where it is, also when nobody answers. */
async function load(): Promise<void> {
  if (identity === null) return
  if (shown === null) root.replaceChildren(...loadingNotice(it))
  asked += 1
  const turn = asked
  const loaded = await it.load({})
  // Somebody asked again meanwhile, for another user perhaps.
  if (turn !== asked) return
  if (loaded.kind === 'loaded') show(loaded.widget)
  else if (shown === null) {
    root.replaceChildren(...failureNotice(loaded, it, () => void load()))
    if (loaded.kind === 'refused') console.error(`Goodword: the widget was refused: ${loaded.code}`)
    host.happened('widget-failed', { reason: loaded.kind })
    root.querySelector('h1')?.focus()
  }
}

function show(widget: Widget): void {
  const told = JSON.stringify(widget)
  const isNew = shown?.widget !== told
  const isFirst = shown === null
  shown = { widget: told, at: performance.now() }
  if (!isNew) return
  const hadFocus = root.contains(document.activeElement)
  setLook(widget.program.theme)
  root.replaceChildren(wholeWidget(widget, it))
  if (isFirst) host.happened('widget-loaded', {})
  if (hadFocus || (isFirst && facts.isPopup)) focusTitle()
}

function focusTitle(): void {
  root.querySelector('h1')?.focus({ preventScroll: true })
}

import { dark, light } from '@goodword/contract/brand/tokens'
import type { Welcome } from '@goodword/contract/pages/welcome'
import { createGreeting } from '../welcome/greeting.ts'
import { cardStyle, type LinkCard, linkCardElement } from './link-card.ts'

// The preview of the portal for friends: the greeting of the script on a page that is empty otherwise, or the card of a
// share link. It takes messages of the portal of its own origin alone.

type PreviewRequest = {
  readonly goodword: 1
  readonly type: 'preview'
  readonly view: 'greeting' | 'card'
  readonly isDark: boolean
  readonly welcome: Welcome
  readonly linkCard: LinkCard
}

const sheet = new CSSStyleSheet()
document.adoptedStyleSheets = [sheet]

addEventListener('message', ({ source, origin, data }: MessageEvent<PreviewRequest>) => {
  if (source !== parent || origin !== location.origin) return
  if (data.goodword === 1 && data.type === 'preview') show(data)
})
new ResizeObserver(() => post({ type: 'resize', height: document.documentElement.offsetHeight })).observe(
  document.documentElement,
)
post({ type: 'ready' })

function show({ view, isDark, welcome, linkCard }: PreviewRequest): void {
  const { text, surface } = isDark ? dark : light
  sheet.replaceSync(
    `body{margin:0;padding:16px;font:16px/1.4 system-ui,sans-serif;color:${text};background:${surface}}${cardStyle}`,
  )
  const place = document.createElement('main')
  document.body.replaceChildren(place)
  if (view === 'card') place.append(linkCardElement(linkCard))
  // The place has room for a long greeting: one that does not fit is put over the page.
  else if (welcome.offer) {
    place.style.height = '15rem'
    void createGreeting(async () => welcome, ignore)('preview', welcome.offer.code, place)
  }
}

function post(message: Readonly<Record<string, unknown>>): void {
  if (parent !== window) parent.postMessage({ goodword: 1, ...message }, location.origin)
}

function ignore(): void {
  // No page subscribes to events of a preview.
}

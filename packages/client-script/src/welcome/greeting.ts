import type { Welcome } from '@goodword/contract/pages/welcome'
import type { Publish } from '../events.ts'
import { keepClosed, wasClosed } from '../tracking-cookie.ts'

/** The service's answer about a code, requested once for each code and language; undefined if there is none. */
export type Look = (alias: string, code: string) => Promise<Welcome | undefined>

/** Greets the friend with a code; without one it removes the greeting. */
export type Greet = (alias?: string, code?: string, place?: Element) => void

/**
 * The greeting: in the element of the page if it fits into the room that is reserved there, else over the page at its lower
 * edge. So nothing on the page moves. It takes no focus, and screen readers announce it.
 */
export function createGreeting(look: Look, publish: Publish): Greet {
  const host = document.createElement('div')
  const sheet = new CSSStyleSheet()
  const root = host.attachShadow({ mode: 'open' })
  let friend: string | undefined
  let shown: Welcome | undefined
  let wantedPlace: Element | undefined
  let usedPlace: Element | undefined
  root.adoptedStyleSheets = [sheet]
  host.role = 'status'

  function show(alias: string, welcome: Welcome): void {
    const { offer, dismiss, rememberSeconds } = welcome
    if (!offer) return
    const { code, referrerName, reward, appliesUntil, texts } = offer
    const detail = { code, referrerName, reward, appliesUntil, texts }
    publish('offer', detail)
    const isOurs = dispatchEvent(new CustomEvent('goodword:offer', { detail, cancelable: true }))
    if (!isOurs || wasClosed(alias, code)) return
    const [box, words, title, text] = ['section', 'div', 'strong', 'p'].map((it) =>
      document.createElement(it),
    ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement]
    const button = document.createElement('button')
    host.lang = texts.locale
    host.dir = texts.direction
    box.ariaLabel = title.textContent = texts.title
    text.textContent = texts.text
    button.textContent = '×'
    button.ariaLabel = dismiss
    button.onclick = () => {
      shown = undefined
      host.remove()
      keepClosed(alias, code, rememberSeconds)
    }
    words.append(title, text)
    box.append(words, button)
    root.replaceChildren(box)
    shown = welcome
    put()
  }

  function put(): void {
    if (!shown) return
    usedPlace = wantedPlace
    if (usedPlace) {
      host.remove()
      const room = usedPlace.clientHeight
      sheet.replaceSync(styleOf(shown, true))
      usedPlace.append(host)
      if (usedPlace.scrollHeight <= room) return
    }
    sheet.replaceSync(styleOf(shown, false))
    document.body.append(host)
  }

  matchMedia('(prefers-color-scheme: dark)').onchange = put
  return async (alias = '', code = '', place) => {
    wantedPlace = place
    const wanted = alias + code
    if (wanted === friend) {
      if (!host.isConnected || place !== usedPlace) put()
      return
    }
    friend = wanted
    shown = undefined
    root.replaceChildren()
    host.remove()
    if (!code) return
    // An empty region now, so that what fills it is a change that is announced.
    document.body.append(host)
    const welcome = await look(alias, code)
    if (welcome && friend === wanted) show(alias, welcome)
    if (!shown) host.remove()
  }
}

// No rule of the page's reaches the host: those that are important inside of a shadow root have precedence.
const HOST = 'all:initial!important;display:block!important'
const OVER_THE_PAGE =
  ';position:fixed!important;z-index:2147483000!important;inset:auto 0 max(12px,env(safe-area-inset-bottom))!important;margin:auto!important;width:min(100% - 24px,480px)!important;filter:drop-shadow(0 4px 12px #0004)!important'

/** The rules of the greeting, in the theme's colors for a light or a dark page. */
function styleOf(welcome: Welcome, isInside: boolean): string {
  const { background, ink, softInk, line, accent } = isPageDark() ? welcome.dark : welcome.light
  return `:host{${HOST}${isInside ? '' : OVER_THE_PAGE}}
section{display:flex;max-height:50vh;overflow:auto;overflow-wrap:anywhere;padding:14px;padding-inline-end:4px;font:16px/1.4 ${welcome.font};color:${ink};background:${background};border:1px solid ${line};border-inline-start:4px solid ${accent};border-radius:${welcome.cornerRadius}px}
div{flex:1}
p{margin:4px 0 0;font-size:14px;color:${softInk};white-space:pre-line}
button{width:44px;height:44px;margin:-8px 0;border:0;font:24px/1 sans-serif;color:inherit;background:none;cursor:pointer}
button:focus-visible{outline:3px solid ${accent}}
@media print{:host{display:none!important}}`
}

/** By the color of the page's text, which every page has; a canvas parses each notation of it. */
function isPageDark(): boolean {
  // The context exists because the canvas is new.
  const context = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D
  context.fillStyle = getComputedStyle(document.body).color
  context.fillRect(0, 0, 1, 1)
  // Green makes most of what looks bright.
  const [, green = 0] = context.getImageData(0, 0, 1, 1).data
  return green > 127
}

import { attempt } from '../attempt.ts'
import type { Publish } from '../events.ts'
import type { Identity } from '../init-fields.ts'

/** The user of the widget, and the listener of its events. */
export type WidgetOwner = {
  readonly base: string
  readonly alias: string
  /** Changes with the token of the same person. */
  identity: Identity
  readonly publish: Publish
  readonly close: () => void
}

export type WidgetFrame = {
  /** Contains the frame, or the message when its page did not load. */
  readonly box: HTMLElement
  readonly frame: HTMLIFrameElement
  /** Sends a message to the widget's page, and to no other page in the frame. */
  readonly tell: (type: 'identity' | 'opened') => void
  /** Whether the page of the widget has answered. */
  readonly isReady: () => boolean
}

const FROM_LOAD_MS = 3000
const IN_ALL_MS = 20_000

/** The frame of the widget's page. It requests the identity by a message, so that no address contains it. */
export function createFrame(mode: 'popup' | 'embed', owner: WidgetOwner): WidgetFrame {
  const { base, alias, identity } = owner
  const box = document.createElement('div')
  const frame = document.createElement('iframe')
  const locale = identity.locale || document.documentElement.lang || navigator.language
  const [title, failed, close] = frameWords(locale)
  const isPopup = mode === 'popup'
  let isReady = false

  /** A popup leaves some of the page to be seen, and to be hit. Until the page has its look nothing of it is seen. */
  function resize(height: number, opacity: number): void {
    const most = isPopup ? '100dvh - 4em' : '9999px'
    dress(frame, `width:100%;height:min(${height}px,${most});opacity:${opacity}`)
  }

  function tell(type: 'identity' | 'opened'): void {
    const message = {
      goodword: 1,
      type,
      identity: owner.identity,
      page: lookOf(isPopup ? document.body : box),
    }
    frame.contentWindow?.postMessage(message, base)
  }

  function fail(): void {
    if (isReady || !frame.isConnected) return
    const button = document.createElement('button')
    button.textContent = close
    button.onclick = owner.close
    box.replaceChildren(failed, ' ', ...(isPopup ? [button] : []))
    dress(box, `padding:2em;font:1em/2 sans-serif;${isPopup ? 'background:#fff' : 'color:inherit'}`)
    button.focus()
    owner.publish('widget-failed', { reason: 'unreachable' })
  }

  addEventListener('message', ({ source, origin, data }) =>
    attempt(() => {
      if (source !== frame.contentWindow || origin !== new URL(base).origin || data.goodword !== 1) return
      if (data.type === 'ready') {
        tell('identity')
        if (isPopup && !isReady) frame.focus()
        isReady = true
      }
      if (data.type === 'resize') resize(data.height, 1)
      if (data.type === 'close') owner.close()
      if (data.type === 'event') owner.publish(data.name, data.detail)
    }),
  )
  frame.onload = () => setTimeout(fail, FROM_LOAD_MS)
  setTimeout(fail, IN_ALL_MS)
  frame.src = `${base}widget/${alias}?mode=${mode}&locale=${encodeURIComponent(locale)}`
  frame.title = title
  frame.allow = 'clipboard-write; web-share'
  dress(box, '')
  resize(600, 0)
  box.append(frame)
  return { box, frame, tell, isReady: () => isReady }
}

/** Rules of the page do not override these styles. */
export function dress({ style }: HTMLElement, rules: string): void {
  style.cssText = `all:initial;display:block;${rules};`.replaceAll(';', '!important;')
}

/** How the page looks behind an element, for a widget that follows it. */
function lookOf(element: Element): object {
  const backgrounds: string[] = []
  for (
    let it: Element | undefined = element;
    it;
    it = it.parentElement ?? Reflect.get(it.getRootNode(), 'host')
  ) {
    backgrounds.push(getComputedStyle(it).backgroundColor)
  }
  return { backgrounds, colorScheme: getComputedStyle(document.documentElement).colorScheme }
}

/** Texts on the page itself: title of the frame, the message when it does not load, and a button. */
type FrameWords = readonly [title: string, failed: string, close: string]

const words: Readonly<Record<string, FrameWords>> = {
  de: ['Freunde einladen', 'Das konnte nicht geladen werden.', 'Schließen'],
  fr: ['Inviter des amis', 'Le chargement a échoué.', 'Fermer'],
  es: ['Invitar a amigos', 'No se ha podido cargar.', 'Cerrar'],
  it: ['Invita gli amici', 'Non è stato possibile caricare.', 'Chiudi'],
  nl: ['Vrienden uitnodigen', 'Dit kon niet worden geladen.', 'Sluiten'],
  pt: ['Convidar amigos', 'Não foi possível carregar.', 'Fechar'],
  pl: ['Zaproś znajomych', 'Nie udało się tego wczytać.', 'Zamknij'],
  ja: ['友達を招待', '読み込めませんでした。', '閉じる'],
  ar: ['دعوة الأصدقاء', 'تعذّر التحميل.', 'إغلاق'],
}

/** The languages of the widget; English for any other. */
function frameWords(locale: string): FrameWords {
  return words[locale.slice(0, 2).toLowerCase()] ?? ['Refer a friend', 'This could not be loaded.', 'Close']
}

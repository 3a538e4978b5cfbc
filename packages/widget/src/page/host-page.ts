import { type Identity, readIdentity } from './identity.ts'
import { type PageLook, readPageLook } from './page-look.ts'

/** The page that shows this one, behind the border of origins. */
export type HostPage = {
  /** Requests the identity and the look of the page again. */
  readonly requestIdentity: () => void
  readonly resized: (height: number) => void
  readonly close: () => void
  /** Sends events to the page; never personal data. */
  readonly happened: (name: string, detail: Readonly<Record<string, string>>) => void
}

type HostListener = {
  readonly identified: (identity: Identity) => void
  readonly opened: () => void
  /** Null from a page that sends it in another shape. */
  readonly looked: (look: PageLook | null) => void
}

/**
 * Communicates with the embedding page. Messages are accepted only from that page, and only from an origin that the program
 * allows; nothing is sent to it before its first message.
 */
export function connectHostPage(origins: readonly string[], listener: HostListener): HostPage {
  let hostOrigin: string | null = null
  window.addEventListener('message', ({ source, origin, data }: MessageEvent<unknown>) => {
    if (source !== window.parent || !origins.includes(origin) || !isMessage(data)) return
    hostOrigin = origin
    listener.looked(readPageLook(data.page))
    const identity = data.type === 'identity' ? readIdentity(data.identity) : null
    if (identity !== null) listener.identified(identity)
    if (data.type === 'opened') listener.opened()
  })
  // It contains no data, so it may be sent to any origin.
  const requestIdentity = () => window.parent.postMessage({ goodword: 1, type: 'ready' }, '*')
  requestIdentity()

  function post(message: Readonly<Record<string, unknown>>): void {
    if (hostOrigin !== null) window.parent.postMessage({ goodword: 1, ...message }, hostOrigin)
  }
  return {
    requestIdentity,
    resized: (height) => post({ type: 'resize', height }),
    close: () => post({ type: 'close' }),
    happened: (name, detail) => post({ type: 'event', name, detail }),
  }
}

type Message = { readonly type: unknown; readonly identity?: unknown; readonly page?: unknown }

function isMessage(message: unknown): message is Message {
  return (
    typeof message === 'object' &&
    message !== null &&
    'goodword' in message &&
    message.goodword === 1 &&
    'type' in message
  )
}

import { forgetEvents, loadScript, on, push } from './events.ts'
import { type GoodwordOptions, initFields } from './options.ts'

/** One `init` until the next, or until the user is signed out. */
type Session = { readonly options: GoodwordOptions; refreshes: number; isFetching: boolean }

/** Tokens that are refused one after the other; then a reload of the page has to help. */
const MAX_REFRESHES = 3
const MAX_TRIES = 3

let current: Session | undefined
let end: ReturnType<typeof setTimeout> | undefined
let isListening = false

/**
 * Loads the script, keeps the code of a share link, and identifies the user if there is one. Call it again when another
 * user signs in. Does nothing on a server.
 *
 * @returns signs the user out, unless `init` is called again in the same turn, as by a component that is mounted twice
 */
export function init(options: GoodwordOptions): () => void {
  if (typeof window === 'undefined') return () => {}
  clearTimeout(end)
  defineWidgetElement()
  loadScript(options)
  listen()
  const before = current?.options
  if (before?.user && !isSamePerson(before, options)) logout()
  const session: Session = { options, refreshes: 0, isFetching: false }
  current = session
  // The token takes a while, and the visitor may go on before: the code is kept at once.
  if (typeof options.token === 'function' && !isSamePerson(before, options)) {
    push(['init', { tenant_alias: options.tenantAlias }])
  }
  void identify(session)
  return () => {
    if (current !== session) return
    clearTimeout(end)
    end = setTimeout(logout)
  }
}

/** Signs the user out: the widget is closed and emptied. */
export function logout(): void {
  clearTimeout(end)
  current = undefined
  forgetEvents()
  push(['logout'])
}

async function identify(session: Session): Promise<void> {
  const { options } = session
  session.isFetching = true
  const jwt = options.user ? await tokenOf(session) : undefined
  session.isFetching = false
  if (session !== current || jwt === null) return
  push(['init', { ...initFields(options), ...(jwt === undefined ? {} : { jwt }) }])
}

/** A token for the user; null when there should be one and is not, undefined when the page does not sign. */
async function tokenOf(session: Session): Promise<string | null | undefined> {
  const { token } = session.options
  if (typeof token !== 'function') return token ?? undefined
  for (let tries = 1; session === current; tries++) {
    try {
      return (await token()) || null
    } catch (error) {
      console.warn('Goodword: no token', error)
      if (tries === MAX_TRIES) break
      await new Promise((go) => setTimeout(go, 1000 * 4 ** (tries - 1)))
    }
  }
  return null
}

function listen(): void {
  if (isListening) return
  isListening = true
  on('token-needed', refresh)
  on('failed', ({ cause }) => {
    const { apiErrorCode }: { apiErrorCode?: unknown } = Object(cause)
    if (apiErrorCode === 'SIGNATURE_INVALID') refresh()
  })
  on('widget-loaded', () => {
    if (current !== undefined) current.refreshes = 0
  })
}

/** Gets another token in the place of one that has expired. The widget and the script may both report it. */
function refresh(): void {
  if (typeof current?.options.token !== 'function') return
  if (current.isFetching || current.refreshes === MAX_REFRESHES) return
  current.refreshes += 1
  void identify(current)
}

function isSamePerson(one: GoodwordOptions | undefined, other: GoodwordOptions): boolean {
  return (
    one?.tenantAlias === other.tenantAlias &&
    one.user?.accountId === other.user?.accountId &&
    one.user?.userId === other.user?.userId
  )
}

/** The room that the widget takes, so that nothing below moves when it appears. A rule of the page for the element wins. */
const ROOM = ':host{display:block;min-height:40rem}@media(max-width:30rem){:host{min-height:46rem}}'

/**
 * Defines `<goodword-widget>`, which holds the widget of the user that `init` identified. A page has one: the script fills
 * the first container. Its class is made here, because a server has no `HTMLElement`.
 */
function defineWidgetElement(): void {
  if (customElements.get('goodword-widget') !== undefined) return
  customElements.define(
    'goodword-widget',
    class extends HTMLElement {
      constructor() {
        super()
        const root = this.attachShadow({ mode: 'open' })
        const container = document.createElement('div')
        container.id = 'goodword'
        root.append(container)
        // A policy that forbids style elements allows these.
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(ROOM)
        root.adoptedStyleSheets = [sheet]
      }
    },
  )
}

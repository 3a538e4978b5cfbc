import { attempt } from './attempt.ts'
import type { Publish } from './events.ts'
import { find } from './find.ts'
import { createFrame, dress, type WidgetFrame, type WidgetOwner } from './widget-frame.ts'

type Person = Pick<WidgetOwner, 'alias' | 'identity'>

export type Widget = {
  /** Sets the user of the widget, also when the user changes. */
  readonly show: (person: Person) => void
  /** Takes it away, for the person of any program or of this one. */
  readonly hide: (alias?: string) => void
  readonly open: () => void
  readonly close: () => void
  /** Fills the container `#goodword`, when the page has one. */
  readonly embed: () => void
}

/** The widget as a popup and embedded; both wait until a user is identified. */
export function createWidget(base: string, publish: Publish): Widget {
  const page = document.documentElement
  // A shadow root keeps the rules of the page away from the dialog.
  const shelter = document.createElement('div')
  const dialog = document.createElement('dialog')
  let owner: WidgetOwner | undefined
  let popup: WidgetFrame | undefined
  let embedded: WidgetFrame | undefined
  let isWanted = false
  let unlock: (() => void) | undefined

  function open(): void {
    isWanted = !owner
    if (!owner || dialog.open) return
    if (popup?.isReady()) popup.tell('opened')
    else {
      popup = createFrame('popup', owner)
      dialog.replaceChildren(popup.box)
      dialog.ariaLabel = popup.frame.title
      page.append(shelter)
    }
    lock()
    dialog.showModal()
    // Of a frame that does not answer, no key would reach us.
    if (popup.isReady()) popup.frame.focus()
    else dialog.focus()
    publish('opened')
  }

  /** The page neither scrolls nor moves: where its scroll bar was there stays room for it. */
  function lock(): void {
    if (unlock) return
    const { style } = page
    const { overflow, scrollbarGutter } = style
    if (innerWidth > page.clientWidth) style.scrollbarGutter = 'stable'
    style.overflow = 'hidden'
    unlock = () => Object.assign(style, { overflow, scrollbarGutter })
  }

  function close(): void {
    isWanted = false
    dialog.close()
  }

  function hide(alias = owner?.alias): void {
    if (alias !== owner?.alias) return
    close()
    dialog.replaceChildren()
    embedded?.box.remove()
    owner = popup = embedded = undefined
  }

  function embed(): void {
    const [container] = owner ? find('#goodword') : []
    if (!owner || !container || container.firstChild === embedded?.box) return
    embedded = createFrame('embed', owner)
    container.replaceChildren(embedded.box)
  }

  dress(shelter, '')
  shelter.attachShadow({ mode: 'open' }).append(dialog)
  dialog.tabIndex = -1
  // Through the object model, which no content security policy forbids. The top edge stays where it is when the height
  // changes. The shadow darkens the page around it.
  dialog.style.cssText =
    'border:0;padding:0;background:none;width:480px;margin:2em auto;overflow:hidden;outline:0;border-radius:16px;box-shadow:0 0 0 100vmax #0008'
  dialog.onclose = () => {
    // Another user's may be open by now: the event is fired after the closing.
    if (dialog.open) return
    unlock?.()
    unlock = undefined
    publish('closed')
  }
  // The frame fills the dialog: what hits the dialog itself is beside it.
  dialog.onclick = ({ target }) => target === dialog && close()
  document.addEventListener('click', (event) => {
    const isOpener = (it: EventTarget) => it instanceof Element && it.classList.contains('goodword-open')
    // Without a widget, or in a new tab, a link is followed.
    if (!owner || event.ctrlKey || event.metaKey || !event.composedPath().some(isOpener)) return
    event.preventDefault()
    attempt(open)
  })

  return {
    show(person) {
      const { account_id, user_id } = person.identity
      const { alias, identity } = owner ?? {}
      const wasWanted = isWanted
      if (
        owner &&
        alias === person.alias &&
        identity?.account_id === account_id &&
        identity?.user_id === user_id
      ) {
        owner.identity = person.identity
        for (const frame of [popup, embedded]) frame?.tell('identity')
      } else {
        hide()
        owner = { ...person, base, publish, close }
      }
      embed()
      if (wasWanted) open()
    },
    hide,
    open,
    close,
    embed,
  }
}

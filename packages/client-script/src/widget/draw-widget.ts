import type { Publish } from '../events.ts'
import { find } from '../find.ts'
import type { Identity } from '../init-fields.ts'
import { createFrame, dress, type WidgetFrame, type WidgetOwner } from './widget-frame.ts'

export type WidgetUser = { readonly alias: string; readonly identity: Identity }

/** The widget to draw: its person, and whether the popup opens or closes. */
export type Wanted = readonly [person: WidgetUser | undefined, isOpen: boolean | undefined]

/**
 * The widget as a popup and embedded: fills the container `#goodword` when the page has one, and opens or closes the popup.
 * Without a person nothing is shown.
 */
function drawWidget(base: string, publish: Publish, take: () => Wanted): () => void {
  const page = document.documentElement
  // A shadow root keeps the rules of the page away from the dialog.
  const shelter = document.createElement('div')
  const dialog = document.createElement('dialog')
  let owner: WidgetOwner | undefined
  let popup: WidgetFrame | undefined
  let embedded: WidgetFrame | undefined
  let unlock: (() => void) | undefined

  function open(to: WidgetOwner): void {
    if (dialog.open) return
    if (popup?.isReady()) popup.tell('opened')
    else {
      popup = createFrame('popup', to)
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

  const close = () => dialog.close()

  function hide(): void {
    close()
    dialog.replaceChildren()
    embedded?.box.remove()
    owner = popup = embedded = undefined
  }

  /** A person keeps their frames with another token too. */
  function ownerFor({ alias, identity }: WidgetUser): WidgetOwner {
    const isSame =
      owner?.alias === alias &&
      owner.identity.account_id === identity.account_id &&
      owner.identity.user_id === identity.user_id
    if (!owner || !isSame) {
      hide()
      return { alias, identity, base, publish, close }
    }
    if (owner.identity !== identity) {
      owner.identity = identity
      for (const frame of [popup, embedded]) frame?.tell('identity')
    }
    return owner
  }

  function embed(to: WidgetOwner): void {
    const [container] = find('#goodword')
    if (!container || container.firstChild === embedded?.box) return
    embedded = createFrame('embed', to)
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

  return () => {
    const [person, isOpen] = take()
    if (!person) return hide()
    owner = ownerFor(person)
    embed(owner)
    if (isOpen) open(owner)
    if (isOpen === false) close()
  }
}

// Both modules have their function under one short name, which makes the script smaller.
export { drawWidget as draw }

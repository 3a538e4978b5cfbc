import { attempt } from './attempt.ts'
import { createFrame, tell, type WidgetOwner } from './widget-frame.ts'

export type Widget = {
  /** Says whose widget it is, also when that changes. */
  readonly show: (person: Pick<WidgetOwner, 'alias' | 'identity'>) => void
  readonly open: () => void
  readonly close: () => void
  /** Fills the container `#goodword`, when the page has one. */
  readonly embed: () => void
}

/** The widget as a popup and in the page; both wait until somebody is known. */
export function createWidget(base: string, publish: WidgetOwner['publish']): Widget {
  const dialog = createDialog()
  const page = document.documentElement
  let owner: WidgetOwner | undefined
  let popup: HTMLIFrameElement | undefined
  let embedded: HTMLIFrameElement | undefined
  let isWanted = false

  function open(): void {
    isWanted = !owner
    if (!owner || dialog.open) return
    if (popup) tell(popup, base, 'opened')
    else {
      popup = createFrame('popup', owner)
      dialog.replaceChildren(popup)
      page.append(dialog)
    }
    page.style.overflow = 'hidden'
    dialog.showModal()
    publish('opened')
  }

  function close(): void {
    isWanted = false
    dialog.close()
  }

  function embed(): void {
    const container = document.getElementById('goodword')
    if (!owner || !container || container.firstChild === embedded) return
    embedded = createFrame('embed', owner)
    container.replaceChildren(embedded)
  }

  dialog.onclose = () => {
    page.style.overflow = ''
    publish('closed')
  }
  // The frame fills the dialog: what hits the dialog itself is beside it.
  dialog.onclick = close
  document.addEventListener('click', (event) => {
    if (!(event.target instanceof Element && event.target.closest('.goodword-open'))) return
    event.preventDefault()
    attempt(open)
  })

  return {
    show(person) {
      dialog.close()
      popup = embedded = undefined
      owner = { ...person, base, publish, close }
      embed()
      if (isWanted) open()
    },
    open,
    close,
    embed,
  }
}

/** The browser's own keeps the focus inside, gives it back, and closes on Escape. */
function createDialog(): HTMLDialogElement {
  const dialog = document.createElement('dialog')
  dialog.ariaLabel = 'Refer a friend'
  // Through the object model, which no content security policy forbids. The shadow darkens the page around it.
  dialog.style.cssText =
    'border:0;padding:0;width:480px;overflow:hidden;border-radius:16px;box-shadow:0 0 0 100vmax #0008'
  return dialog
}

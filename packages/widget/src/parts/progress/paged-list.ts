import { element } from '../../element.ts'
import type { WidgetContext } from '../widget-context.ts'

/** A page of a list, and the cursor of the next one. */
export type Part<Entry> = {
  readonly entries: readonly Entry[]
  readonly total: number | null
  readonly nextCursor: string | null
}

type PagedList<Entry> = {
  readonly first: Part<Entry>
  readonly row: (entry: Entry) => HTMLElement
  /** Null when it could not be had. */
  readonly next: (cursor: string) => Promise<Part<Entry> | null>
}

/** A paginated list with a button for the next page. */
export function pagedList<Entry>(it: PagedList<Entry>, { language, announce }: WidgetContext): HTMLElement {
  const list = element('ul', { role: 'list', class: 'rows' })
  const more = element('button', { type: 'button', class: 'plain more', onclick: () => void goOn() }, '')
  let cursor: string | null = null
  show(it.first)
  return element('div', {}, list, more)

  async function goOn(): Promise<void> {
    if (cursor === null || more.ariaDisabled === 'true') return
    // Not disabled for real, which would take the focus away.
    more.ariaDisabled = 'true'
    more.textContent = language.translate('loading')
    const part = await it.next(cursor)
    more.ariaDisabled = null
    if (part === null) {
      more.textContent = language.translate('retry')
      announce(language.translate('failedTitle'))
      return
    }
    const known = list.childElementCount
    show(part)
    const firstNew = list.children[known]
    if (cursor === null && firstNew instanceof HTMLElement) {
      // The button was removed, and with it the keyboard focus.
      firstNew.tabIndex = -1
      firstNew.focus()
    }
    const total = part.total === null ? '…' : language.number(part.total)
    announce(language.translate('shown', { shown: language.number(list.childElementCount), total }))
  }

  function show(part: Part<Entry>): void {
    list.append(...part.entries.map((entry) => element('li', {}, it.row(entry))))
    cursor = part.nextCursor
    more.hidden = cursor === null
    more.textContent = language.translate('more')
  }
}

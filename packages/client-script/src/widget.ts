import { publish } from './events.ts'
import { find } from './find.ts'
import { lazyModule } from './lazy-module.ts'
import { base } from './script-tag.ts'
import type * as Drawing from './widget/draw-widget.ts'
import type { WidgetUser } from './widget/draw-widget.ts'

/** The hash of the module that this release was made with. */
declare const GOODWORD_WIDGET_INTEGRITY: string

let person: WidgetUser | undefined
let wanted: boolean | undefined

/**
 * The widget waits until a user is identified, and its code is loaded when the page has a container or a button for it, or
 * opens it. Commands pushed before the code is loaded change the widget that is drawn then.
 */
const draw = lazyModule(
  'widget',
  GOODWORD_WIDGET_INTEGRITY,
  () => person && (wanted || find('#goodword,.goodword-open')[0]),
  (module: typeof Drawing) =>
    module.draw(base, publish, () => {
      const isOpen = wanted
      if (person) wanted = undefined
      return [person, isOpen]
    }),
)

/** Draws what the page has a place for by now, and opens or closes the popup, now or when a user is identified. */
export function openWidget(isOpen?: boolean): void {
  wanted = isOpen ?? wanted
  draw(isOpen)
}

/** Sets whose widget is drawn next. Without a user, earlier requests are dropped too. */
export function showUser(next?: WidgetUser): void {
  person = next
  wanted = next && wanted
}

addEventListener('click', (event) => {
  // Without a widget, or in a new tab, a link is followed.
  if (!person || event.ctrlKey || event.metaKey) return
  // The path also has the document and the window, which match nothing.
  if (!event.composedPath().some((it) => (it as Partial<Element>).matches?.('.goodword-open'))) return
  event.preventDefault()
  openWidget(true)
})

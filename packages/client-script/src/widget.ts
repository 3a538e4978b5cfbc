import { backOff, MAX_TRIES } from './ask.ts'
import { attempt, warn } from './attempt.ts'
import type { Publish } from './events.ts'
import { find } from './find.ts'
import type { Identity } from './init-fields.ts'
import { loadWidget } from './load-widget.ts'
import type { Draw, Person } from './widget/draw-widget.ts'

export type Widget = readonly [
  /** Sets the user; without an identity it takes away that of the program, or of any. */
  show: (alias?: string, identity?: Identity) => void,
  /** Draws what the page has a place for by now, and opens or closes the popup, now or when a user is identified. */
  draw: (isOpen?: boolean) => void,
]

/**
 * The widget waits until a user is identified, and its code is loaded when the page has a container or a button for it,
 * or opens it. What is pushed before the code is there changes what is drawn then.
 */
export function createWidget(base: string, nonce: string, publish: Publish): Widget {
  let person: Person | undefined
  let wanted: boolean | undefined
  let drawNow: Draw | undefined
  let isLoading = false
  let tries = 0

  function draw(isOpen = wanted): void {
    wanted = isOpen
    if (drawNow) {
      if (person) wanted = undefined
      attempt(() => drawNow?.(person, isOpen))
    } else if (
      person &&
      !isLoading &&
      (wanted || (tries < MAX_TRIES && find('#goodword,.goodword-open')[0]))
    ) {
      load()
    }
  }

  /** Loads the code with retries and backoff; after the last, each `open` tries once more. */
  async function load(): Promise<void> {
    isLoading = true
    try {
      const { drawWidget } = await loadWidget(base, nonce, ++tries)
      drawNow = drawWidget(base, publish)
    } catch (error) {
      warn(error)
      if (tries < MAX_TRIES) await backOff(tries)
      else {
        wanted = undefined
        publish('widget-failed', { reason: 'unreachable' })
      }
    }
    isLoading = false
    draw()
  }

  document.addEventListener('click', (event) => {
    const path = event.composedPath()
    // Without a widget, or in a new tab, a link is followed.
    if (!person || event.ctrlKey || event.metaKey || !find('.goodword-open').some((it) => path.includes(it)))
      return
    event.preventDefault()
    draw(true)
  })

  return [
    (alias, identity) => {
      if (alias && identity) person = { alias, identity }
      else if (!alias || alias === person?.alias) person = wanted = undefined
      draw()
    },
    draw,
  ]
}

import { attempt } from './attempt.ts'
import type { EventDetails, EventName } from './goodword.d.ts'

export type Publish = <Name extends EventName>(name: Name, detail?: EventDetails[Name]) => void
type Listener = (detail: unknown) => void

export type Events = {
  readonly publish: Publish
  readonly subscribe: (name: string, listener: Listener) => void
  /** Late listeners hear nothing of what was before. */
  readonly reset: () => void
}

/** Emits events to the page. A late subscriber gets the last event, so that the order of tags does not matter. */
export function createEvents(): Events {
  const listeners: (readonly [name: string, listener: Listener])[] = []
  const published = new Map<string, unknown>()
  const notify = (listener: Listener, name: string) => attempt(() => listener(published.get(name)))
  return {
    publish(name, detail) {
      published.set(name, detail)
      for (const [wanted, listener] of listeners) if (wanted === name) notify(listener, name)
    },
    subscribe(name, listener) {
      listeners.push([name, listener])
      if (published.has(name)) notify(listener, name)
    },
    reset: () => published.clear(),
  }
}

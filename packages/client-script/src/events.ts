import { attempt } from './attempt.ts'
import type { EventDetails, EventName } from './goodword.d.ts'

export type Publish = <Name extends EventName>(name: Name, detail?: EventDetails[Name]) => void
type Listener = (detail: unknown) => void

export type Events = readonly [
  publish: Publish,
  subscribe: (name: string, listener: Listener) => void,
  /** Later listeners do not get earlier events. */
  forget: () => void,
]

/** Emits events to the page. A late subscriber gets the last event, so that the order of tags does not matter. */
export function createEvents(): Events {
  const listeners: (readonly [name: string, listener: Listener])[] = []
  const told = new Map<string, unknown>()
  const tell = (listener: Listener, name: string) => attempt(() => listener(told.get(name)))
  return [
    (name, detail) => {
      told.set(name, detail)
      for (const [wanted, listener] of listeners) if (wanted === name) tell(listener, name)
    },
    (name, listener) => {
      listeners.push([name, listener])
      if (told.has(name)) tell(listener, name)
    },
    () => told.clear(),
  ]
}

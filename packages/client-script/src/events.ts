import { attempt } from './attempt.ts'
import type { EventDetails, EventName } from './goodword.d.ts'

export type Publish = <Name extends EventName>(name: Name, detail?: EventDetails[Name]) => void
type Listener = (detail: unknown) => void

const listeners: (readonly [name: string, listener: Listener])[] = []
/** The last detail of each event. */
export const toldEvents = new Map<string, unknown>()

/** Emits an event to the page. */
export const publish: Publish = (name, detail) => {
  toldEvents.set(name, detail)
  for (const [wanted, listener] of listeners) if (wanted === name) tell(listener, name)
}

/** A late subscriber gets the last event, so that the order of tags does not matter. */
export function subscribe(name: string, listener: Listener): void {
  listeners.push([name, listener])
  if (toldEvents.has(name)) tell(listener, name)
}

function tell(listener: Listener, name: string): void {
  attempt(() => listener(toldEvents.get(name)))
}

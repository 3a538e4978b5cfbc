import { attempt } from './attempt.ts'
import type { EventDetails, EventName } from './goodword.d.ts'

export type Publish = <Name extends EventName>(name: Name, detail?: EventDetails[Name]) => void

const hearers: ((name: string) => void)[] = []
/** The last detail of each event. */
export const toldEvents = new Map<string, unknown>()

/** Emits an event to the page. */
export const publish: Publish = (name, detail) => {
  toldEvents.set(name, detail)
  for (const hear of hearers) hear(name)
}

/** A late subscriber gets the last event, so that the order of tags does not matter. */
export function subscribe(name: string, listener: (detail: unknown) => void): void {
  const hear = (told: string) =>
    told === name && toldEvents.has(name) && attempt(() => listener(toldEvents.get(name)))
  hearers.push(hear)
  hear(name)
}

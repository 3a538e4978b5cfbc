import { attempt } from './attempt.ts'
import type { EventDetails, EventName } from './goodword.d.ts'

export type Publish = <Name extends EventName>(name: Name, detail?: EventDetails[Name]) => void

const hearers: ((name: string) => void)[] = []
/** The last detail of each event. */
export const publishedEvents = new Map<string, unknown>()

/** Emits an event to the page. */
export const publish: Publish = (name, detail) => {
  publishedEvents.set(name, detail)
  for (const hear of hearers) hear(name)
}

/** A late subscriber gets the last event, so that the order of tags does not matter. */
export function subscribe(name: string, listener: (detail: unknown) => void): void {
  const hear = (published: string) =>
    published === name && publishedEvents.has(name) && attempt(() => listener(publishedEvents.get(name)))
  hearers.push(hear)
  hear(name)
}

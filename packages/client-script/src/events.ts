import { attempt } from './attempt.ts'

export type Listener = (detail: unknown) => void

export type Events = {
  readonly publish: (name: string, detail?: unknown) => void
  readonly subscribe: (name: string, listener: Listener) => void
}

/** Tells a page what happens. Who asks later is told the last of it, so that no order of tags matters. */
export function createEvents(): Events {
  const listeners: (readonly [name: string, listener: Listener])[] = []
  const told = new Map<string, unknown>()
  const tell = (listener: Listener, name: string) => attempt(() => listener(told.get(name)))
  return {
    publish(name, detail) {
      told.set(name, detail)
      for (const [wanted, listener] of listeners) if (wanted === name) tell(listener, name)
    },
    subscribe(name, listener) {
      listeners.push([name, listener])
      if (told.has(name)) tell(listener, name)
    },
  }
}

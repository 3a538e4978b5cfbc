import type { EventDetails, EventName } from '@goodword/client-script/goodword.d'
import { push } from './script.ts'

type Listener = (detail: unknown) => void

/**
 * The script knows no unsubscribing, so it gets one listener for each event of a page, and this list changes. A late
 * listener gets the last event, as in the script.
 */
const listeners = new Map<string, Set<Listener>>()
const last = new Map<string, unknown>()

/** Listens to an event of the script until the returned function is called. A late listener gets the last one. */
export function on<Name extends EventName>(
  name: Name,
  listener: (detail: EventDetails[Name]) => void,
): () => void {
  if (typeof window === 'undefined') return () => {}
  // Each listener is called with the details of its own event.
  const added: Listener = (detail) => (listener as Listener)(detail)
  const known = listeners.get(name)
  if (known === undefined) {
    const all = new Set([added])
    listeners.set(name, all)
    push(['subscribe', name, (detail: unknown) => publish(name, detail)] as never)
  } else {
    known.add(added)
    if (last.has(name)) added(last.get(name))
  }
  return () => void listeners.get(name)?.delete(added)
}

/** Later listeners do not get earlier events. */
export function forgetEvents(): void {
  last.clear()
}

function publish(name: string, detail: unknown): void {
  last.set(name, detail)
  for (const listener of [...(listeners.get(name) ?? [])]) {
    try {
      listener(detail)
    } catch (error) {
      // The others hear of it all the same.
      reportError(error)
    }
  }
}

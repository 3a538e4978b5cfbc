type Listener = () => void

/** As with jobs, what listens is the process, so there is one list of listeners. */
const listeners = new Set<Listener>()

/** Calls the listener whenever this process has committed events to publish; returns a function that ends it. */
export function onEventsWritten(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Has to be called once the transaction that wrote them was committed. */
export function signalEventsWritten(): void {
  for (const listener of listeners) listener()
}

type Listener = () => void

/** As with batches, what listens is the process, so there is one list of listeners. */
const listeners = new Set<Listener>()

/** Calls the listener whenever this process has enqueued jobs that can run; returns a function that ends it. */
export function onJobsReady(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Has to be called once the transaction that enqueued them was committed. */
export function signalJobsReady(): void {
  for (const listener of listeners) listener()
}

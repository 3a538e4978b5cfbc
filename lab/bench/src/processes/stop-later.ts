const open = new Set<() => Promise<void>>()

/** Registers what `stopEverything` stops. Returns a function that stops it earlier; it is stopped only once. */
export function stopLater(stop: () => Promise<void>): () => Promise<void> {
  let stopped: Promise<void> | null = null
  const once = (): Promise<void> => {
    stopped ??= stop().finally(() => open.delete(once))
    return stopped
  }
  open.add(once)
  return once
}

/** Stops all open resources, in reverse order. */
export async function stopEverything(): Promise<void> {
  for (const stop of [...open].reverse()) await stop().catch(console.error)
}

const open = new Set<() => Promise<void>>()

/** Keeps in mind what must be stopped however this ends; answers how to stop it, which then happens once. */
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

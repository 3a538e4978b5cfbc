const AT_ONCE = 16

/** Sends things in their order, several at once, but never two of the same line at once. */
export async function sendInOrder<T>(
  things: readonly T[],
  lineOf: (thing: T) => string,
  send: (thing: T) => Promise<void>,
): Promise<void> {
  const waiting = Array.from(things)
  const busy = new Set<string>()
  const next = (): T | undefined => {
    const index = waiting.findIndex((each) => !busy.has(lineOf(each)))
    return index === -1 ? undefined : waiting.splice(index, 1)[0]
  }
  const work = async () => {
    // If all queues are being processed, there is nothing to do: their workers continue with what follows.
    for (let thing = next(); thing !== undefined; thing = next()) {
      const line = lineOf(thing)
      busy.add(line)
      await send(thing)
      busy.delete(line)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

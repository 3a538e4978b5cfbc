/** Runs work, at most so much of it at a time; the rest waits in the order in which it came. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

export function atMost(most: number): InTurn {
  const waiting = new Set<() => void>()
  let running = 0
  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((begin) => waiting.add(begin))
    try {
      return await work()
    } finally {
      // Its place goes on to the next one.
      const [next] = waiting
      if (next === undefined) running -= 1
      else {
        waiting.delete(next)
        next()
      }
    }
  }
}

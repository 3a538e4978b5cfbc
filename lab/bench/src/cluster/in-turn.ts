import { median } from '@goodword/trials/laboratory/report/quantiles'

/** Runs calls with so many callers, each of which begins the next when it has its answer. Answers milliseconds per call. */
export async function msPerCall(
  callers: number,
  calls: number,
  run: (index: number) => Promise<unknown>,
): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < calls) {
        const index = next
        next += 1
        await run(index)
      }
    }),
  )
  return (performance.now() - startedAt) / calls
}

/**
 * Measures alternatives in turn, after one round that is not counted, each round in another order: what the machine does
 * meanwhile concerns all of them. Returns the median of each.
 */
export async function mediansInTurn<Key>(
  keys: readonly Key[],
  rounds: number,
  measure: (key: Key) => Promise<number>,
): Promise<ReadonlyMap<Key, number>> {
  const taken = new Map<Key, number[]>(keys.map((key) => [key, []]))
  for (let round = 0; round <= rounds; round += 1) {
    const turn = round % keys.length
    for (const key of [...keys.slice(turn), ...keys.slice(0, turn)]) {
      const value = await measure(key)
      if (round > 0) taken.get(key)?.push(value)
    }
  }
  return new Map([...taken].map(([key, values]) => [key, median(values)]))
}

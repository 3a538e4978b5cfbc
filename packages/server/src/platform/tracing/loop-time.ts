import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Something that the event loop works for. */
export type LoopUser = { loopMs: number }

let user: LoopUser | null = null
let workedMs = worked()

/**
 * Says what the event loop works for from now on; null for nothing in particular. What it has worked since the last such
 * moment is added to the user before. Called wherever the work for a request begins anew: at its hooks, and when the database
 * has answered. The time for which the loop had nothing to do is not counted.
 */
export function workFor(next: LoopUser | null): void {
  const now = worked()
  if (user !== null) user.loopMs += now - workedMs
  user = next
  workedMs = now
}

function worked(): number {
  return performance.now() - performance.eventLoopUtilization().idle
}

/** How long a piece of long work may take before others are served. */
const PIECE_MS = 4

/** Does long work that stops after each of its steps: where they have taken a piece of time, the event loop serves other requests. */
export async function runInPieces<Result>(steps: Generator<undefined, Result, undefined>): Promise<Result> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    if (performance.now() - since < PIECE_MS) continue
    const own = user
    workFor(null)
    await nextTurn()
    workFor(own)
    since = performance.now()
  }
}

/** Maps the items of a long list in pieces. */
export function mapInPieces<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  return runInPieces(mapSteps(items, map))
}

function* mapSteps<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Generator<undefined, Result[], undefined> {
  const results: Result[] = []
  for (const item of items) {
    results.push(map(item))
    yield
  }
  return results
}

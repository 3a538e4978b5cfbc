import { performance } from 'node:perf_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { currentActivity } from './tracing.ts'

/** Something that the event loop works for. */
export type LoopUser = { loopMs: number }

let notedMs = worked()

/**
 * Adds the work of the event loop since the last call to a request or a batch; null for neither. It is called where a piece of work for
 * a request ends: before it waits for the database, at its hooks, and when its answer is sent. Callbacks of several requests run in turns,
 * so only the end of a piece says whose it was. The time for which the loop had nothing to do is not counted.
 */
export function noteWork(by: LoopUser | null): void {
  const now = worked()
  if (by !== null) by.loopMs += now - notedMs
  notedMs = now
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
    noteWork(currentActivity() ?? null)
    await nextTurn()
    noteWork(null)
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

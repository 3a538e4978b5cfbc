/** What waits somewhere: how much, and since when the first of it does, in milliseconds of the process's own time. */
export type WaitingItems = { readonly count: number; readonly since: number }

/** The figures of all batches with one name in this process. */
export type BatchWatch = {
  /** Those batches in which something waits. */
  readonly waiting: Set<{ readonly waiting: WaitingItems | null }>
  /** To be called when a run begins: with how many items, of which the first waited since then. */
  readonly began: (items: number, since: number) => void
}

/** Called at the start of every run. */
export type BatchObserver = (run: BatchRun) => void
export type BatchRun = { readonly name: string; readonly items: number; readonly waitedMs: number }

/**
 * Batches are made deep inside, one for each tenant and gone in a moment, while what is watched is the process: like
 * its memory, it is there once.
 */
const watches = new Map<string, BatchWatch>()
const observers = new Set<BatchObserver>()

export function watchOf(name: string): BatchWatch {
  const known = watches.get(name)
  if (known !== undefined) return known
  const made: BatchWatch = {
    waiting: new Set(),
    began(items, since) {
      if (observers.size === 0) return
      const run = { name, items, waitedMs: performance.now() - since }
      for (const observe of observers) observe(run)
    },
  }
  watches.set(name, made)
  return made
}

/** Subscribes to all runs; returns the function that unsubscribes. */
export function observeBatches(observe: BatchObserver): () => void {
  observers.add(observe)
  return () => void observers.delete(observe)
}

/** A place where things wait: how many, and for how long the oldest has. */
export type QueueReading = { readonly queue: string; readonly depth: number; readonly oldestMs: number }

/** What waits in the batches of this process, by their names. */
export function readBatchQueues(): readonly QueueReading[] {
  const now = performance.now()
  return [...watches].map(([queue, { waiting }]) => {
    const items = [...waiting].flatMap((it) => it.waiting ?? [])
    const depth = items.reduce((sum, it) => sum + it.count, 0)
    const oldestMs = items.reduce((oldest, it) => Math.max(oldest, now - it.since), 0)
    return { queue, depth, oldestMs }
  })
}

/*
 * NATURAL BATCHING
 *
 * Under row-level security a transaction costs more than most of the statements in it. Calls of one tenant that wait at the
 * same time therefore share a transaction: tracking (`track.ts`), clicks (`record-click.ts`) and reads by key
 * (`shared-read.ts`) each have a `BatchPerTenant`.
 *
 * STATES
 *
 *   queued -> running -> resolved | rejected
 *
 * - `add` queues an item and schedules one look at the queue at the end of this turn of the event loop, so what one turn
 *   adds starts together.
 * - While fewer than `runsAtOnce` runs are in flight, the next run takes up to `largest` items, oldest first. It passes over
 *   an item whose subject is in a run that is in flight; such an item keeps its place and starts after that run.
 * - When a run ends, every item of it is resolved or rejected, and the queue is looked at again. So under load the size
 *   of batches adapts by itself: the longer a run takes, the more items wait for the next one.
 *
 * A batch of a tenant exists while it has items; the next item after that creates a new one.
 *
 * TRADES
 *
 * - Latency for throughput, but no latency of a lone item: there is no timer. A batch with a timer would make every quiet
 *   tenant wait; a batch without any would start a transaction for each call of a busy tenant.
 * - `runsAtOnce` above 1 keeps the database busy while a batch is being decided. More of them make all batches smaller.
 * - Isolation for throughput: items of one batch share the fate of one transaction. The function `run` decides how a
 *   failure is divided. `track.ts` halves a rejected list until the invalid call is alone; a failed write of clicks fails
 *   all of them.
 *
 * PROMISES
 *
 * - Items of one subject never run in two runs at the same time, and start in the order in which they were added. Two of
 *   them may be in one run: `run` gets the items in that order, and must decide them in it.
 * - Each item settles exactly once with its own result. An error of `run` rejects all items of the batch; a result that is
 *   missing is a defect of `run`, and rejects its item.
 * - A promise that resolves says what `run` says of it: tracking resolves after the commit, so the call is durable.
 *
 * The queue is memory of this process. A crash loses queued items and runs in flight: their callers got no answer and send
 * them again, and whether one took effect is for the database to tell (idempotency keys, unique constraints). Order by
 * subject holds within a process only; between processes `run` must lock rows. Nothing is retried here.
 *
 * WHEN CHANGING THIS
 *
 * - The queue has no limit. A caller with unbounded input needs one of its own, as clicks have. `/readyz` and the metrics
 *   show a queue that is stuck (`readBatchQueues`).
 * - A run has the activity of no request: its time is reported to the activities of all of its items, and its span is a
 *   child of the first one's with links to the others. Code in `run` must not read the asynchronous context of a request.
 * - The subjects of a run must be released before the next look at the queue, or their items wait for another run to end.
 * - `BatchPerTenant` deletes a batch only when it is idle and still the one in the map. Deleting it earlier would let two
 *   batches run the same subject.
 */

import { noteWork } from '../tracing/loop-time.ts'
import {
  type Activity,
  addBatch,
  currentActivity,
  newActivity,
  runActivity,
  type Span,
  startSpan,
} from '../tracing/tracing.ts'

/** A queue whose waiting items form the next run together, as described at the head of this file. */
export class NaturalBatch<Item, Answer> {
  readonly #options: NaturalBatchOptions<Item, Answer>
  #waiting: Waiting<Item, Answer>[] = []
  readonly #busySubjects = new Set<string>()
  readonly #watch: BatchWatch
  #running = 0
  #isWakeDue = false

  constructor(options: NaturalBatchOptions<Item, Answer>) {
    this.#options = options
    this.#watch = watchOf(options.name ?? 'unnamed')
  }

  /** The number of queued items, and since when the first one waits; null when there are none. */
  get waiting(): WaitingItems | null {
    const [first] = this.#waiting
    return first === undefined ? null : { count: this.#waiting.length, since: first.since }
  }

  get isIdle(): boolean {
    return this.#running === 0 && this.#waiting.length === 0
  }

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const subject = this.#options.subjectOf?.(item) ?? null
      this.#waiting.push({
        item,
        subject,
        activity: currentActivity(),
        since: performance.now(),
        resolve,
        reject,
      })
      if (this.#waiting.length === 1) this.#watch.waiting.add(this)
      this.#wake()
    })
  }

  /** Everything that arrives in this turn of the event loop joins the batch. */
  #wake(): void {
    if (this.#isWakeDue) return
    this.#isWakeDue = true
    setImmediate(() => {
      this.#isWakeDue = false
      this.#startRuns()
    })
  }

  #startRuns(): void {
    while (this.#running < this.#options.runsAtOnce && this.#waiting.length > 0) {
      const batch = this.#takeNext()
      if (batch.length === 0) return
      void this.#run(batch)
    }
  }

  #takeNext(): Waiting<Item, Answer>[] {
    const taken: Waiting<Item, Answer>[] = []
    const left: Waiting<Item, Answer>[] = []
    for (const it of this.#waiting) {
      const isBusy = it.subject !== null && this.#busySubjects.has(it.subject)
      if (isBusy || taken.length === this.#options.largest) left.push(it)
      else taken.push(it)
    }
    this.#waiting = left
    if (left.length === 0) this.#watch.waiting.delete(this)
    return taken
  }

  /** A child of the span of the first queued request, with links to the others. */
  #spanOf(batch: readonly Waiting<Item, Answer>[]): Span | null {
    const [first, ...others] = batch.flatMap((it) => it.activity?.span ?? [])
    if (first === undefined) return null
    const name = this.#options.name ?? 'unnamed'
    return startSpan(`batch ${name}`, {
      kind: 'INTERNAL',
      parent: first,
      links: others,
      attributes: { 'goodword.queue': name, 'goodword.batch.size': batch.length },
    })
  }

  async #run(batch: readonly Waiting<Item, Answer>[]): Promise<void> {
    this.#watch.began(batch.length, batch[0]?.since ?? 0)
    const subjects = batch.flatMap((it) => it.subject ?? [])
    for (const subject of subjects) this.#busySubjects.add(subject)
    this.#running += 1
    const startedAt = performance.now()
    const span = this.#spanOf(batch)
    const activity = newActivity(span)
    const report = () => {
      noteWork(activity)
      for (const it of batch) {
        if (it.activity) addBatch(it.activity, activity, startedAt - it.since, batch.length)
      }
    }
    try {
      const answers = await runActivity(activity, () => this.#options.run(batch.map((it) => it.item)))
      report()
      batch.forEach((it, index) => {
        const answer = answers[index]
        if (answer === undefined) it.reject(new Error('a batch returned fewer results than it had items'))
        else if (answer.status === 'fulfilled') it.resolve(answer.value)
        else it.reject(answer.reason)
      })
    } catch (error) {
      report()
      for (const it of batch) it.reject(error)
    } finally {
      span?.end()
      this.#running -= 1
      for (const subject of subjects) this.#busySubjects.delete(subject)
      this.#startRuns()
    }
  }
}

export type NaturalBatchOptions<Item, Answer> = {
  /** Returns the results of all items in order; a failure of one item rejects that item only. */
  readonly run: (items: readonly Item[]) => Promise<readonly PromiseSettledResult<Answer>[]>
  /** The name of the work in metrics. */
  readonly name?: string
  readonly largest: number
  readonly runsAtOnce: number
  /** The subject of an item; items without a subject run in any batch. */
  readonly subjectOf?: (item: Item) => string
}

type Waiting<Item, Answer> = {
  readonly item: Item
  readonly subject: string | null
  /** The request that the item is for. */
  readonly activity: Activity | undefined
  /** Milliseconds of the process's own time. */
  readonly since: number
  readonly resolve: (answer: Answer) => void
  readonly reject: (error: unknown) => void
}

/** One batch per tenant, kept only while it has items. */
export class BatchPerTenant<Item, Answer> {
  readonly #batches = new Map<string, NaturalBatch<Item, Answer>>()
  readonly #make: (tenantId: string) => NaturalBatchOptions<Item, Answer>

  constructor(make: (tenantId: string) => NaturalBatchOptions<Item, Answer>) {
    this.#make = make
  }

  async add(tenantId: string, item: Item): Promise<Answer> {
    const batch = this.#batches.get(tenantId) ?? new NaturalBatch(this.#make(tenantId))
    this.#batches.set(tenantId, batch)
    try {
      return await batch.add(item)
    } finally {
      // Another batch may have replaced this one since its last run ended.
      if (batch.isIdle && this.#batches.get(tenantId) === batch) this.#batches.delete(tenantId)
    }
  }
}

/** The state of a queue: its length, and since when the first item waits, in milliseconds of the process's own time. */
export type WaitingItems = { readonly count: number; readonly since: number }

/** The figures of all batches with one name in this process. */
export type BatchWatch = {
  /** The batches with queued items. */
  readonly waiting: Set<{ readonly waiting: WaitingItems | null }>
  /** Called when a run begins: with its number of items, and since when the first one waited. */
  readonly began: (items: number, since: number) => void
}

/** Called at the start of every run. */
export type BatchObserver = (run: BatchRun) => void
export type BatchRun = { readonly name: string; readonly items: number; readonly waitedMs: number }

/**
 * Batches are short-lived, one for each tenant, while metrics are for the process: like
 * its memory, there is one set of figures.
 */
const watches = new Map<string, BatchWatch>()
const observers = new Set<BatchObserver>()

function watchOf(name: string): BatchWatch {
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

/** A queue: its length, and how long the oldest item has waited. */
export type BatchQueue = { readonly queue: string; readonly depth: number; readonly oldestMs: number }

/** The queues of the batches of this process, by their names. */
export function readBatchQueues(): readonly BatchQueue[] {
  const now = performance.now()
  return [...watches].map(([queue, { waiting }]) => {
    const items = [...waiting].flatMap((it) => it.waiting ?? [])
    const depth = items.reduce((sum, it) => sum + it.count, 0)
    const oldestMs = items.reduce((oldest, it) => Math.max(oldest, now - it.since), 0)
    return { queue, depth, oldestMs }
  })
}

import { AsyncLocalStorage } from 'node:async_hooks'
import type { Span } from './tracing/tracing.ts'

/** A request, or a batch of requests: what the log and traces say of the database work done for it. */
export type Activity = {
  /** Time spent waiting for a free connection. */
  connectionWaitMs: number
  /** Time with a connection, waiting for the database's answers most of it. */
  databaseMs: number
  transactions: number
  statements: number
  /** Of the batch that did the work; null when none did. */
  batch: { readonly waitMs: number; readonly size: number } | null
  /** Its span; null where tracing is off. */
  readonly span: Span | null
}

const running = new AsyncLocalStorage<Activity>()

export function newActivity(span: Span | null = null): Activity {
  return { connectionWaitMs: 0, databaseMs: 0, transactions: 0, statements: 0, batch: null, span }
}

/** Runs the work; everything it calls, also asynchronously, gets the activity by `currentActivity`. */
export function runActivity<Result>(activity: Activity, work: () => Result): Result {
  return running.run(activity, work)
}

/** What the running code is part of; undefined outside of requests and batches, as in periodic jobs. */
export function currentActivity(): Activity | undefined {
  return running.getStore()
}

/** Adds what a batch did to a request that was in it. The whole batch took that long for each of its requests. */
export function addBatch(request: Activity, batch: Activity, waitMs: number, size: number): void {
  request.connectionWaitMs += batch.connectionWaitMs
  request.databaseMs += batch.databaseMs
  request.transactions += batch.transactions
  request.statements += batch.statements
  request.batch = { waitMs, size }
}

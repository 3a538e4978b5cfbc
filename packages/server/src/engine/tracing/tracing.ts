import { AsyncLocalStorage } from 'node:async_hooks'
import type { Attributes, Span, SpanKind } from '@opentelemetry/api'

export type { Span } from '@opentelemetry/api'

export type NewSpan = {
  readonly kind: keyof typeof SpanKind
  /** A span of this process, or the caller's; null begins a trace. */
  readonly parent: Span | TraceParent | null
  readonly attributes?: Attributes
  /** Spans that the work is done for beside its parent. */
  readonly links?: readonly Span[]
}

export type StartSpan = (name: string, span: NewSpan) => Span

/** Null while tracing is off: the SDK is not loaded then. */
let current: StartSpan | null = null

/** Begins a span; null where tracing is off. */
export function startSpan(name: string, span: NewSpan): Span | null {
  return current === null ? null : current(name, span)
}

/** Spans are made with this from now on; null turns tracing off. */
export function useTracing(start: StartSpan | null): void {
  current = start
}

/** The caller's trace context from the W3C header `traceparent`. */
export type TraceParent = {
  /** 32 hexadecimal digits. */
  readonly traceId: string
  /** 16 hexadecimal digits. */
  readonly spanId: string
  /** One byte; its lowest bit is set if the caller records the trace. */
  readonly flags: number
}

const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const NO_TRACE = '0'.repeat(32)
const NO_SPAN = '0'.repeat(16)

/** Reads a `traceparent`; null for a missing or malformed one, which starts a new trace. */
export function parseTraceParent(header: unknown): TraceParent | null {
  if (typeof header !== 'string') return null
  const match = TRACEPARENT.exec(header)
  if (match === null) return null
  const [, version = '', traceId = '', spanId = '', flags = '', more] = match
  if (traceId === NO_TRACE || spanId === NO_SPAN || (version === '00' && more !== undefined)) return null
  return { traceId, spanId, flags: Number.parseInt(flags, 16) }
}

/** The trace context of a span as a `traceparent`; null without a span. */
export function formatTraceParent(
  span: { readonly traceId: string; readonly spanId: string; readonly traceFlags: number } | null,
): string | null {
  if (span === null) return null
  const { traceId, spanId, traceFlags } = span
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
}

/** A request, or a batch of requests: its database work in the log and in traces. */
export type Activity = {
  /** Time spent waiting for a turn and a free connection. */
  connectionWaitMs: number
  /** Time for which the event loop worked for it: see loop-time.ts. */
  loopMs: number
  /** How much of its time was charged to its payers. */
  chargedMs: number
  /** The expected time of the activity if it waited for its turn; null without such a wait. */
  waitedFor: number | null
  /** Takes back the charge in advance; null without one. */
  reserved: (() => void) | null
  /** Time with a connection, waiting for the database's answers most of it. */
  databaseMs: number
  /** How many e-mails it asked for. */
  letters: number
  transactions: number
  statements: number
  /** The batch that did the work; null when none did. */
  batch: { readonly waitMs: number; readonly size: number } | null
  /** Whether it is a report, which can wait: its transactions get fewer connections than others. */
  isReport: boolean
  /** Its span; null where tracing is off. */
  readonly span: Span | null
}

const running = new AsyncLocalStorage<Activity>()

export function newActivity(span: Span | null = null): Activity {
  return {
    ...{
      loopMs: 0,
      chargedMs: 0,
      reserved: null,
      waitedFor: null,
      connectionWaitMs: 0,
      databaseMs: 0,
      letters: 0,
      transactions: 0,
      statements: 0,
    },
    ...{ batch: null, isReport: false, span },
  }
}

/** Runs the work; everything it calls, also asynchronously, gets the activity by `currentActivity`. */
export function runActivity<Result>(activity: Activity, work: () => Result): Result {
  return running.run(activity, work)
}

/** The activity of the running code; undefined outside of requests and batches, as in periodic jobs. */
export function currentActivity(): Activity | undefined {
  return running.getStore()
}

/** Adds e-mails to what the running code is part of. */
export function noteLetters(count: number): void {
  const activity = currentActivity()
  if (activity !== undefined) activity.letters += count
}

/** Adds what a batch did to a request that was in it. The whole batch took that long for each of its requests. */
export function addBatch(request: Activity, batch: Activity, waitMs: number, size: number): void {
  request.connectionWaitMs += batch.connectionWaitMs
  request.databaseMs += batch.databaseMs
  // The only time that calls of a batch can share.
  request.loopMs += batch.loopMs / size
  request.transactions += batch.transactions
  request.statements += batch.statements
  request.batch = { waitMs, size }
}

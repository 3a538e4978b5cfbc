import { setTimeout as sleep } from 'node:timers/promises'
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleAll,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
} from 'cockatiel'
import type { Clock } from '../engine/foundation/clock.ts'
import { TokenBuckets } from '../engine/foundation/token-bucket.ts'
import { type PreventionReason, reportProcessorCall } from '../engine/signals/processor-calls.ts'
import { currentActivity, type Span, startSpan } from '../engine/tracing/tracing.ts'
import { ProcessorError, type ProcessorErrorCode, type ProcessorErrorDetails } from './processor-error.ts'

/** How long a connection makes no calls after the processor said that there are too many. */
const RATE_LIMITED_MS = 10_000

/** `SpanStatusCode.ERROR` of OpenTelemetry, which is not loaded here. */
const ERROR = 2

/** Codes of responses: the processor has answered, and did nothing. */
const answeredCodes: ReadonlySet<ProcessorErrorCode> = new Set([
  'CREDENTIALS_REJECTED',
  'PERMISSION_DENIED',
  'NOT_FOUND',
  'RATE_LIMITED',
  'REJECTED',
])

/**
 * Whether and when a request with this error may be repeated: whether the processor may have carried it out, which only a
 * `written` request can be, and how long to wait. `unknownMs` is how long it may still carry it out after it stopped answering.
 */
export function outcomeOf(
  code: ProcessorErrorCode,
  written: boolean,
  unknownMs: number,
): Pick<ProcessorErrorDetails, 'isOutcomeUnknown' | 'retryAfterMs'> {
  const isOutcomeUnknown = written && !answeredCodes.has(code)
  const retryAfterMs = code === 'RATE_LIMITED' ? RATE_LIMITED_MS : isOutcomeUnknown ? unknownMs : null
  return { isOutcomeUnknown, ...(retryAfterMs === null ? {} : { retryAfterMs }) }
}

export type CallKind = 'read' | 'write'

export type CallLimits = {
  /** The time limit of one call, whatever arrives meanwhile. */
  readonly deadlineMs: number
  /** Calls at a time, and calls that wait for others to end. */
  readonly maxConcurrent: number
  readonly maxQueued: number
  readonly perSecond: number
  readonly burst: number
  /** The number of failures in a row that open the circuit breaker, and for how long. */
  readonly failuresToOpen: number
  readonly openMs: number
}

const defaultLimits: CallLimits = {
  deadlineMs: 20_000,
  maxConcurrent: 8,
  maxQueued: 100,
  perSecond: 20,
  burst: 40,
  failuresToOpen: 5,
  openMs: 30_000,
}

/** A gateway on this machine is there for tests, which run a year in seconds: an outage of hours is over as soon. */
const localLimits: CallLimits = { ...defaultLimits, perSecond: 1000, burst: 2000, openMs: 1000 }

export function usualLimits(isLocal: boolean): CallLimits {
  return isLocal ? localLimits : defaultLimits
}

export type CallOptions = {
  readonly stopwatch: Clock
  /** The processor, as metrics and as sentences name it. */
  readonly processor: { readonly id: string; readonly name: string }
  /** The meaning of an error of an SDK operation. */
  readonly errorOf: (error: unknown, kind: CallKind, operation: string) => ProcessorError
  /** Called when a request has passed its deadline and may still go on. */
  readonly renewAgent: () => void
}

/** Calls the SDK. A write is a call whose outcome is unknown if its answer is lost. */
export type Calls<Gateway> = {
  readonly read: Call<Gateway>
  readonly write: Call<Gateway>
  /** How many requests were made since this was last asked. */
  readonly takeCount: () => number
}

/** The operation is named as in the SDK, as `customer.find`: traces show it. */
type Call<Gateway> = <T>(operation: string, work: (gateway: Gateway) => Promise<T>) => Promise<T>

type Attempt<T> = {
  readonly kind: CallKind
  readonly operation: string
  readonly work: () => Promise<T>
  readonly begin: () => WatchedCall
}

type Result<T> = { readonly value: T } | { readonly failure: ProcessorError }

/** These say that the processor works, however the request ended. */
const failureCodes: ReadonlySet<ProcessorErrorCode> = new Set(['UNAVAILABLE', 'TIMED_OUT', 'MALFORMED'])

/** All calls of one connection: limited in number, rate and time, and not made at all while the processor is down. */
export function limitCalls<Gateway>(
  gateway: Gateway,
  limits: CallLimits,
  options: CallOptions,
): Calls<Gateway> {
  const { stopwatch, processor, errorOf, renewAgent } = options
  const slots = bulkhead(limits.maxConcurrent, limits.maxQueued)
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: limits.openMs,
    breaker: new ConsecutiveBreaker(limits.failuresToOpen),
  })
  const deadline = timeout(limits.deadlineMs, TimeoutStrategy.Aggressive)
  const turns = createTurns(limits, options)
  let made = 0

  async function attempt<T>({ kind, operation, work, begin }: Attempt<T>): Promise<Result<T>> {
    made += 1
    const watched = begin()
    try {
      const value = await deadline.execute(work)
      watched.end('SUCCESS')
      return { value }
    } catch (error) {
      if (error instanceof TaskCancelledError) renewAgent()
      const failure = errorOf(error, kind, operation)
      watched.end(failure.code)
      if (failure.code === 'RATE_LIMITED') turns.pause()
      if (failureCodes.has(failure.code)) throw failure
      return { failure }
    }
  }

  const call =
    (kind: CallKind): Call<Gateway> =>
    async <T>(operation: string, work: (gateway: Gateway) => Promise<T>) => {
      // Where the call waits for others, it goes on in the asynchronous context of one of them.
      const parent = currentActivity()?.span ?? null
      const begin = () => watchCall(processor.id, operation, { parent, stopwatch })
      try {
        const result = await slots.execute(async () => {
          await turns.next()
          return breaker.execute(() => attempt({ kind, operation, work: () => work(gateway), begin }))
        })
        if ('failure' in result) throw result.failure
        return result.value
      } catch (error) {
        throw notCalled(error, limits, options)
      }
    }
  const takeCount = () => {
    const count = made
    made = 0
    return count
  }
  return { read: call('read'), write: call('write'), takeCount }
}

/** The error of a call for which no request was made; other errors as they are. */
function notCalled(error: unknown, { openMs }: CallLimits, { processor }: CallOptions): unknown {
  if (error instanceof BrokenCircuitError) {
    const message = `${processor.name} did not answer several times in a row, so it is not called for a while.`
    return prevented(processor, 'circuit_open', 'UNAVAILABLE', { message, retryAfterMs: openMs })
  }
  if (error instanceof BulkheadRejectedError) {
    const message = `Too many calls to ${processor.name} are waiting for this connection.`
    return prevented(processor, 'queue_full', 'RATE_LIMITED', { message, retryAfterMs: 1000 })
  }
  return error
}

function prevented(
  { id }: CallOptions['processor'],
  reason: PreventionReason,
  code: ProcessorErrorCode,
  details: ProcessorErrorDetails,
): ProcessorError {
  reportProcessorCall({ kind: 'prevented', processor: id, reason })
  return new ProcessorError(code, details)
}

/** Has each call wait until the rate permits it. After a 429 no call is made for a while. */
function createTurns({ perSecond, burst }: CallLimits, { stopwatch, processor }: CallOptions) {
  const buckets = new TokenBuckets({ stopwatch, perSecond, burst, maxBuckets: 1 })
  let pausedUntil = Number.NEGATIVE_INFINITY
  return {
    async next(): Promise<void> {
      const pausedMs = pausedUntil - stopwatch.now()
      if (pausedMs > 0) {
        const message = `${processor.name} limits the number of requests.`
        throw prevented(processor, 'rate_limited', 'RATE_LIMITED', { message, retryAfterMs: pausedMs })
      }
      for (let left = buckets.take(''); left < 0; left = buckets.take('')) {
        await sleep(Math.ceil((-left * 1000) / perSecond))
      }
    },
    pause(): void {
      pausedUntil = stopwatch.now() + RATE_LIMITED_MS
    },
  }
}

type WatchedCall = { readonly end: (outcome: ProcessorErrorCode | 'SUCCESS') => void }

type WatchOptions = {
  /** The span of the request or job that makes the call. */
  readonly parent: Span | null
  readonly stopwatch: Clock
}

/** Begins a request to a processor for metrics and traces, which say nothing of customers and amounts. */
function watchCall(processor: string, operation: string, { parent, stopwatch }: WatchOptions): WatchedCall {
  const startedAt = stopwatch.now()
  const span = startSpan(`${processor} ${operation}`, {
    kind: 'CLIENT',
    parent,
    attributes: { 'goodword.processor': processor, 'goodword.processor_operation': operation },
  })
  return {
    end(outcome) {
      reportProcessorCall({ kind: 'made', processor, outcome, durationMs: stopwatch.now() - startedAt })
      if (outcome !== 'SUCCESS') {
        span?.setAttribute('error.type', outcome)
        span?.setStatus({ code: ERROR })
      }
      span?.end()
    },
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import type braintree from 'braintree'
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
import type { Clock } from '../../platform/clock.ts'
import { type PreventionReason, reportProcessorCall } from '../../platform/processor-calls.ts'
import { TokenBuckets } from '../../platform/token-bucket.ts'
import { currentActivity } from '../../platform/tracing/tracing.ts'
import { ProcessorError, type ProcessorErrorCode, type ProcessorErrorDetails } from '../processor-error.ts'
import { type WatchedCall, watchCall } from '../watch-call.ts'
import { type CallKind, processorErrorOf, RATE_LIMITED_MS } from './processor-error-of.ts'
import { withOwnParser } from './sdk/braintree-sdk.ts'

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

export type CallOptions = {
  readonly stopwatch: Clock
  /** Called when a request has passed its deadline and may still go on. */
  readonly renewAgent: () => void
}

/** Calls the SDK. A write is a call whose outcome is unknown if its answer is lost. */
export type CallGateway = {
  readonly read: Call
  readonly write: Call
  /** How many requests were made since this was last asked. */
  readonly takeCount: () => number
}

/** The operation is the SDK's, as `customer.find`: traces name it. */
type Call = <T>(operation: string, work: Work<T>) => Promise<T>

type Work<T> = (gateway: braintree.BraintreeGateway) => Promise<T>

type Attempt<T> = {
  readonly kind: CallKind
  readonly operation: string
  readonly work: Work<T>
  readonly begin: () => WatchedCall
}

type Result<T> = { readonly value: T } | { readonly failure: ProcessorError }

const processor = 'braintree'

/** These say that the processor works, however the request ended. */
const failureCodes: ReadonlySet<ProcessorErrorCode> = new Set(['UNAVAILABLE', 'TIMED_OUT', 'MALFORMED'])

/** All calls of one connection: limited in number, rate and time, and not made at all while the processor is down. */
export function createCalls(
  gateway: braintree.BraintreeGateway,
  limits: CallLimits,
  { stopwatch, renewAgent }: CallOptions,
): CallGateway {
  const slots = bulkhead(limits.maxConcurrent, limits.maxQueued)
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: limits.openMs,
    breaker: new ConsecutiveBreaker(limits.failuresToOpen),
  })
  const deadline = timeout(limits.deadlineMs, TimeoutStrategy.Aggressive)
  const turns = createTurns(limits, stopwatch)
  let made = 0

  async function attempt<T>({ kind, operation, work, begin }: Attempt<T>): Promise<Result<T>> {
    made += 1
    const watched = begin()
    try {
      const value = await deadline.execute(() => withOwnParser(() => work(gateway)))
      watched.end('SUCCESS')
      return { value }
    } catch (error) {
      if (error instanceof TaskCancelledError) renewAgent()
      const failure = processorErrorOf(error, kind, operation)
      watched.end(failure.code)
      if (failure.code === 'RATE_LIMITED') turns.pause()
      if (failureCodes.has(failure.code)) throw failure
      return { failure }
    }
  }

  const call =
    (kind: CallKind): Call =>
    async <T>(operation: string, work: Work<T>) => {
      // Where the call waits for others, it goes on in the asynchronous context of one of them.
      const parent = currentActivity()?.span ?? null
      const begin = () => watchCall(processor, operation, { parent, stopwatch })
      try {
        const result = await slots.execute(async () => {
          await turns.next()
          return breaker.execute(() => attempt({ kind, operation, work, begin }))
        })
        if ('failure' in result) throw result.failure
        return result.value
      } catch (error) {
        throw notCalled(error, limits)
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
function notCalled(error: unknown, { openMs }: CallLimits): unknown {
  if (error instanceof BrokenCircuitError) {
    const message = 'Braintree did not answer several times in a row, so it is not called for a while.'
    return prevented('circuit_open', 'UNAVAILABLE', { message, retryAfterMs: openMs })
  }
  if (error instanceof BulkheadRejectedError) {
    const message = 'Too many calls to Braintree are waiting for this connection.'
    return prevented('queue_full', 'RATE_LIMITED', { message, retryAfterMs: 1000 })
  }
  return error
}

function prevented(
  reason: PreventionReason,
  code: ProcessorErrorCode,
  details: ProcessorErrorDetails,
): ProcessorError {
  reportProcessorCall({ kind: 'prevented', processor, reason })
  return new ProcessorError(code, details)
}

/** Has each call wait until the rate permits it. After a 429 no call is made for a while. */
function createTurns({ perSecond, burst }: CallLimits, stopwatch: Clock) {
  const buckets = new TokenBuckets({ stopwatch, perSecond, burst, maxBuckets: 1 })
  let pausedUntil = Number.NEGATIVE_INFINITY
  return {
    async next(): Promise<void> {
      const pausedMs = pausedUntil - stopwatch.now()
      if (pausedMs > 0) {
        const message = 'Braintree limits the number of requests.'
        throw prevented('rate_limited', 'RATE_LIMITED', { message, retryAfterMs: pausedMs })
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

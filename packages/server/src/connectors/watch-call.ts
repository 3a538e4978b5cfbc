import type { Clock } from '../platform/clock.ts'
import { reportProcessorCall } from '../platform/processor-calls.ts'
import { type Span, startSpan } from '../platform/tracing/tracing.ts'
import type { ProcessorErrorCode } from './processor-error.ts'

export type WatchedCall = { readonly end: (outcome: ProcessorErrorCode | 'SUCCESS') => void }

export type WatchOptions = {
  /** The span of the request or job that makes the call. */
  readonly parent: Span | null
  readonly stopwatch: Clock
}

/** Begins a request to a processor for metrics and traces, which say nothing of customers and amounts. */
export function watchCall(
  processor: string,
  operation: string,
  { parent, stopwatch }: WatchOptions,
): WatchedCall {
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

/** `SpanStatusCode.ERROR` of OpenTelemetry, which is not loaded here. */
const ERROR = 2

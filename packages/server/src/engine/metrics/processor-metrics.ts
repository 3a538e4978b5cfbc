import { Counter, Histogram, type Registry } from 'prom-client'
import { observeProcessorCalls, preventionReasons } from '../signals/processor-calls.ts'
import { counter, histogram } from './definition.ts'

export const processorDefinitions = {
  durations: histogram(
    'goodword_processor_request_duration_seconds',
    'Duration of requests to payment processors, by processor and outcome: success, or the error code (unavailable, timed_out, rate_limited, malformed, credentials_rejected, permission_denied, not_found, rejected).',
    ['processor', 'outcome'],
  ),
  prevented: counter(
    'goodword_processor_requests_prevented_total',
    'Requests to payment processors that were not made, by processor and reason: circuit_open (it failed several times in a row), rate_limited (it answered 429 before), or queue_full (too many wait).',
    ['processor', 'reason'],
  ),
}

/** Counts requests to payment processors. No label names a tenant: their number has no limit. Returns how to stop. */
export function processorMetrics(registry: Registry): () => void {
  const registers = [registry]
  const durations = new Histogram({
    ...processorDefinitions.durations,
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const prevented = new Counter({ ...processorDefinitions.prevented, registers })
  const seen = new Set<string>()
  // A series that begins at zero shows its first increase as a rate.
  const begin = (processor: string) => {
    if (seen.has(processor)) return
    seen.add(processor)
    for (const reason of preventionReasons) prevented.inc({ processor, reason }, 0)
  }

  return observeProcessorCalls((call) => {
    const { processor } = call
    begin(processor)
    if (call.kind === 'prevented') prevented.inc({ processor, reason: call.reason })
    else durations.observe({ processor, outcome: call.outcome.toLowerCase() }, call.durationMs / 1000)
  })
}

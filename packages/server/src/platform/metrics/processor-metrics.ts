import { Counter, Histogram, type Registry } from 'prom-client'
import { observeProcessorCalls, preventionReasons } from '../processor-calls.ts'

/** Counts requests to payment processors. No label names a tenant: their number has no limit. Returns how to stop. */
export function processorMetrics(registry: Registry): () => void {
  const registers = [registry]
  const durations = new Histogram({
    name: 'goodword_processor_request_duration_seconds',
    help: 'Duration of requests to payment processors, by processor and outcome: success, or the error code (unavailable, timed_out, rate_limited, malformed, credentials_rejected, permission_denied, not_found, rejected).',
    labelNames: ['processor', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const prevented = new Counter({
    name: 'goodword_processor_requests_prevented_total',
    help: 'Requests to payment processors that were not made, by processor and reason: circuit_open (it failed several times in a row), rate_limited (it answered 429 before), or queue_full (too many wait).',
    labelNames: ['processor', 'reason'],
    registers,
  })
  // A series that begins at zero shows its first increase as a rate.
  for (const reason of preventionReasons) prevented.inc({ processor: 'braintree', reason }, 0)

  return observeProcessorCalls((call) => {
    const { processor } = call
    if (call.kind === 'prevented') prevented.inc({ processor, reason: call.reason })
    else durations.observe({ processor, outcome: call.outcome.toLowerCase() }, call.durationMs / 1000)
  })
}

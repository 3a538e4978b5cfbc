import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { reportProcessorCall } from '../signals/processor-calls.ts'
import { processorMetrics } from './processor-metrics.ts'

test('requests to processors are counted by outcome until it is stopped', async () => {
  const registry = new Registry()
  const stop = processorMetrics(registry)
  const call = { kind: 'made', processor: 'braintree', outcome: 'TIMED_OUT', durationMs: 3000 } as const
  reportProcessorCall(call)
  reportProcessorCall({ kind: 'prevented', processor: 'braintree', reason: 'circuit_open' })
  stop()
  reportProcessorCall(call)
  const lines = (await registry.metrics()).split('\n')
  const labels = 'processor="braintree",outcome="timed_out"'
  expect(lines).toContain(`goodword_processor_request_duration_seconds_sum{${labels}} 3`)
  expect(lines).toContain(`goodword_processor_request_duration_seconds_count{${labels}} 1`)
  const prevented = 'goodword_processor_requests_prevented_total{processor="braintree",reason='
  expect(lines.filter((line) => line.startsWith(prevented)).sort()).toEqual([
    `${prevented}"circuit_open"} 1`,
    `${prevented}"queue_full"} 0`,
    `${prevented}"rate_limited"} 0`,
  ])
})

test('the requests of any processor that were not made begin at zero with its first request', async () => {
  const registry = new Registry()
  const stop = processorMetrics(registry)
  reportProcessorCall({ kind: 'made', processor: 'another', outcome: 'SUCCESS', durationMs: 3 })
  stop()
  expect(await registry.metrics()).toContain(
    'goodword_processor_requests_prevented_total{processor="another",reason="circuit_open"} 0',
  )
})

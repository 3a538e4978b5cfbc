import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type BatchRun, observeBatches, type QueueReading } from '../batching/batch-watch.ts'

/** Metrics of what requests share: batches and their queues. Returns a function that stops watching. */
export function workMetrics(registry: Registry, queues: () => readonly QueueReading[]): () => void {
  const registers = [registry]
  const sizes = new Histogram({
    name: 'goodword_batch_size',
    help: 'Calls per transaction, by queue: tracking (writes), reading (look-ups), clicks (on share links).',
    labelNames: ['queue'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  })
  const waits = new Histogram({
    name: 'goodword_batch_wait_seconds',
    help: 'Time the first call of each batch waited for its transaction to begin, by queue.',
    labelNames: ['queue'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  new Gauge({
    name: 'goodword_queue_depth',
    help: 'Calls waiting for a transaction, by queue.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const { queue, depth } of queues()) this.set({ queue }, depth)
    },
  })
  new Gauge({
    name: 'goodword_queue_oldest_age_seconds',
    help: 'Time the oldest call in the queue has been waiting, by queue; 0 if the queue is empty.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const { queue, oldestMs } of queues()) this.set({ queue }, oldestMs / 1000)
    },
  })
  return observeBatches(({ name, items, waitedMs }: BatchRun) => {
    sizes.observe({ queue: name }, items)
    waits.observe({ queue: name }, waitedMs / 1000)
  })
}

export type KeyedOutcome = 'kept' | 'not kept' | 'replayed' | 'refused' | 'failed'

const outcomeLabels: Readonly<Record<KeyedOutcome, string>> = {
  kept: 'stored',
  'not kept': 'not_stored',
  replayed: 'replayed',
  refused: 'rejected',
  failed: 'failed',
}

/** Counts requests with an Idempotency-Key by their outcome. */
export function keyedRequestMetrics(registry: Registry): (outcome: KeyedOutcome) => void {
  const counter = new Counter({
    name: 'goodword_idempotent_requests_total',
    help: 'Requests with an Idempotency-Key, by outcome: response stored, response not_stored, replayed, rejected, or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  // There from the start: a series that appears with its first event shows no increase.
  for (const outcome of Object.values(outcomeLabels)) counter.inc({ outcome }, 0)
  return (outcome) => counter.inc({ outcome: outcomeLabels[outcome] })
}

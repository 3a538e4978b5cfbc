import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type BatchRun, observeBatches, type QueueReading } from '../batch-watch.ts'

/** Watches what requests share: batches, and what waits in queues. Answers how to stop watching. */
export function workMetrics(registry: Registry, queues: () => readonly QueueReading[]): () => void {
  const registers = [registry]
  const sizes = new Histogram({
    name: 'goodword_batch_size',
    help: 'Calls that shared one transaction, by kind of work: tracking writes, reading looks up, clicks are those on share links.',
    labelNames: ['work'],
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  })
  const waits = new Histogram({
    name: 'goodword_batch_wait_seconds',
    help: 'How long the first call of each batch waited for its transaction to begin, by kind of work.',
    labelNames: ['work'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  new Gauge({
    name: 'goodword_queue_depth',
    help: 'What waits now, by queue: calls for a transaction of their kind of work.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const { queue, depth } of queues()) this.set({ queue }, depth)
    },
  })
  new Gauge({
    name: 'goodword_queue_oldest_seconds',
    help: 'How long the oldest of what waits in the queue has been waiting; 0 when nothing does.',
    labelNames: ['queue'],
    registers,
    collect() {
      for (const { queue, oldestMs } of queues()) this.set({ queue }, oldestMs / 1000)
    },
  })
  return observeBatches(({ name, items, waitedMs }: BatchRun) => {
    sizes.observe({ work: name }, items)
    waits.observe({ work: name }, waitedMs / 1000)
  })
}

export type KeyedOutcome = 'kept' | 'not kept' | 'replayed' | 'refused' | 'failed'

/** Counts requests with an Idempotency-Key by what came of them. */
export function keyedRequestMetrics(registry: Registry): (outcome: KeyedOutcome) => void {
  const counter = new Counter({
    name: 'goodword_keyed_requests_total',
    help: 'Requests with an Idempotency-Key, by what came of them: answered and kept, answered and not kept, replayed from what was kept, refused, or failed.',
    labelNames: ['outcome'],
    registers: [registry],
  })
  return (outcome) => counter.inc({ outcome })
}

import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { type BatchQueue, type BatchRun, observeBatches } from '../batching/natural-batch.ts'
import { counter, type Definition, gauge, histogram } from './definition.ts'

export const requestDefinitions = {
  durations: histogram(
    'goodword_http_request_duration_seconds',
    'Duration of requests until the response was sent, by method, route and class of status. The class is "none" when the client closed the connection first.',
    ['method', 'route', 'status'],
  ),
  responses: counter(
    'goodword_http_responses_total',
    'Responses by their exact status. 500 is a defect, 503 an unavailable database or load shedding, 429 a rate limit.',
    ['status'],
  ),
  errors: counter('goodword_http_errors_total', 'Error responses by their apiErrorCode.', ['code']),
  inFlight: gauge('goodword_http_requests_in_flight', 'Requests that have started and are not answered yet.'),
  aborted: counter(
    'goodword_http_requests_aborted_total',
    'Requests whose client closed the connection before the response.',
  ),
  malformed: counter(
    'goodword_http_requests_malformed_total',
    'Requests that were not well-formed HTTP, or whose headers arrived too slowly. No other metric counts them.',
  ),
  keyed: counter(
    'goodword_idempotent_requests_total',
    'Requests with an Idempotency-Key, by outcome: response stored, response not_stored, replayed, rejected, or failed.',
    ['outcome'],
  ),
}

export const batchDefinitions = {
  sizes: histogram(
    'goodword_batch_size',
    'Calls per transaction, by queue: tracking (writes), reading (look-ups), clicks (on share links).',
    ['queue'],
  ),
  waits: histogram(
    'goodword_batch_wait_seconds',
    'Time the first call of each batch waited for its transaction to begin, by queue.',
    ['queue'],
  ),
  depth: gauge('goodword_queue_depth', 'Calls waiting for a transaction, by queue.', ['queue']),
  oldestAge: gauge(
    'goodword_queue_oldest_age_seconds',
    'Time the oldest call in the queue has been waiting, by queue; 0 if the queue is empty.',
    ['queue'],
  ),
}

/** Is called for every request. */
export type RequestObserver = {
  readonly began: () => void
  readonly ended: (request: EndedRequest) => void
  /** Malformed HTTP was received. */
  readonly malformed: () => void
}

export type EndedRequest = {
  readonly method: string
  /** The pattern of its address; null where there is nothing. */
  readonly route: string | null
  /** Null when the client closed the connection before there was an answer. */
  readonly status: number | null
  readonly seconds: number
  /** `apiErrorCode` of the answer; null where it is no error of the API's. */
  readonly errorCode: string | null
}

/** There from the start: a series that appears with its first failure shows no increase. */
const ALERTED_STATUSES = [401, 429, 500, 503] as const
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests. All labels have few values: routes are patterns, so nothing that a caller chooses is among them. */
export function requestMetrics(registry: Registry): RequestObserver {
  const registers = [registry]
  let inFlight = 0
  let aborted = 0
  let malformed = 0
  const byStatus = new Map<number, number>(ALERTED_STATUSES.map((status) => [status, 0]))
  const byErrorCode = new Map<string, number>()

  const durations = new Histogram({ ...requestDefinitions.durations, buckets: DURATIONS, registers })
  new Counter({
    ...requestDefinitions.responses,
    registers,
    collect() {
      this.reset()
      for (const [status, count] of byStatus) this.inc({ status }, count)
    },
  })
  new Counter({
    ...requestDefinitions.errors,
    registers,
    collect() {
      this.reset()
      for (const [code, count] of byErrorCode) this.inc({ code }, count)
    },
  })
  new Gauge({
    ...requestDefinitions.inFlight,
    registers,
    collect() {
      this.set(inFlight)
    },
  })
  counted(requestDefinitions.aborted, () => aborted)
  counted(requestDefinitions.malformed, () => malformed)

  function counted(definition: Definition<never, 'counter'>, count: () => number): void {
    new Counter({
      ...definition,
      registers,
      collect() {
        this.reset()
        this.inc(count())
      },
    })
  }

  return {
    began() {
      inFlight += 1
    },
    ended({ method, route, status, seconds, errorCode }) {
      inFlight -= 1
      if (errorCode !== null) add(byErrorCode, errorCode)
      if (status === null) aborted += 1
      else add(byStatus, status)
      durations.observe({ method, route: route ?? 'none', status: classOf(status) }, seconds)
    },
    malformed() {
      malformed += 1
    },
  }
}

function add<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function classOf(status: number | null): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`
}

/** Metrics of what requests share: batches and their queues. Returns a function that stops watching. */
export function workMetrics(registry: Registry, queues: () => readonly BatchQueue[]): () => void {
  const registers = [registry]
  const sizes = new Histogram({
    ...batchDefinitions.sizes,
    buckets: [1, 2, 5, 10, 20, 50, 100, 200],
    registers,
  })
  const waits = new Histogram({
    ...batchDefinitions.waits,
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  new Gauge({
    ...batchDefinitions.depth,
    registers,
    collect() {
      for (const { queue, depth } of queues()) this.set({ queue }, depth)
    },
  })
  new Gauge({
    ...batchDefinitions.oldestAge,
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
  const requests = new Counter({ ...requestDefinitions.keyed, registers: [registry] })
  // There from the start: a series that appears with its first event shows no increase.
  for (const outcome of Object.values(outcomeLabels)) requests.inc({ outcome }, 0)
  return (outcome) => requests.inc({ outcome: outcomeLabels[outcome] })
}

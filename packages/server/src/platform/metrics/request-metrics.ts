import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/** Hears of every request. */
export type RequestObserver = {
  readonly began: () => void
  readonly ended: (request: EndedRequest) => void
  /** What came was no request that could be understood. */
  readonly unreadable: () => void
}

export type EndedRequest = {
  readonly method: string
  /** The pattern of its address; null where there is nothing. */
  readonly route: string | null
  /** Null when whoever asked hung up before there was an answer. */
  readonly status: number | null
  readonly seconds: number
}

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Counts requests. All labels have few values: routes are patterns, so nothing that a caller chooses is among them. */
export function requestMetrics(registry: Registry): RequestObserver {
  const registers = [registry]
  let underWay = 0
  let hungUp = 0
  let unreadable = 0
  const byStatus = new Map<number, number>()

  const durations = new Histogram({
    name: 'goodword_http_request_duration_seconds',
    help: 'Requests by method, route and class of status, and how long they took until the answer was sent. The class is "none" when the caller hung up first.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers,
  })
  new Counter({
    name: 'goodword_http_responses_total',
    help: 'Answers by their exact status. 500 is a defect of ours, 503 the database or too much to do, 429 a limit.',
    labelNames: ['status'],
    registers,
    collect() {
      this.reset()
      for (const [status, count] of byStatus) this.inc({ status }, count)
    },
  })
  new Gauge({
    name: 'goodword_http_requests_under_way',
    help: 'Requests that have begun and are not answered yet.',
    registers,
    collect() {
      this.set(underWay)
    },
  })
  counted(
    'goodword_http_requests_hung_up_total',
    'Requests whose caller hung up before the answer.',
    () => hungUp,
  )
  counted(
    'goodword_http_requests_unreadable_total',
    'What came on a connection and was no well-formed HTTP, or came too slowly. It is in no other count.',
    () => unreadable,
  )

  function counted(name: string, help: string, count: () => number): void {
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(count())
      },
    })
  }

  return {
    began() {
      underWay += 1
    },
    ended({ method, route, status, seconds }) {
      underWay -= 1
      if (status === null) hungUp += 1
      else byStatus.set(status, (byStatus.get(status) ?? 0) + 1)
      durations.observe({ method, route: route ?? 'none', status: classOf(status) }, seconds)
    },
    unreadable() {
      unreadable += 1
    },
  }
}

function classOf(status: number | null): string {
  return status === null ? 'none' : `${Math.floor(status / 100)}xx`
}

import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, type Line, openLine } from './line.ts'

/** A stream of requests: so many a second whether or not they are answered, or as many as the connections can take. */
export type Stream = {
  readonly port: number
  readonly connections: number
  /** Null for the next request on each connection as soon as it has its answer. */
  readonly perSecond: number | null
  readonly seconds: number
  /** The text of the request with this number. */
  readonly request: (index: number) => string
}

/** The result. */
export type SteadyLoadResult = {
  readonly answers: number
  readonly byStatus: Readonly<Record<string, number>>
  /** Responses 429 and 503 without `Retry-After`. */
  readonly withoutRetryAfter: number
  /** Requests whose connection ended without an answer. */
  readonly broken: number
  /** Requests that were due while every connection was waiting for an answer: they were not sent. */
  readonly unsent: number
  /** The latencies of the successes, in milliseconds, in order. */
  readonly latenciesMs: readonly number[]
}

const TICK_MS = 5
const GREETING = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'

/** Opens the connections, sends the requests, waits for what is still to be answered, and closes the connections. */
export async function runSteadyLoad(stream: Stream): Promise<SteadyLoadResult> {
  // The system takes connections in one by one; how long a crowd waits for that is not what a stream measures.
  const idle = await Promise.all(Array.from({ length: stream.connections }, () => greetedLine(stream.port)))
  const lines = [...idle]
  const byStatus: Record<string, number> = {}
  const latenciesMs: number[] = []
  let withoutRetryAfter = 0
  let broken = 0
  let unsent = 0
  let sent = 0
  let waiting = 0
  let isOver = false

  const startedAt = performance.now()
  for (let elapsed = 0; elapsed < stream.seconds * 1000; elapsed = performance.now() - startedAt) {
    const due = stream.perSecond === null ? Infinity : Math.floor((elapsed * stream.perSecond) / 1000)
    while (sent + unsent < due && idle.length > 0) void send()
    if (due !== Infinity) unsent = Math.max(unsent, due - sent)
    await pause(TICK_MS)
  }
  isOver = true
  while (waiting > 0) await pause(TICK_MS)
  for (const line of lines) line.close()
  latenciesMs.sort((one, other) => one - other)
  const answers = Object.values(byStatus).reduce((sum, count) => sum + count, 0)
  return { answers, byStatus, withoutRetryAfter, broken, unsent, latenciesMs }

  async function send(): Promise<void> {
    // Round robin: a connection that is idle for a minute is closed.
    const line = idle.shift()
    if (line === undefined) return
    waiting += 1
    const answer = await line.send(stream.request(sent++))
    waiting -= 1
    if (answer === null) {
      broken += 1
      return
    }
    count(answer)
    idle.push(line)
    if (stream.perSecond === null && !isOver) void send()
  }

  function count({ status, hasRetryAfter, tookMs }: Answer): void {
    byStatus[status] = (byStatus[status] ?? 0) + 1
    if (status.startsWith('2')) latenciesMs.push(tookMs)
    if ((status === '429' || status === '503') && !hasRetryAfter) withoutRetryAfter += 1
  }
}

async function greetedLine(port: number): Promise<Line> {
  const line = openLine(port)
  const answer = await line.send(GREETING)
  if (answer?.status !== '200') throw new Error(`health check failed: ${answer?.status ?? 'no response'}`)
  return line
}

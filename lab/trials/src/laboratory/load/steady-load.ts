import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

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

/** Opens the connections, sends the requests, waits for the remaining answers, and closes the connections. */
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

/** A connection to a service that carries one request at a time. */
type Line = {
  /** Sends the text of a request; null when the connection ends without an answer. */
  readonly send: (request: string) => Promise<Answer | null>
  readonly close: () => void
}

type Answer = { readonly status: string; readonly hasRetryAfter: boolean; readonly tookMs: number }

type PendingRequest = { readonly at: number; readonly answered: (answer: Answer | null) => void }

/** Parses responses with a Content-Length, which all responses of the service have. */
function openLine(port: number): Line {
  const socket = connect(port, '127.0.0.1')
  let received = ''
  let pending: PendingRequest | null = null
  let isOpen = true

  function answer(it: Omit<Answer, 'tookMs'> | null): void {
    const was = pending
    pending = null
    was?.answered(it === null ? null : { ...it, tookMs: performance.now() - was.at })
  }

  socket.setEncoding('latin1')
  socket.on('data', (piece) => {
    received += piece
    const headEnd = received.indexOf('\r\n\r\n')
    if (headEnd === -1) return
    const head = received.slice(0, headEnd)
    const end = headEnd + 4 + Number(/\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
    if (received.length < end) return
    received = received.slice(end)
    answer({ status: head.slice(9, 12), hasRetryAfter: /\nretry-after: *\d+/i.test(head) })
  })
  // The error of a connection is ignored, because `close` follows.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    isOpen = false
    answer(null)
  })
  return {
    send: (request) =>
      new Promise((answered) => {
        if (!isOpen) {
          answered(null)
          return
        }
        pending = { at: performance.now(), answered }
        socket.write(request)
      }),
    close: () => socket.end(),
  }
}

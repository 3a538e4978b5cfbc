import { Agent, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps, Agent as SecureAgent } from 'node:https'
import type { Socket } from 'node:net'

/** The outcome of a request: its status, or the reason why there is none. */
export type Outcome =
  | {
      readonly kind: 'answered'
      readonly status: number
      readonly text: string
      /** The seconds of the header `Retry-After`; null without one in seconds. */
      readonly retryAfterSeconds: number | null
      /** The time of the header `Next-Due`, an ISO time; null without one. */
      readonly nextDueAt: number | null
    }
  | { readonly kind: 'failed'; readonly error: string }

export type Question = {
  readonly method: 'GET' | 'POST'
  readonly url: string
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** How long the whole answer may take. It is the machine's time, as the other side knows no other. */
  readonly limitMs?: number
  readonly closing: AbortSignal
}

const ANSWER_LIMIT_MS = 30_000
/** The maximum that is read of an answer; a listener's says nothing that matters. */
const READ_LIMIT = 10_000

/** A listener may end a connection that rests whenever it likes; so soon, hardly any does, and it would look like a failure. */
const CONNECTIONS_REST_MS = 1_000
const kept = { keepAlive: true, timeout: CONNECTIONS_REST_MS }
const [agent, secureAgent] = [new Agent(kept), new SecureAgent(kept)]
const restsSince = new WeakMap<Socket, number>()
for (const each of [agent, secureAgent]) {
  each.on('free', (socket: Socket) => restsSince.set(socket, performance.now()))
}

/** Sends a request to a URL of the account. Every result is an outcome. */
export function sendRequest(question: Question): Promise<Outcome> {
  return new Promise((resolve) => {
    const { url, method, body = '', type, closing, limitMs = ANSWER_LIMIT_MS } = question
    const address = URL.parse(url)
    const failed = (error: string) => resolve({ kind: 'failed', error })
    if (address === null || !/^https?:$/.test(address.protocol)) return failed(`${url} is not an HTTP URL`)
    if (closing.aborted) return failed('the gateway is shutting down')

    endRested()
    const isSecure = address.protocol === 'https:'
    const headers = {
      ...question.headers,
      ...(type && { 'content-type': type }),
      'content-length': Buffer.byteLength(body),
    }
    const request = isSecure
      ? requestHttps(address, { method, headers, agent: secureAgent })
      : requestHttp(address, { method, headers, agent })
    const end = () => request.destroy(new Error('the gateway is shutting down'))
    const limit = setTimeout(
      () => request.destroy(new Error(`the response was not complete within ${limitMs / 1000} s`)),
      limitMs,
    )
    closing.addEventListener('abort', end)
    request.on('close', () => {
      clearTimeout(limit)
      closing.removeEventListener('abort', end)
      failed('the connection closed before the response was complete')
    })
    request.on('error', (error) => failed(reasonOf(error)))
    request.on('response', (response) => {
      response.on('error', (error) => failed(reasonOf(error)))
      const { statusCode: status = 0, headers } = response
      const retryAfterSeconds = secondsOf(headers['retry-after'])
      const nextDueAt = timeOf(headers['next-due'])
      readText(response, (text) => resolve({ kind: 'answered', status, text, retryAfterSeconds, nextDueAt }))
    })
    request.end(body)
  })
}

/** The agents' own timers come too late when this process was busy meanwhile, as it is while it makes a thousand bills. */
function endRested(): void {
  const latest = performance.now() - CONNECTIONS_REST_MS
  for (const socket of [agent, secureAgent].flatMap(resting)) {
    if ((restsSince.get(socket) ?? 0) < latest) socket.destroy()
  }
}

function resting({ freeSockets }: Agent): readonly Socket[] {
  return Object.values(freeSockets).flatMap((each) => each ?? [])
}

function readText(response: IncomingMessage, done: (text: string) => void): void {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (piece: string) => {
    if (text.length < READ_LIMIT) text += piece
  })
  response.on('end', () => done(text))
}

/** A date is not read: the sandbox waits for seconds only. */
function secondsOf(retryAfter: string | undefined): number | null {
  return retryAfter !== undefined && /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : null
}

function timeOf(nextDue: string | string[] | undefined): number | null {
  const time = typeof nextDue === 'string' ? Date.parse(nextDue) : Number.NaN
  return Number.isNaN(time) ? null : time
}

/** An error at every address of a name has no message of its own. */
function reasonOf(error: Error & { readonly code?: string }): string {
  return error.message === '' ? (error.code ?? error.name) : error.message
}

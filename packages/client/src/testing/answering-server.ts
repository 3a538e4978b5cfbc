import { createServer, type IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import type { Reply } from '@goodword/testing/replies'
import { afterAll, beforeEach } from 'vitest'
import { ApiError } from '../api-error.ts'
import { type ClientOptions, createClient } from '../create-client.ts'

type Seen = {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export const API_KEY = 'gw_test_ThisIsTheSecret'
export const TIMEOUT_MS = 12_345

/** A real server that answers what a test has lined up, and clients of it whose waits end at once. */
export async function startAnsweringServer() {
  const seen: Seen[] = []
  const waits: number[] = []
  /** The last answer is given again and again; `expire` ends the timeout of an attempt. */
  const api = { answers: [] as Reply[], expire: () => {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    const answer = api.answers.length > 1 ? api.answers.shift() : api.answers[0]
    answer?.(response)
  })
  // An idle connection stays, however long this process is held up: a call never meets one that is just being closed.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  beforeEach(() => {
    seen.length = 0
    waits.length = 0
  })

  const startTimer: NonNullable<ClientOptions['startTimer']> = (run, afterMs) => {
    if (afterMs === TIMEOUT_MS) {
      api.expire = run
    } else {
      waits.push(afterMs)
      queueMicrotask(run)
    }
    return () => {}
  }
  const client = (more: Partial<ClientOptions> = {}) =>
    createClient({
      baseUrl,
      tenantAlias: 'test_acme',
      apiKey: API_KEY,
      timeoutMs: TIMEOUT_MS,
      startTimer,
      random: () => 0,
      ...more,
    })
  return { api, baseUrl, client, seen, waits }
}

export const proxyPage: Reply = (response) => response.writeHead(502).end('<h1>Bad gateway</h1>')

export const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const failure: unknown = await call.then(
    () => null,
    (it: unknown) => it,
  )
  if (failure instanceof ApiError) return failure
  throw new Error(`Not a failure of the API: ${inspect(failure)}`)
}

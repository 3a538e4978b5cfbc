import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { guardedPool } from './guarded-pool.ts'
import { type PostResult, postJson } from './post-json.ts'

const PATIENT_MS = 30_000
const SHORT_MS = 300

const closings: (() => void)[] = []
afterEach(() => {
  for (const close of closings.splice(0)) close()
})

async function serving(answer: RequestListener): Promise<number> {
  const server: Server = createServer(answer)
  closings.push(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an address with one.
  return (server.address() as AddressInfo).port
}

/** A receiver that does not speak HTTP properly. */
async function speaking(answer: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createTcpServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  closings.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

async function post(
  port: number,
  timeLimitMs = PATIENT_MS,
  signal = new AbortController().signal,
): Promise<PostResult> {
  const rules = { mode: 'test', allowLocal: true } as const
  const resolve = async () => []
  const pool = guardedPool(`http://127.0.0.1:${port}`, {
    rules,
    resolve,
    connections: 1,
    connectMs: PATIENT_MS,
  })
  try {
    return await postJson(pool, { path: '/', headers: {}, body: '{}', signal, timeLimitMs })
  } finally {
    await pool.destroy()
  }
}

/** Doubles the limit until the headers of the response arrive within it, which takes long on a busy machine. */
async function postUntilHeaders(port: number, limitMs = SHORT_MS): Promise<PostResult> {
  const result = await post(port, limitMs)
  const before = result.kind === 'failed' && result.status === null
  return before && limitMs < PATIENT_MS ? postUntilHeaders(port, limitMs * 2) : result
}

const failed = (reason: string, status: number | null = null) => ({ kind: 'failed', reason, status })

test.each([200, 204, 301, 302, 307, 404, 410, 429, 500, 503])(
  'the status %d is answered as it is, and nothing follows',
  async (status) => {
    let requests = 0
    const port = await serving((_, response) => {
      requests += 1
      response.writeHead(status, { location: 'http://127.0.0.1:1/', 'retry-after': '7' }).end()
    })
    expect(await post(port)).toMatchObject({ kind: 'response', status, headers: { 'retry-after': '7' } })
    expect(requests).toBe(1)
  },
)

test('the first part of a huge body is kept, and reading ends soon', async () => {
  let written = 0
  const chunk = 'x'.repeat(65_536)
  const port = await serving((_, response) => {
    const write = (): void => {
      while (!response.destroyed && response.write(chunk)) written += chunk.length
    }
    response.writeHead(200)
    response.on('drain', write)
    write()
  })
  expect(await post(port)).toMatchObject({ kind: 'response', status: 200, body: 'x'.repeat(4096) })
  expect(written).toBeLessThan(64 * 1024 * 1024)
})

test('a receiver that does not answer runs out of time', async () => {
  expect(await post(await serving(() => undefined), SHORT_MS)).toEqual(failed('TIMED_OUT'))
})

test('a body that trickles does not extend the time', async () => {
  const port = await serving((_, response) => {
    response.writeHead(200, { 'content-length': '100000' })
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  expect(await postUntilHeaders(port)).toEqual(failed('TIMED_OUT', 200))
})

test('headers that trickle do not extend the time', async () => {
  const port = await speaking((socket) => {
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('x: y\r\n'), 20)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await post(port, SHORT_MS)).toEqual(failed('TIMED_OUT'))
})

test('a refused connection fails', async () => {
  const port = await serving(() => undefined)
  for (const close of closings.splice(0)) close()
  expect(await post(port)).toEqual(failed('CONNECTION_FAILED'))
})

test.each([
  ['closes before its response', (socket: Socket) => socket.end(), failed('CONNECTION_FAILED')],
  ['resets', (socket: Socket) => socket.resetAndDestroy(), failed('CONNECTION_FAILED')],
  [
    'closes within its headers',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\nx: '),
    failed('CONNECTION_FAILED'),
  ],
  [
    'closes within its body',
    (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nshort'),
    failed('INVALID_RESPONSE', 200),
  ],
  [
    'speaks another protocol',
    (socket: Socket) => socket.write('220 mail ready\r\n'),
    failed('INVALID_RESPONSE'),
  ],
  [
    'sends headers without end',
    (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(1_000_000)}`),
    failed('INVALID_RESPONSE'),
  ],
])('a receiver that %s fails', async (_, answer, result) => {
  expect(await post(await speaking(answer))).toEqual(result)
})

test('a request that the end of the process interrupts has no result', async () => {
  const stop = new AbortController()
  const port = await serving(() => stop.abort())
  expect(await post(port, PATIENT_MS, stop.signal)).toEqual({ kind: 'stopped' })
})

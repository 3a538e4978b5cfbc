import { execFile } from 'node:child_process'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { converse, exchange, listen } from '../../../testing/requests/bare-connection.ts'
import { asAcme, basic, createFrame, createNoteFrame, readNote, writeNote } from './test-frame.ts'

// Each hurries in one thing alone: what a busy machine does late must not be taken for another.
const hasty = createNoteFrame({ timeouts: { headersMs: 200, requestMs: 400, checkEveryMs: 20 } })
const unused = createNoteFrame({ timeouts: { silenceMs: 300 } })
const lingering = createNoteFrame({ timeouts: { lingerMs: 60_000 } })
const usual = createNoteFrame()
const port = await listen(lingering.app)
afterAll(async () => {
  for (const { app } of [hasty, unused, lingering, usual]) await app.close()
})

const KEY = `Authorization: ${basic('key-acme:')}\r\n`
const POST = `POST /api/v1/acme/note HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n`
const NO_TIMEOUTS = `${'4000\r\n'}${' '.repeat(0x4000)}\r\n`

/** Writes a piece repeatedly, until the server closes the connection. */
function drip(first: string, piece: string, everyMs: number) {
  return (socket: Socket): void => {
    socket.write(first)
    const timer = setInterval(() => socket.write(piece), everyMs)
    socket.once('close', () => clearInterval(timer))
  }
}

/** Writes a piece again and again, as fast as the server takes it. */
function flood(first: string, piece: string) {
  return (socket: Socket): void => {
    socket.write(first)
    const more = (): void => {
      while (!socket.destroyed && socket.write(piece)) {
        // As long as there is room.
      }
    }
    socket.on('drain', more)
    more()
  }
}

describe('a client that takes its time', async () => {
  const hastyPort = await listen(hasty.app)
  const unusedPort = await listen(unused.app)

  it.each([
    ['says nothing', () => undefined],
    ['sends headers byte by byte', drip('GET /livez HTTP/1.1\r\nHost: a\r\nX: ', 'x', 20)],
    ['sends header after header', drip('GET /livez HTTP/1.1\r\nHost: a\r\n', 'X: x\r\n', 20)],
    ['sends a body byte by byte', drip(`${POST}${KEY}Content-Length: 1000\r\n\r\n{"id":"`, 'x', 20)],
    ['sends chunks byte by byte', drip(`${POST}${KEY}Transfer-Encoding: chunked\r\n\r\n`, '1\r\nx\r\n', 20)],
    [
      'sends a trailer without end',
      drip(`${POST}${KEY}Transfer-Encoding: chunked\r\n\r\n0\r\n`, 'X: y\r\n', 20),
    ],
  ])('a client that takes its time and %s gets 408 and is disconnected', async (_, sendRequest) => {
    const { answers, isClosed } = await converse(hastyPort, sendRequest)
    expect(answers.map(({ status }) => status)).toEqual([408])
    expect(JSON.parse(answers[0]?.body ?? '')).toMatchObject({ apiErrorCode: 'REQUEST_TIMEOUT' })
    expect(isClosed).toBe(true)
  })

  it('a client that never reads its answers is cut off', async () => {
    const letters = 'x'.repeat(200_000)
    const body = JSON.stringify({ id: 'a', note: letters })
    const request = `${POST}${KEY}Content-Length: ${body.length}\r\n\r\n${body}`
    const accepted = once(unused.app.server, 'connection')
    const reading = converse(unusedPort, (socket) => {
      socket.pause()
      flood(request, request)(socket)
    })
    const [socket] = await accepted
    await once(socket, 'close')
    await reading
  })
})

describe('a body without end', () => {
  it.each([
    ['with a key', KEY, POST, 413],
    ['without a key', '', POST, 401],
    ['where nothing is', KEY, POST.replace('/api/v1/acme/note', '/nowhere'), 404],
    ['where none is read', KEY, POST.replace('POST /api/v1/acme/note', 'GET /livez'), 200],
  ])('a body without end %s is answered at once and cut off', async (_, key, head, status) => {
    const sendRequest = flood(`${head}${key}Transfer-Encoding: chunked\r\n\r\n`, NO_TIMEOUTS)
    const { answers, isClosed } = await converse(port, sendRequest)
    expect(answers.map((it) => it.status)).toEqual([status])
    expect(answers[0]?.headers.connection).toBe('close')
    expect(isClosed).toBe(true)
  })

  it.each([
    ['that is announced', `${POST}Content-Length: 20000000\r\n\r\n`, 413],
    ['where nothing is', `${POST.replace('/api', '/')}Transfer-Encoding: chunked\r\n\r\n`, 404],
  ])(
    'a body without end %s is refused so that a client that is still sending can read the response',
    async (_, head, status) => {
      const flooding = [
        resolve(import.meta.dirname, '../../../testing/requests/flood.ts'),
        `${port}`,
        head,
        '12',
      ]
      const { stdout } = await promisify(execFile)(process.execPath, flooding)
      expect(JSON.parse(stdout)).toEqual(Array.from({ length: 12 }, () => `${status}`))
    },
  )

  it('a body without end also ends for a client that ignores the closed connection', async () => {
    const { answers, isClosed } = await converse(await listen(usual.app), (socket) => {
      socket.allowHalfOpen = true
      flood(`${POST}Transfer-Encoding: chunked\r\n\r\n`, NO_TIMEOUTS)(socket)
    })
    expect(answers.map((it) => it.status)).toEqual([401])
    expect(isClosed).toBe(true)
  })

  it('a body without end that is announced is refused before it is asked for', async () => {
    const { answers } = await exchange(port, `${POST}Expect: 100-continue\r\nContent-Length: 262145\r\n\r\n`)
    expect(answers.map((it) => it.status)).toEqual([413])
  })
})

describe('work that takes too long', () => {
  const { app, serve } = createFrame({ timeouts: { handlerMs: 50 } })
  const late: ((note: { note: null }) => void)[] = []
  serve(readNote, () => new Promise((resolve) => late.push(resolve)))
  serve(writeNote, async () => ({ note: null }))
  afterAll(() => app.close())

  it('work that takes too long is 503 with Retry-After, and what comes of it later is dropped', async () => {
    const answer = await app.inject({ url: '/api/v1/acme/note/a', headers: asAcme })
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ apiErrorCode: 'SERVICE_UNAVAILABLE', param: null })
    expect(answer.headers).toMatchObject({ 'retry-after': '2', 'x-request-id': answer.json().requestId })
    for (const resolve of late) resolve({ note: null })
    expect((await app.inject({ url: '/nowhere' })).statusCode).toBe(404)
  })

  it('work that takes too long is 408 while the caller still sends the body', async () => {
    const { answers, isClosed } = await exchange(
      await listen(app),
      `${POST}${KEY}Content-Length: 10\r\n\r\n{"id"`,
    )
    expect(answers.map((it) => it.status)).toEqual([408])
    expect(isClosed).toBe(true)
  })
})

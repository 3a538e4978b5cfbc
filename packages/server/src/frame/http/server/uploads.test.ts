import { once } from 'node:events'
import { connect, type Server, type Socket } from 'node:net'
import { exampleImport } from '@goodword/contract/files/import'
import { createImport } from '@goodword/contract/files/import-endpoints'
import type { MerchantId } from '@goodword/domain/values/ids'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { converse, exchange, listen } from '../../../testing/requests/bare-connection.ts'
import { createLimits, type Limits, noLimits } from '../limits/limits.ts'
import { createLoadShedding } from '../limits/load-shedding.ts'
import { createThrottle } from '../limits/throttle.ts'
import { asAcme, basic, createFrame, writeNote } from './test-frame.ts'

/** Reads whole files, or the beginning of them, and counts the bytes. */
function createUploadFrame(timeouts = {}, limits = noLimits) {
  const frame = createFrame({ timeouts }, undefined, limits)
  const read: { bytes: number; isBroken: boolean }[] = []
  frame.serve(createImport, async ({ upload, query }) => {
    const file = { bytes: 0, isBroken: false }
    read.push(file)
    try {
      for await (const chunk of upload) {
        file.bytes += chunk.length
        if (query.mapping === 'saasquatch') break
      }
    } catch (error) {
      file.isBroken = true
      throw error
    }
    return { ...exampleImport, rows: file.bytes }
  })
  frame.serve(writeNote, async () => ({ note: null }))
  return { ...frame, read }
}

const { app, read } = createUploadFrame()
const port = await listen(app)
afterAll(() => app.close())

const PATH = '/api/v1/acme/imports?kind=users'
const HEAD = `POST ${PATH} HTTP/1.1\r\nHost: a\r\nAuthorization: ${basic('key-acme:')}\r\n`
const CSV = `${HEAD}Content-Type: text/csv\r\n`

function send(headers: Readonly<Record<string, string>>, payload: string | Buffer, url = PATH) {
  return app.inject({ method: 'POST', url, headers: { ...asAcme, ...headers }, payload })
}

describe('a file', () => {
  test('a file larger than any JSON body is read as it arrives', async () => {
    const file = Buffer.alloc(3_000_000, 'a')
    const answer = await send({ 'content-type': 'text/csv; charset=UTF-8' }, file)
    expect([answer.statusCode, answer.json().rows]).toEqual([202, 3_000_000])
    const lines = await send({ 'content-type': 'Application/X-NDJSON' }, '{}\n')
    expect(lines.statusCode).toBe(202)
  })

  test.each([
    ['without a type', {}],
    ['as JSON', { 'content-type': 'application/json' }],
    ['as text', { 'content-type': 'text/plain' }],
    ['in another charset', { 'content-type': 'text/csv; charset=latin1' }],
    ['that is compressed', { 'content-type': 'text/csv', 'content-encoding': 'gzip' }],
  ])('a file %s is 415, and not read', async (_, headers) => {
    const before = read.length
    const answer = await send(headers, 'a\n')
    expect(answer.json()).toMatchObject({ statusCode: 415, apiErrorCode: 'UNSUPPORTED_MEDIA_TYPE' })
    expect(read.length).toBe(before)
  })

  test('a file is 415 where JSON is wanted', async () => {
    const answer = await send({ 'content-type': 'text/csv' }, 'a\n', '/api/v1/acme/note')
    expect(answer.json()).toMatchObject({
      statusCode: 415,
      message: expect.stringMatching('application/json'),
    })
  })

  test('a file that announces more than 1 GiB is 413 at once', async () => {
    const { answers } = await exchange(port, `${CSV}Content-Length: 1073741825\r\n\r\n`, 1)
    expect(answers[0]).toMatchObject({ status: 413 })
  })

  test('a file without a key is 401 before it is sent', async () => {
    const head = CSV.replace(/Authorization.*\r\n/, '')
    const { answers } = await exchange(port, `${head}Content-Length: 1000000000\r\n\r\n`, 1)
    expect(answers[0]).toMatchObject({ status: 401 })
  })

  test('a file is asked for when the client waits for it, however large', async () => {
    const bytes = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`${CSV}Content-Length: 500000\r\nExpect: 100-continue\r\n\r\n`)
      })
      socket.once('data', (data) => {
        socket.destroy()
        resolve(String(data))
      })
    })
    expect(bytes).toMatch(/^HTTP\/1.1 100 Continue/)
  })

  test('a file whose rest is not wanted is answered over the same connection', async () => {
    const head = CSV.replace('users', 'users&mapping=saasquatch')
    const { answers } = await converse(
      port,
      (socket) => socket.write(`${head}Content-Length: 100000000\r\n\r\n${'a'.repeat(100_000)}`),
      1,
    )
    expect(answers[0]).toMatchObject({ status: 202 })
  })

  test('a file that breaks off is an error of its reader', async () => {
    const before = read.length
    const socket = connect(port, '127.0.0.1', () => socket.write(`${CSV}Content-Length: 100\r\n\r\nabc`))
    await expect.poll(() => read[before]?.bytes).toBe(3)
    socket.destroy()
    await expect.poll(() => read[before]?.isBroken).toBe(true)
  })
})

test('a file may take longer than other requests', async () => {
  const { slow, port: hastyPort } = await beginSlowUpload(100)
  const json = `${CSV.replace(PATH, '/api/v1/acme/note').replace('text/csv', 'application/json')}`
  // Began later, and its time is over.
  const { answers } = await converse(hastyPort, (socket) => socket.write(`${json}Content-Length: 9\r\n\r\n{`))
  expect(answers.map((it) => it.status)).toEqual([408])
  const answer = once(slow, 'data')
  slow.write('def')
  const [bytes] = await answer
  expect(String(bytes)).toMatch(/^HTTP\/1.1 202 /)
  slow.destroy()
})

/** Sends half of a file to a server that gives headers so much time, or twice as much if they did not arrive in it. */
async function beginSlowUpload(headersMs: number): Promise<{ slow: Socket; port: number }> {
  const hasty = createUploadFrame({ headersMs, requestMs: headersMs * 2, checkEveryMs: 10 })
  onTestFinished(() => hasty.app.close())
  const hastyPort = await listen(hasty.app)
  const slow = connect(hastyPort, '127.0.0.1', () =>
    slow.write(`${CSV}Content-Length: 6\r\n\r\nabc`),
  ).resume()
  await expect.poll(() => slow.closed || hasty.read[0]?.bytes === 3).toBe(true)
  return slow.closed ? beginSlowUpload(headersMs * 2) : { slow, port: hastyPort }
}

describe('files that arrive slowly', () => {
  const shedding = createLoadShedding(() => 0)
  const throttle = createThrottle({ now: () => 0 }, async () => undefined)
  const limited = createUploadFrame({}, createLimits(null, shedding, throttle))
  afterAll(() => limited.app.close())
  const listening = listen(limited.app)

  /** Sends the beginning of a file, or nothing of it, and keeps the connection open. */
  async function begin(alias: string, start: string): Promise<Socket> {
    const head = `POST /api/v1/${alias}/imports?kind=users HTTP/1.1\r\nHost: a\r\nAuthorization: ${basic(`key-${alias}:`)}\r\n`
    const socket = connect(await listening, '127.0.0.1', () =>
      socket.write(`${head}Content-Type: text/csv\r\nContent-Length: 6\r\n\r\n${start}`),
    )
    onTestFinished(() => {
      socket.destroy()
    })
    return socket
  }

  const statusOf = async (socket: Socket) => Number(String((await once(socket, 'data'))[0]).split(' ')[1])

  test('files that arrive slowly are limited to two of a merchant at a time, in both modes, from before their first byte; a third is 429', async () => {
    const before = limited.read.length
    const [first] = await Promise.all([begin('acme', ''), begin('test_acme', '')])
    await expect.poll(() => limited.read.length).toBe(before + 2)
    for (const alias of ['acme', 'test_acme']) {
      const refused = await once(await begin(alias, ''), 'data')
      expect(String(refused)).toMatch(/^HTTP\/1.1 429 /)
      expect(String(refused)).toMatch(/retry-after: 10\r\n/i)
    }
    expect(await statusOf(await begin('other', 'abcdef'))).toBe(202)
    const answer = statusOf(first)
    first.write('abcdef')
    expect(await answer).toBe(202)
    first.destroy()
    expect(await statusOf(await begin('acme', 'abcdef'))).toBe(202)
  })

  test('files that arrive slowly give their places back when the client leaves before they are admitted', async () => {
    const base = createLimits(null, shedding, throttle)
    const gate = createGate()
    const admitServer: Limits['admitServer'] = async (...admission) => {
      await gate.pass()
      return base.admitServer(...admission)
    }
    const gated = createUploadFrame({}, { ...base, admitServer })
    onTestFinished(() => gated.app.close())
    const gatedPort = await listen(gated.app)
    const leaving = [1, 2].map(() => connect(gatedPort, '127.0.0.1').resume())
    for (const socket of leaving) socket.write(`${CSV}Content-Length: 6\r\n\r\n`)
    await expect.poll(() => gate.waiting()).toBe(2)
    for (const socket of leaving) socket.destroy()
    await expect.poll(() => connectionsOf(gated.app.server)).toBe(0)
    gate.open()
    const { answers } = await exchange(gatedPort, `${CSV}Content-Length: 6\r\n\r\nabcdef`, 1)
    expect(answers[0]).toMatchObject({ status: 202 })
  })

  test('files that arrive slowly are not counted as requests in flight while they are waited for', async () => {
    // Nearly as many as a merchant may have; one more would be refused.
    const ends = Array.from({ length: 511 }, () => shedding.begin('slow' as MerchantId))
    const before = limited.read.length
    await Promise.all([begin('slow', 'abc'), begin('test_slow', 'abc')])
    await expect.poll(() => limited.read.slice(before).map((it) => it.bytes)).toEqual([3, 3])
    expect(() => shedding.rejectIfOverloaded('slow' as MerchantId, 'tracking')).not.toThrow()
    for (const end of ends) end()
  })
})

/** Holds back what passes it until it is opened. */
function createGate() {
  const opened = Promise.withResolvers<void>()
  let waiting = 0
  return {
    pass: () => {
      waiting += 1
      return opened.promise
    },
    waiting: () => waiting,
    open: opened.resolve,
  }
}

const connectionsOf = (server: Server) =>
  new Promise<number>((resolve, reject) =>
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )

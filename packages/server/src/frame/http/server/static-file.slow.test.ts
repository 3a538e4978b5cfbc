import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, it, test } from 'vitest'
import { listen } from '../../../testing/requests/bare-connection.ts'
import { acceptedCoding, serveFile } from './static-file.ts'
import { createFrame } from './test-frame.ts'

const { app } = createFrame()
const MEGABYTES = 4
const READERS = 50
/** The bodies of the answers. */
const sent: unknown[] = []
app.addHook('onSend', async (_request, _reply, payload) => {
  sent.push(payload)
})
serveFile(app, '/large', {
  type: 'text/plain',
  content: () => Buffer.alloc(MEGABYTES * 2 ** 20, 'a'),
  caching: 'no-cache',
})
const port = await listen(app)
afterAll(() => app.close())

test('clients that do not read what they asked for are sent the same bytes, which take memory once', async () => {
  const request = 'GET /large HTTP/1.1\r\nHost: a\r\n\r\n'
  const readers = await Promise.all(
    Array.from({ length: READERS }, async () => {
      const socket = connect(port, '127.0.0.1').pause()
      await once(socket, 'connect')
      socket.write(request)
      return socket
    }),
  )
  await expect.poll(() => sent).toHaveLength(READERS)
  expect(sent[0]).toHaveLength(MEGABYTES * 2 ** 20)
  expect(sent.every((it) => it === sent[0])).toBe(true)
  for (const socket of readers) socket.destroy()
})

test('a client that has not read an answer in time is cut off', async () => {
  const { app: hasty } = createFrame({ timeouts: { handlerMs: 50, readMs: 50, silenceMs: 600_000 } })
  serveFile(hasty, '/large', {
    type: 'text/plain',
    content: () => Buffer.alloc(2 ** 24),
    caching: 'no-cache',
  })
  await expect.poll(async () => (await hasty.inject('/large')).statusCode).toBe(200)
  const accepted = once(hasty.server, 'connection')
  const reader = connect(await listen(hasty), '127.0.0.1').pause()
  reader.write('GET /large HTTP/1.1\r\nHost: a\r\n\r\n')
  const [socket] = await accepted
  await once(socket, 'close')
  reader.destroy()
  await hasty.close()
})

describe('the coding of a file', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br; q=0.000,gzip;q=0.1', 'gzip'],
    ['*', 'br'],
    ['*;q=0', 'identity'],
    ['br;q=0, *', 'gzip'],
    ['br;q=x, identity', 'identity'],
    ['xbr, gzip-9', 'identity'],
  ] as const)('the coding of a file for %j is %s', (header, coding) => {
    expect(acceptedCoding(header)).toBe(coding)
  })
})

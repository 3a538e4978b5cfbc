import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { exchange, listen } from '../../../testing/requests/bare-connection.ts'
import type { AppDependencies } from './app.ts'
import { basic, createFrame, createNoteFrame, readNote } from './test-frame.ts'

const LIVEZ = 'GET /livez HTTP/1.1\r\nHost: a\r\n\r\n'

test('a connection beyond the limit is closed at once, and the others go on', async () => {
  const { app, port, logged } = await frame({ connections: { ofProcess: 2 } })
  const open = [await served(port), await served(port)]
  const [dropped] = await Promise.all([once(app.server, 'drop'), once(connect(port, '127.0.0.1'), 'close')])
  expect(dropped).toHaveLength(1)
  for (const socket of open) expect(await ask(socket)).toContain('200 OK')
  await expect.poll(() => logged.join()).toMatch(/"closed":1,"closedOfAddress":0.*too many are open/)
})

test('I32: an address has its own limit: what it opens beyond is closed, and other addresses are served', async () => {
  const { app, port, logged } = await frame({ connections: { ofAddress: 2 } }, '::')
  const [first, second] = [await served(port), await served(port)]
  const beyond = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'))
  await Promise.all(beyond.map((socket) => once(socket, 'close')))
  expect(await connectionsOf(app)).toBe(2)
  await served(port, '::1')
  for (const socket of [first, second]) expect(await ask(socket)).toContain('200 OK')
  await expect.poll(() => logged.join()).toMatch(/"closedOfAddress":50.*too many are open/)

  // A connection that ends makes room, however it ends.
  first.destroy()
  second.resetAndDestroy()
  await expect.poll(() => connectionsOf(app)).toBe(1)
  await served(port)
  await served(port)
  expect(await exchange(port, LIVEZ)).toEqual({ answers: [], isClosed: true })
})

test('I32: a trusted proxy is no client: each client that it forwards for has the limit', async () => {
  const held: (() => void)[] = []
  const { app, serve } = createFrame({ trustedProxies: ['127.0.0.1'], connections: { ofAddress: 2 } })
  serve(readNote, () => new Promise((resolve) => held.push(() => resolve({ note: null }))))
  const port = await listening(app)
  const ask = (client: string | null) =>
    exchange(
      port,
      `GET /api/v1/acme/note/a HTTP/1.1\r\nHost: a\r\n${client === null ? '' : `X-Forwarded-For: ${client}\r\n`}Authorization: ${basic('key-acme:')}\r\n\r\n`,
      1,
    )

  // An address of IPv6 counts by its network, and what a client has written before its own address does not count.
  const clients = [
    '198.51.100.1',
    '198.51.100.9, 198.51.100.1',
    '198.51.100.2',
    '2001:db8::1',
    '2001:db8::2',
    null,
    null,
    null,
  ]
  const asked = clients.map(ask)
  await expect.poll(() => held.length).toBe(clients.length)
  for (const client of ['198.51.100.1', '2001:db8::3']) {
    const [answer] = (await ask(client)).answers
    expect(answer).toMatchObject({ status: 429, headers: { 'retry-after': '1' } })
    expect(JSON.parse(answer?.body ?? '')).toMatchObject({ apiErrorCode: 'TOO_MANY_REQUESTS', param: null })
  }
  for (const answer of held.splice(0)) answer()
  for (const { answers } of await Promise.all(asked)) expect(answers[0]?.status).toBe(200)
  const again = [ask('198.51.100.1'), ask('198.51.100.1')]
  await expect.poll(() => held.length).toBe(2)

  // A proxy that goes away takes its requests with it, also those that wait for the answer to another.
  for (const answer of held.splice(0)) answer()
  await Promise.all(again)
  const leaving = connect(port, '127.0.0.1')
  const forwarded = `GET /api/v1/acme/note/a HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 198.51.100.1\r\nAuthorization: ${basic('key-acme:')}\r\n\r\n`
  leaving.write(forwarded + forwarded)
  await expect.poll(() => held.length).toBe(2)
  leaving.destroy()
  await expect.poll(() => connectionsOf(app)).toBe(0)
  const afterwards = [ask('198.51.100.1'), ask('198.51.100.1')]
  await expect.poll(() => held.length).toBe(4)
  for (const answer of held) answer()
  for (const { answers } of await Promise.all(afterwards)) expect(answers[0]?.status).toBe(200)
})

async function frame(dependencies: Partial<AppDependencies>, host?: string) {
  const { app, logged } = createNoteFrame(dependencies)
  return { app, logged, port: await listening(app, host) }
}

type App = ReturnType<typeof createFrame>['app']

function listening(app: App, host = '127.0.0.1'): Promise<number> {
  afterAll(() => app.close())
  return listen(app, host)
}

/** A connection that was answered once. */
async function served(port: number, host = '127.0.0.1'): Promise<Socket> {
  const socket = connect(port, host)
  afterAll(() => void socket.destroy())
  expect(await ask(socket)).toContain('200 OK')
  return socket
}

async function ask(socket: Socket): Promise<string> {
  socket.write(LIVEZ)
  return String(await once(socket, 'data'))
}

function connectionsOf(app: App): Promise<number> {
  return new Promise((resolve, reject) =>
    app.server.getConnections((error, count) => (error === null ? resolve(count) : reject(error))),
  )
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { closerOf } from './close-app.ts'

/** Longer than the period without requests after which connections are closed. */
const HELD_UP_MS = 1500

test('a process that was held up answers what has come meanwhile before it closes connections', async () => {
  const server = createServer((_request, answer) => answer.end('yes'))
  const close = closerOf({ server, close: closedBy(server) }, 'besideOthers')
  const port = await listen(server)
  const socket = connect(port, '127.0.0.1')
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.write(request)
  await once(socket, 'data')

  const closing = close(new AbortController(), new AbortController().signal)
  socket.write(request)
  sleepWithoutEvents(HELD_UP_MS)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
  await closing
})

// A connection that a closing port has not accepted is reset by the system.
test.each([
  ['just before the last look', 11, 200],
  ['for longer than the drain takes', 2, 5100],
])(
  'a process that was held up %s accepts the connections that wait before it closes the port',
  async (_, look, ms) => {
    const server = createServer((_request, answer) => answer.end('yes'))
    const close = closerOf({ server, close: closedBy(server) }, 'besideOthers')
    const port = await listen(server)
    const client = await startClient(port)
    const force = new AbortController().signal
    let looks = 0
    Object.defineProperty(force, 'aborted', {
      get() {
        looks += 1
        // Once the timer of this look was started.
        if (looks === look) setImmediate(() => holdUp(client, ms))
        return false
      },
    })
    const answered = once(client.worker, 'message')
    await close(new AbortController(), force)
    expect(await answered).toEqual([expect.stringMatching(/^HTTP\/1.1 200 /)])
  },
)

test('a stop closes idle and unused connections while a request in progress is still being answered', async () => {
  const answers: (() => void)[] = []
  const server = createServer(({ url }, answer) => {
    if (url === '/slow') answers.push(() => answer.end('late'))
    else answer.end('yes')
  })
  const close = closerOf({ server, close: closedBy(server) }, 'alone')
  const port = await listen(server)
  const [unused, idle, busy] = [connect(port), connect(port), connect(port)]
  await once(unused, 'connect')
  idle.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(idle, 'data')
  busy.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\n')
  await once(server, 'request')

  const ends = [once(unused.resume(), 'close'), once(idle.resume(), 'close')]
  const closing = close(new AbortController(), new AbortController().signal)
  await Promise.all(ends)
  const answered = once(busy, 'data')
  for (const answer of answers) answer()
  expect(String((await answered)[0])).toMatch(/^HTTP\/1.1 200 /)
  await closing
})

async function listen(server: Server): Promise<number> {
  await once(server.listen(0), 'listening')
  // A server that listens on a port has an address of this kind.
  return (server.address() as AddressInfo).port
}

function closedBy(server: Server): () => Promise<unknown> {
  return () => new Promise((closed) => server.close(closed))
}

type Client = { readonly worker: Worker; readonly shared: Int32Array<SharedArrayBuffer> }

/** Waits until it may connect, reports that it has sent a request, and posts the result. */
const CLIENT = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { port, shared } = workerData
  const tell = (text) => parentPort.postMessage(text)
  parentPort.postMessage('ready')
  Atomics.wait(shared, 0, 0)
  const socket = require('node:net').connect(port, '127.0.0.1')
  socket.write('GET / HTTP/1.1\\r\\nHost: a\\r\\nConnection: close\\r\\n\\r\\n', () => {
    Atomics.store(shared, 1, 1)
    Atomics.notify(shared, 1)
  })
  socket.on('data', (answer) => tell(String(answer)))
  socket.on('error', ({ code }) => tell(code))`

async function startClient(port: number): Promise<Client> {
  const shared = new Int32Array(new SharedArrayBuffer(8))
  const worker = new Worker(CLIENT, { eval: true, workerData: { port, shared } })
  await once(worker, 'message')
  return { worker, shared }
}

/** Keeps this thread busy while the client connects and sends its request, and for a while after that. */
function holdUp({ shared }: Client, ms: number): void {
  Atomics.store(shared, 0, 1)
  Atomics.notify(shared, 0)
  Atomics.wait(shared, 1, 0)
  sleepWithoutEvents(ms)
}

function sleepWithoutEvents(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { closeApp } from './close-app.ts'

/** Longer than the period without requests after which connections are closed. */
const HELD_UP_MS = 1500

test('a process that was held up answers what has come meanwhile before it closes connections', async () => {
  const server = createServer((_request, answer) => answer.end('yes'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  const request = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  socket.write(request)
  await once(socket, 'data')

  const close = () => new Promise((closed) => server.close(closed))
  const closing = closeApp({ server, close }, new AbortController(), new AbortController().signal)
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
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const { port } = server.address() as AddressInfo
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
    const close = () => new Promise((closed) => server.close(closed))
    await closeApp({ server, close }, new AbortController(), force)
    expect(await answered).toEqual([expect.stringMatching(/^HTTP\/1.1 200 /)])
  },
)

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

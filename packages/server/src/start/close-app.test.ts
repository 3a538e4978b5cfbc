import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { closeApp } from './close-app.ts'

/** Longer than nobody may have sent anything for connections to be closed. */
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
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, HELD_UP_MS)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
  await closing
})

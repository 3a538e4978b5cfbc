import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { runSteadyLoad, type SteadyLoadResult } from './steady-load.ts'

test('a stream that needs few of its connections uses all of them in turn', async () => {
  const uses = new Map<Socket, number>()
  const server = createServer(({ socket }, response) => {
    uses.set(socket, (uses.get(socket) ?? 0) + 1)
    response.setHeader('content-length', 0)
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => {
    server.close()
  })
  // A server that listens on a port has an address of this kind.
  const { port } = server.address() as AddressInfo
  const request = () => 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'
  let result: SteadyLoadResult
  // A machine that is busy for most of the second has hardly any of them sent.
  do {
    uses.clear()
    result = await runSteadyLoad({ port, connections: 4, perSecond: 40, seconds: 1, request })
  } while (result.answers < 16)
  const { answers, broken } = result
  expect(broken).toBe(0)
  // Each was greeted once before.
  const counts = [...uses.values()].map((count) => count - 1)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(answers)
  expect(Math.min(...counts)).toBeGreaterThan(answers / 8)
})

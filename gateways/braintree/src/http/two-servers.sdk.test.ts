import { once } from 'node:events'
import type { Server as HttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { type TwoServers, twoServers } from '@goodword/sandbox/http/two-servers'
import { expect, onTestFinished, test } from 'vitest'

test('a free port is free at both addresses', async () => {
  const { servers, first } = given()
  const taken = once(first, 'listening').then(() => occupied(portOf(first)))
  const port = await servers.listen(0)
  const there = await taken
  if (there === null) return
  expect(port).not.toBe(portOf(there))
  for (const host of ['127.0.0.1', '[::1]']) {
    expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
  }
})

test('a port that is in use at one address is taken at neither', async () => {
  const { servers, first } = given()
  const there = await occupied(0)
  if (there === null) return
  await expect(servers.listen(portOf(there))).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(first.listening).toBe(false)
})

function given(): { readonly servers: TwoServers; readonly first: HttpServer } {
  const servers = twoServers()
  onTestFinished(() => servers.close())
  const first = servers.factory((_request, response) => {
    response.end('here')
  })
  return { servers, first }
}

/** Another server at ::1; null on a machine without IPv6. */
async function occupied(port: number): Promise<Server | null> {
  const server = createServer()
  onTestFinished(() => {
    server.close()
  })
  try {
    await once(server.listen(port, '::1'), 'listening')
    return server
  } catch {
    return null
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port
}

import { connect, createServer, type Socket } from 'node:net'
import { callApi } from '@goodword/server/testing/requests/call-api'
import { runSteadyLoad } from '../laboratory/load/steady-load.ts'
import { wireRequest } from '../laboratory/load/wire-request.ts'
import type { Tenant } from '../laboratory/processes/goodword.ts'

/** The service that a merchant with keys to both modes, and a client without a key, attack. */
export type Attacked = { readonly port: number; readonly live: Tenant; readonly test: Tenant }

/** Does its worst until it is ended; returns the statuses that it got. */
export type Attack = (attacked: Attacked, seconds: number) => Promise<Readonly<Record<string, number>>>

/** A body of a quarter of a megabyte with as many names as fit, each of which has to be decoded. */
const manyNames = `{${Array.from({ length: 15_000 }, (_, it) => `"\\u0061${it}":1`).join(',')}}`
const MAX_PORTAL_BODY = 16 * 1024

/** The ways in which a limit answers 429 from some request on. */
export const limitedAttacks: readonly string[] = [
  'lists',
  'slow uploads',
  'bodies of many names',
  'sign-ins',
  'reset letters',
]

/** Each way, by its name. */
export const attacks: Readonly<Record<string, Attack>> = {
  lists: ({ port, live, test }, seconds) =>
    both([live, test], (tenant) =>
      flood(port, seconds, 100, () => call('GET', tenant, 'users?limit=1000&totalCount=exact')),
    ),
  statistics: ({ port, live }, seconds) => flood(port, seconds, 50, () => call('GET', live, 'statistics')),
  'slow uploads': ({ port, live, test }, seconds) =>
    both([live, test], (tenant) =>
      hold(port, seconds, 100, [
        call('POST', tenant, 'imports?kind=users', {
          headers: { 'Content-Type': 'text/csv', 'Content-Length': '1000000000' },
        }),
        'a',
      ]),
    ),
  imports: ({ port, live }, seconds) =>
    flood(port, seconds, 8, (index) =>
      call('POST', live, 'imports?kind=users', { body: usersFile(index), type: 'text/csv' }),
    ),
  exports: ({ port, live }, seconds) =>
    flood(port, seconds, 20, () => call('POST', live, 'exports', { body: { kind: 'users', format: 'csv' } })),
  'bodies of many names': ({ port, live }, seconds) =>
    flood(port, seconds, 20, () =>
      wireRequest('POST', `/api/v1/${live.alias}/open/identify`, { body: manyNames }),
    ),
  'sign-ins': ({ port }, seconds) =>
    flood(port, seconds, 50, (index) => {
      const body = JSON.stringify({ email: `person-${index}@example.com`, password: 'wrong password' })
      return ofPortal(port, '/portal/auth/sign-in/email', body.padEnd(MAX_PORTAL_BODY))
    }),
  'reset letters': ({ port }, seconds) =>
    flood(port, seconds, 50, () =>
      ofPortal(port, '/portal/password-reset/request', { email: 'ada@example.com' }),
    ),
  'slow connections': ({ port }, seconds) =>
    hold(port, seconds, 450, ['POST /portal/auth/sign-in/email HTTP/1.1\r\nHost: a\r\n', 'X-Slow: 1\r\n']),
  // More than an address may have, of an address of their own where the system has one.
  'idle connections': ({ port }, seconds) => hold(port, seconds, 2000, ['G', ''], '127.0.0.2'),
  'receivers that hang': hangingReceivers,
}

/** A webhook receiver that takes each event and never answers, and calls that cause events for it. */
async function hangingReceivers({ port, test }: Attacked, seconds: number): Promise<Record<string, number>> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).resume()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const receiverPort = typeof address === 'object' && address !== null ? address.port : 0
  const added = await callApi(`http://127.0.0.1:${port}`, test, '/webhooks', {
    body: { url: `http://127.0.0.1:${receiverPort}/hang` },
  })
  const statuses = await flood(port, seconds, 20, (index) =>
    call('POST', test, 'user', { body: { accountId: `hanging_${index}`, id: `user_${index}` } }),
  )
  for (const socket of sockets) socket.destroy()
  server.close()
  return { ...statuses, [`receiver ${added.status}`]: 1 }
}

/** Opens so many connections that send the next request as soon as the one before is answered. */
export async function flood(
  port: number,
  seconds: number,
  connections: number,
  request: (index: number) => string,
): Promise<Readonly<Record<string, number>>> {
  const { byStatus } = await runSteadyLoad({ port, seconds, connections, perSecond: null, request })
  return byStatus
}

/** Opens so many connections that send the beginning of a request, and then a little of it each second. */
async function hold(
  port: number,
  seconds: number,
  connections: number,
  [start, piece]: readonly [start: string, piece: string],
  localAddress?: string,
): Promise<Record<string, number>> {
  const byStatus: Record<string, number> = {}
  const sockets = Array.from({ length: connections }, () => {
    const socket = connect(
      { port, host: '127.0.0.1', ...(localAddress === undefined ? {} : { localAddress }) },
      () => socket.write(start),
    )
    const more = setInterval(() => socket.writable && socket.write(piece), 1000)
    socket.on('error', () => undefined)
    socket.on('close', () => clearInterval(more))
    socket.on('data', (data) => {
      const status = String(data).slice(9, 12)
      byStatus[status] = (byStatus[status] ?? 0) + 1
    })
    return socket
  })
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  for (const socket of sockets) socket.destroy()
  return byStatus
}

async function both(
  tenants: readonly Tenant[],
  attack: (tenant: Tenant) => Promise<Readonly<Record<string, number>>>,
): Promise<Readonly<Record<string, number>>> {
  const all: Record<string, number> = {}
  for (const found of await Promise.all(tenants.map(attack))) {
    for (const [status, count] of Object.entries(found)) all[status] = (all[status] ?? 0) + count
  }
  return all
}

/** A call of the API with the key of a tenant; the path is relative to it. */
function call(
  method: 'GET' | 'POST',
  { alias, apiKey }: Tenant,
  path: string,
  more: Parameters<typeof wireRequest>[2] = {},
): string {
  return wireRequest(method, `/api/v1/${alias}/${path}`, { apiKey, ...more })
}

/** A request as a page of the portal sends it, which alone may sign in. */
function ofPortal(port: number, path: string, body: unknown): string {
  return wireRequest('POST', path, { headers: { Origin: `http://127.0.0.1:${port}` }, body })
}

function usersFile(index: number): string {
  const rows = Array.from({ length: 2000 }, (_, it) => `file_${index}_${it},user,u${it}@example.com`)
  return `accountId,id,email\n${rows.join('\n')}\n`
}

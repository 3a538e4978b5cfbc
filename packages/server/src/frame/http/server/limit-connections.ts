import type { Socket } from 'node:net'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { KeyedCounts } from '../../../engine/foundation/keyed-counts.ts'
import { clientNetwork } from '../../../engine/network/client-network.ts'

/** How many connections may be open at once. */
export type ConnectionLimits = {
  readonly ofProcess: number
  /** The maximum of one address, or of one /64 of IPv6. Connections through a trusted proxy count by request. */
  readonly ofAddress: number
}

/** Counts a request that a trusted proxy forwards, until it is answered; returns why it is refused, or null. */
export type CountForwarded = (request: FastifyRequest, reply: FastifyReply) => Refusal | null

const REPORT_EVERY_MS = 1000

/**
 * Closes connections beyond the limits before anything is read from them, so that idle and slow clients cannot take all
 * memory and file descriptors. The log gets a line a second with their number. A proxy has as many connections as it needs.
 */
export function limitConnections(
  app: FastifyInstance,
  limits: ConnectionLimits,
  isProxy: (address: string) => boolean,
): CountForwarded {
  const { ofProcess, ofAddress } = limits
  const open = new KeyedCounts<string>()
  const proxies = new WeakSet<Socket>()
  const closed = { all: 0, ofAddress: 0 }

  app.server.maxConnections = ofProcess
  app.server.on('drop', () => {
    closed.all += 1
  })
  app.server.on('connection', (socket: Socket) => {
    // Without an address it is closed already.
    const { remoteAddress = null } = socket
    if (remoteAddress === null) return
    if (isProxy(remoteAddress)) {
      proxies.add(socket)
      return
    }
    const end = begin(remoteAddress)
    if (end !== null) {
      socket.once('close', end)
      return
    }
    closed.all += 1
    closed.ofAddress += 1
    socket.destroy()
  })
  const report = setInterval(() => {
    if (closed.all === 0) return
    app.log.warn(
      { closed: closed.all, closedOfAddress: closed.ofAddress, limits },
      'connections closed: too many are open',
    )
    closed.all = 0
    closed.ofAddress = 0
  }, REPORT_EVERY_MS).unref()
  app.addHook('onClose', async () => clearInterval(report))

  return ({ raw: { socket }, ip }, { raw: response }) => {
    // The proxy's own requests, such as its health checks, come from its address.
    if (!proxies.has(socket) || socket.destroyed || isProxy(ip)) return null
    const end = begin(ip)
    if (end === null) return tooManyRequests(ofAddress)
    response.once('close', end)
    return null
  }

  /** How to end it; null when there are as many as there may be. */
  function begin(address: string): (() => void) | null {
    const network = clientNetwork(address)
    if (open.of(network) >= ofAddress) return null
    open.add(network, 1)
    return () => open.add(network, -1)
  }
}

function tooManyRequests(most: number): Refusal {
  return new Refusal(
    'TOO_MANY_REQUESTS',
    `At most ${most} requests of an address are answered at the same time. Wait for the responses to earlier requests, then send this one.`,
    null,
    1,
  )
}

import { isIP } from 'node:net'
import { buildConnector, Pool } from 'undici'
import type { ResolveHost } from './name-servers.ts'
import { admittedAddress, TargetRefused, type TargetRules } from './outgoing-target.ts'
import { isSameAddress } from './public-address.ts'

export type GuardedPoolOptions = {
  readonly rules: TargetRules
  readonly resolve: ResolveHost
  readonly connections: number
  /** The time limit of resolving the name and of connecting, each. */
  readonly connectMs: number
}

/**
 * Connections to one origin that a tenant has named. For each of them the host is resolved once, all its addresses are
 * checked, and the connection is made to an address that was checked, which the peer's is compared with. A request on an
 * open connection reaches the peer that was checked: do not keep a pool for longer than one burst of requests.
 *
 * Settings of the environment for proxies do not apply: a proxy would resolve the name itself.
 */
export function guardedPool(
  origin: string,
  { rules, resolve, connections, connectMs }: GuardedPoolOptions,
): Pool {
  const connectTo = buildConnector({ timeout: connectMs, maxCachedSessions: 0 })
  const connect: buildConnector.connector = (options, callback) => {
    const { hostname } = options
    admittedAddress(hostname, rules, resolve, AbortSignal.timeout(connectMs)).then(
      (address) => {
        const name = isIP(hostname) === 0 ? { servername: hostname } : {}
        connectTo({ ...options, ...name, hostname: address }, (error, socket) => {
          if (error !== null) return callback(error, null)
          if (isSameAddress(socket.remoteAddress ?? '', address)) return callback(null, socket)
          socket.destroy()
          callback(new TargetRefused('ADDRESS_NOT_PUBLIC'), null)
        })
      },
      (error) => callback(error, null),
    )
  }
  return new Pool(origin, { connect, connections, pipelining: 1, headersTimeout: 0, bodyTimeout: 0 })
}

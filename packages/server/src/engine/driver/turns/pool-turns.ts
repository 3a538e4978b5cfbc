import { TEST_PREFIX } from '@goodword/domain/values/ids'
import { FairTurns, type TurnLimits } from './fair-turns.ts'

/** The directory is read before the tenant is known: so many connections are always left for it. */
const DIRECTORY_CONNECTIONS = 2

/** The turns of tenants at the connections of a pool, and those of the directory. */
export type PoolTurns = { readonly tenants: FairTurns; readonly directory: FairTurns }

/** A pool of few connections, as a command has it, is not divided. */
export function poolTurns(connections: number, waitMs: number): PoolTurns {
  const isSmall = connections <= 2 * DIRECTORY_CONNECTIONS
  const ofTenants = isSmall ? connections : connections - DIRECTORY_CONNECTIONS
  const ofDirectory = Math.max(DIRECTORY_CONNECTIONS, Math.floor(connections / 2))
  return {
    tenants: new FairTurns(turnLimitsOf(connections, ofTenants, waitMs), programOf),
    directory: new FairTurns({ ...turnLimitsOf(connections, ofDirectory, waitMs), perOwner: ofDirectory }),
  }
}

/** The limits of tenants that share so many of the connections of a pool, which has `connections`. */
export function turnLimitsOf(connections: number, atOnce: number, waitMs: number): TurnLimits {
  return {
    atOnce,
    // Three is as many as a tenant needs to go on: two batches of calls, and a read.
    perOwner: Math.max(3, Math.floor(connections / 2)),
    reports: {
      atOnce: Math.max(1, Math.floor((connections * 3) / 8)),
      perOwner: Math.max(1, Math.floor(connections / 4)),
    },
    waitMs,
  }
}

/** Both modes of a program: so many reports of its merchant leave one that another can have. */
export function programOf(tenantId: string): string {
  return tenantId.startsWith(TEST_PREFIX) ? tenantId.slice(TEST_PREFIX.length) : tenantId
}

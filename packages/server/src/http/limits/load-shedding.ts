import type { Endpoint } from '@goodword/contract/endpoint'
import type { TenantId } from '@goodword/domain/ids'
import type { Clock } from '../../platform/clock.ts'
import { overloaded } from '../../platform/load-shedding-error.ts'

/** Reports can wait. Tracking, code look-ups and reads of single records cannot: a sale may depend on them. */
export type Work = 'tracking' | 'reporting'

/** Rejects requests when there are more than the process manages, so that accepted ones are processed soon. */
export type LoadShedding = {
  /** @throws Overloaded when the limit for such work is reached */
  readonly rejectIfOverloaded: (tenantId: TenantId, work: Work) => void
  /** Runs the work, which counts until it is done. */
  readonly run: <Result>(tenantId: TenantId, task: () => Promise<Result>) => Promise<Result>
  /** Rejections since the last call. */
  readonly takeRefused: () => number
}

/** The maximum number of requests in flight for this kind of work, in the process and for its tenant. */
type Limit = { readonly ofProcess: number; readonly ofTenant: number }

/**
 * One tenant may have half, so that there is capacity for others; reports may have half of that, so that they
 * are rejected first. While the event loop is late the limits are lower, but not zero for any tenant: it is late because of
 * tenants with many requests.
 */
const limits: Readonly<Record<Work, Limit & { readonly lateMs: number; readonly whileLate: Limit }>> = {
  tracking: { ofProcess: 1024, ofTenant: 512, lateMs: 1000, whileLate: { ofProcess: 256, ofTenant: 32 } },
  reporting: { ofProcess: 512, ofTenant: 256, lateMs: 250, whileLate: { ofProcess: 64, ofTenant: 8 } },
}

/** `lateMs` is the event-loop delay. */
export function createLoadShedding(lateMs: () => number): LoadShedding {
  const ofTenants = new Map<TenantId, number>()
  let underWay = 0
  let refused = 0

  return {
    rejectIfOverloaded(tenantId, work) {
      const inTime = limits[work]
      const { ofProcess, ofTenant } = lateMs() < inTime.lateMs ? inTime : inTime.whileLate
      if (underWay < ofProcess && (ofTenants.get(tenantId) ?? 0) < ofTenant) return
      refused += 1
      throw overloaded
    },
    async run(tenantId, task) {
      underWay += 1
      ofTenants.set(tenantId, (ofTenants.get(tenantId) ?? 0) + 1)
      try {
        return await task()
      } finally {
        underWay -= 1
        const rest = (ofTenants.get(tenantId) ?? 0) - 1
        if (rest > 0) ofTenants.set(tenantId, rest)
        else ofTenants.delete(tenantId)
      }
    },
    takeRefused() {
      const count = refused
      refused = 0
      return count
    },
  }
}

/** An operation that pages through a list is a report. */
export function workOf({ query }: Endpoint): Work {
  return 'limit' in query.properties ? 'reporting' : 'tracking'
}

/** The delay of the event loop. */
export type EventLoopDelay = {
  /** The minimum of the last few measurements, in milliseconds: one long task is no overload. */
  readonly lateMs: () => number
  /** To be called every `LOOK_EVERY_MS`, by the very timers whose delay it measures. */
  readonly look: () => void
}

export const LOOK_EVERY_MS = 100
const LOOKS = 3

export function createEventLoopDelay(stopwatch: Clock): EventLoopDelay {
  const looks: number[] = []
  let lookedAt = stopwatch.now()
  let least = 0
  return {
    lateMs: () => least,
    look() {
      const now = stopwatch.now()
      looks.push(Math.max(0, now - lookedAt - LOOK_EVERY_MS))
      lookedAt = now
      if (looks.length > LOOKS) looks.shift()
      least = looks.length < LOOKS ? 0 : Math.min(...looks)
    },
  }
}

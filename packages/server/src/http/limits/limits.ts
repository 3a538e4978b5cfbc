import type { TenantId } from '@goodword/domain/ids'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { stopwatch } from '../../platform/clock.ts'
import type { Tenant } from '../requests/authenticate.ts'
import {
  createEventLoopDelay,
  createLoadShedding,
  LOOK_EVERY_MS,
  type LoadShedding,
  type Work,
} from './load-shedding.ts'
import { createRateLimit, type RateLimit, type RequestRates } from './rate-limit.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** What requests of known callers have to keep to. Each rejects with TOO_MANY_REQUESTS or Overloaded. */
export type Limits = {
  /** Before the body of a server's request is read. */
  readonly admitServer: (tenant: Tenant, work: Work, reply: FastifyReply) => Promise<void>
  /** The same for a browser at this address. */
  readonly admitBrowser: (tenant: Tenant, work: Work, reply: FastifyReply, address: string) => Promise<void>
  /** Before the body of a notification is read whose URL has the right token. */
  readonly admitNotification: (tenant: Tenant, reply: FastifyReply) => Promise<void>
  /** Before a password, a code or a link of staff is checked; the account is null for a link. */
  readonly admitSignIn: (account: string | null, address: string) => Promise<void>
  /** Whether a click exceeds the limit of its address; the visitor is redirected all the same. */
  readonly isFlood: (address: string) => boolean
  /** Does the work of a request. */
  readonly run: <Result>(tenantId: TenantId, work: Work, task: () => Promise<Result>) => Promise<Result>
}

const REPORT_EVERY_MS = 1000

/** The limits of a running process. Overload is watched for whether or not rates are limited. */
export function watchLimits(app: FastifyInstance, rates: RequestRates | null): Limits {
  const delay = createEventLoopDelay(stopwatch)
  const loadShedding = createLoadShedding(delay.lateMs)
  const looking = setInterval(delay.look, LOOK_EVERY_MS).unref()
  const reporting = setInterval(() => {
    const refused = loadShedding.takeRefused()
    if (refused > 0)
      app.log.warn(
        { rejected: refused, eventLoopDelayMs: Math.round(delay.lateMs()) },
        'load shedding: requests rejected',
      )
  }, REPORT_EVERY_MS).unref()
  app.addHook('onClose', async () => {
    clearInterval(looking)
    clearInterval(reporting)
  })
  const rateLimit = rates === null ? null : createRateLimit(rates, stopwatch)
  return createLimits(rateLimit, loadShedding, createThrottle(stopwatch))
}

/** Checks the rate limit first, so that rejected requests take no capacity. */
export function createLimits(
  rateLimit: RateLimit | null,
  loadShedding: LoadShedding,
  throttle: Throttle,
): Limits {
  async function held(refusal: unknown): Promise<never> {
    await throttle.hold()
    throw refusal
  }

  return {
    async admitServer(tenant, work, reply) {
      try {
        rateLimit?.countServer(tenant, reply)
        loadShedding.rejectIfOverloaded(tenant.tenantId, work)
      } catch (refusal) {
        await held(refusal)
      }
    },
    async admitBrowser(tenant, work, reply, address) {
      try {
        rateLimit?.countBrowser(tenant, address, reply)
        loadShedding.rejectIfOverloaded(tenant.tenantId, work)
      } catch (refusal) {
        await held(refusal)
      }
    },
    async admitNotification(tenant, reply) {
      try {
        rateLimit?.countNotification(tenant, reply)
        loadShedding.rejectIfOverloaded(tenant.tenantId, 'tracking')
      } catch (refusal) {
        await held(refusal)
      }
    },
    async admitSignIn(account, address) {
      try {
        rateLimit?.countSignIn(account, address)
      } catch (refusal) {
        await held(refusal)
      }
    },
    isFlood: (address) => rateLimit?.isFlood(address) ?? false,
    run(tenantId, work, task) {
      try {
        loadShedding.rejectIfOverloaded(tenantId, work)
      } catch (refusal) {
        return held(refusal)
      }
      return loadShedding.run(tenantId, task)
    },
  }
}

/** Lets everything in. */
export const noLimits: Limits = {
  admitServer: async () => undefined,
  admitBrowser: async () => undefined,
  admitNotification: async () => undefined,
  admitSignIn: async () => undefined,
  isFlood: () => false,
  run: (_tenantId, _work, task) => task(),
}

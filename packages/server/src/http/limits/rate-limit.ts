import { Refusal } from '@goodword/contract/refusal'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import { clientNetwork } from '../../platform/network/client-network.ts'
import { TokenBuckets } from '../../platform/token-bucket.ts'
import type { Tenant } from '../requests/authenticate.ts'

/**
 * Requests per second: of a live tenant, of a test tenant, and of one address under one tenant’s `open/`; and how many
 * clicks on share links per minute one address can have made.
 */
export type RequestRates = {
  readonly live: number
  readonly test: number
  readonly browser: number
  readonly clicksPerMinute: number
}

/** Counts a request and sets the headers with the remaining tokens. Throws TOO_MANY_REQUESTS when there are none. */
export type RateLimit = {
  readonly countServer: (tenant: Tenant, reply: FastifyReply) => void
  readonly countBrowser: (tenant: Tenant, address: string, reply: FastifyReply) => void
  /** A processor sends those of a day's bills at once, in both modes. */
  readonly countNotification: (tenant: Tenant, reply: FastifyReply) => void
  /**
   * Counts an attempt to sign in to an account of staff (null for one by a link), by account and by address. Throws
   * TOO_MANY_REQUESTS for too many.
   */
  readonly countSignIn: (account: string | null, address: string) => void
  /** Counts a click, and returns whether its address exceeds the limit. */
  readonly isFlood: (address: string) => boolean
}

/** The burst, in seconds of the rate. */
const BURST_SECONDS = 2
const MAX_BUCKETS = 100_000

/**
 * Attempts to sign in, per minute: of one address to one account, of one address to any account, and of all addresses to
 * one account.
 */
const SIGN_INS = { together: 5, address: 20, account: 20 } as const

/** Limits each tenant separately, so that the requests of one do not affect another. */
export function createRateLimit(rates: RequestRates, stopwatch: Clock): RateLimit {
  const live = limit(rates.live, 'Requests of a program', stopwatch)
  const test = limit(rates.test, 'Requests of a test program', stopwatch)
  const browser = limit(rates.browser, 'Browser requests from an IP address', stopwatch)
  const notifications = limit(rates.live, 'Notifications of a program', stopwatch)
  const clicks = new TokenBuckets({
    stopwatch,
    perSecond: rates.clicksPerMinute / 60,
    burst: rates.clicksPerMinute,
    maxBuckets: MAX_BUCKETS,
  })
  const signIns = signInLimit(stopwatch)
  return {
    countSignIn: signIns,
    countServer: ({ tenantId, mode }, reply) => (mode === 'live' ? live : test)(tenantId, reply),
    countBrowser: ({ tenantId }, address, reply) => browser(`${tenantId} ${clientNetwork(address)}`, reply),
    countNotification: ({ tenantId }, reply) => notifications(tenantId, reply),
    isFlood: (address) => clicks.take(clientNetwork(address)) < 0,
  }
}

function limit(perSecond: number, subject: string, stopwatch: Clock) {
  const burst = perSecond * BURST_SECONDS
  const buckets = new TokenBuckets({ stopwatch, perSecond, burst, maxBuckets: MAX_BUCKETS })
  const policy = `"default";q=${burst};w=${BURST_SECONDS}`

  return (key: string, reply: FastifyReply): void => {
    const left = buckets.take(key)
    reply.header('ratelimit-policy', policy)
    if (left >= 0) {
      reply.header('ratelimit', state(Math.floor(left), secondsFor(burst - left)))
      return
    }
    const wait = secondsFor(-left)
    reply.header('ratelimit', state(0, wait))
    throw new Refusal(
      'TOO_MANY_REQUESTS',
      `${subject} are limited to ${perSecond} per second. Wait for the number of seconds in Retry-After, then retry the request and send fewer requests per second.`,
      null,
      wait,
    )
  }

  function secondsFor(tokens: number): number {
    return Math.max(1, Math.ceil(tokens / perSecond))
  }
}

function signInLimit(stopwatch: Clock): RateLimit['countSignIn'] {
  const perMinute = (burst: number) =>
    new TokenBuckets({ stopwatch, perSecond: burst / 60, burst, maxBuckets: MAX_BUCKETS })
  const [together, byAddress, byAccount] = [
    perMinute(SIGN_INS.together),
    perMinute(SIGN_INS.address),
    perMinute(SIGN_INS.account),
  ]
  return (account, address) => {
    const network = clientNetwork(address)
    const left = [byAddress.take(network)]
    if (account !== null) {
      const name = account.toLowerCase()
      left.push(together.take(`${network} ${name}`), byAccount.take(name))
    }
    if (left.every((it) => it >= 0)) return
    throw new Refusal(
      'TOO_MANY_REQUESTS',
      'Too many attempts to sign in. Wait a minute, then try again. Sessions that exist are not affected.',
      null,
      60,
    )
  }
}

const state = (remaining: number, seconds: number): string => `"default";r=${remaining};t=${seconds}`

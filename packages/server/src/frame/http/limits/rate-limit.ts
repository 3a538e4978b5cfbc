import { Refusal } from '@goodword/contract/frame/refusal'
import type { FastifyReply } from 'fastify'
import type { Clock } from '../../../engine/foundation/clock.ts'
import { TokenBuckets } from '../../../engine/foundation/token-bucket.ts'
import { clientNetwork } from '../../../engine/network/client-network.ts'
import type { Tenant } from '../access/authenticate.ts'

/**
 * Requests per second: of a live tenant, of a test tenant, and of one address under one tenant’s `open/`; and how many
 * clicks on share links per minute one address can have made.
 */
export type RequestRates = {
  readonly live: number
  readonly test: number
  readonly browser: number
  readonly clicksPerMinute: number
  /** Attempts per minute of one address to sign in to one account; 5 without. */
  readonly signInsPerMinute?: number
  /** KiB per second that one address may send in bodies of requests without a key; 1024 without. */
  readonly bodyKibPerSecond?: number
}

/** Counts a request and sets the headers with the remaining tokens. Throws TOO_MANY_REQUESTS when there are none. */
export type RateLimit = {
  /** `cost` is how many tokens it takes: a long page of a list takes several. */
  readonly countServer: (tenant: Tenant, cost: number, reply: FastifyReply) => void
  readonly countBrowser: (tenant: Tenant, address: string, reply: FastifyReply) => void
  /** A request to the portal's own addresses, which may have no session. */
  readonly countPortal: (address: string, reply: FastifyReply) => void
  /** A processor sends those of a day's bills at once, in both modes. */
  readonly countNotification: (tenant: Tenant, reply: FastifyReply) => void
  /** Counts a body of this many bytes that is about to be read of a caller without a key. */
  readonly countBody: (address: string, bytes: number) => void
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
const DEFAULT_BODY_KIB = 1024

/** Limits each tenant separately, so that the requests of one do not affect another. */
export function createRateLimit(rates: RequestRates, stopwatch: Clock): RateLimit {
  const live = limit(rates.live, 'Requests of a program', stopwatch)
  const test = limit(rates.test, 'Requests of a test program', stopwatch)
  const browser = limit(rates.browser, 'Browser requests from an IP address', stopwatch)
  const portal = limit(rates.browser, 'Requests to the portal from an IP address', stopwatch)
  const notifications = limit(rates.live, 'Notifications of a program', stopwatch)
  const clicks = new TokenBuckets({
    stopwatch,
    perSecond: rates.clicksPerMinute / 60,
    burst: rates.clicksPerMinute,
    maxBuckets: MAX_BUCKETS,
  })
  return {
    countSignIn: signInLimit(rates.signInsPerMinute, stopwatch),
    countServer: ({ tenantId, mode }, cost, reply) => (mode === 'live' ? live : test)(tenantId, reply, cost),
    countBrowser: ({ tenantId }, address, reply) => browser(`${tenantId} ${clientNetwork(address)}`, reply),
    countPortal: (address, reply) => portal(clientNetwork(address), reply),
    countNotification: ({ tenantId }, reply) => notifications(tenantId, reply),
    countBody: bodyLimit(rates.bodyKibPerSecond ?? DEFAULT_BODY_KIB, stopwatch),
    isFlood: (address) => clicks.take(clientNetwork(address)) < 0,
  }
}

function limit(perSecond: number, subject: string, stopwatch: Clock) {
  const burst = perSecond * BURST_SECONDS
  const buckets = new TokenBuckets({ stopwatch, perSecond, burst, maxBuckets: MAX_BUCKETS })
  const policy = `"default";q=${burst};w=${BURST_SECONDS}`

  return (key: string, reply: FastifyReply, cost = 1): void => {
    // A request that costs more than a full bucket takes all of it: else it could never be served.
    const left = buckets.take(key, Math.min(cost, burst))
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

function bodyLimit(kibPerSecond: number, stopwatch: Clock): RateLimit['countBody'] {
  const perSecond = kibPerSecond * 1024
  const burst = perSecond * BURST_SECONDS
  const buckets = new TokenBuckets({ stopwatch, perSecond, burst, maxBuckets: MAX_BUCKETS })
  return (address, bytes) => {
    if (bytes === 0) return
    const left = buckets.take(clientNetwork(address), Math.min(bytes, burst))
    if (left >= 0) return
    throw new Refusal(
      'TOO_MANY_REQUESTS',
      `Bodies of requests without an API key are limited to ${kibPerSecond} KiB per second from an IP address. Wait for the number of seconds in Retry-After, then retry the request and send smaller or fewer bodies.`,
      null,
      Math.max(1, Math.ceil(-left / perSecond)),
    )
  }
}

const state = (remaining: number, seconds: number): string => `"default";r=${remaining};t=${seconds}`

const DEFAULT_PER_MINUTE = 5
/** How many accounts one address may try at that rate. */
const ACCOUNTS_OF_ADDRESS = 4

/**
 * Counts attempts to sign in, of one address to one account and of one address to any account. No bucket belongs to an
 * account alone, or anybody could lock its owner out by wrong passwords: see docs/design/limits.md.
 */
export function signInLimit(
  perMinute = DEFAULT_PER_MINUTE,
  stopwatch: Clock,
): (account: string | null, address: string) => void {
  const buckets = (burst: number) =>
    new TokenBuckets({ stopwatch, perSecond: burst / 60, burst, maxBuckets: MAX_BUCKETS })
  const ofAddress = buckets(perMinute * ACCOUNTS_OF_ADDRESS)
  const ofBoth = buckets(perMinute)

  return (account, address) => {
    const network = clientNetwork(address)
    // The narrower one first: an attempt that is refused takes nothing from the wider one.
    if (account !== null) takeToken(ofBoth, `${network} ${account.toLowerCase()}`)
    takeToken(ofAddress, network)
  }
}

function takeToken(buckets: TokenBuckets, key: string): void {
  if (buckets.take(key) >= 0) return
  throw new Refusal(
    'TOO_MANY_REQUESTS',
    'Too many attempts to sign in. Wait a minute, then try again. Sessions that exist are not affected.',
    null,
    60,
  )
}

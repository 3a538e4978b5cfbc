import { performance } from 'node:perf_hooks'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { MerchantId } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { stopwatch } from '../../../engine/foundation/clock.ts'
import { clientNetwork, loggedNetwork } from '../../../engine/network/client-network.ts'
import { noteWork } from '../../../engine/tracing/loop-time.ts'
import { actingPerson } from '../access/acting-assistant.ts'
import { FairTurns, LOOK_EVERY_MS, type Payer, type Payers, type Rank, type Turn } from './fair-turns.ts'
import type { Work } from './load-shedding.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The merchant whose request it is; null for a stranger’s. */
    payer: { readonly merchantId: MerchantId; readonly work: Work } | null
    /** The payers while the owner of the request is not known. */
    addressPayers: Payers | null
  }
  interface FastifyContextConfig {
    /** A health check: it says that the process is busy, and does not wait for its turn. */
    readonly isProbe?: true
    /** A person in front of a page who has waited for long enough is served. */
    readonly isServedLate?: true
  }
}

/** The parts of a busy process that one merchant, one key of theirs, one address without any, and all strangers together have. */
const SHARES = { merchant: 1 / 10, key: 1 / 10, address: 1 / 100, strangers: 1 / 3 } as const
const strangers: Payer = { name: 'strangers', share: SHARES.strangers }

/** The cost of a millisecond of a transaction, of an e-mail and of a byte, in milliseconds of the event loop. */
const OF_DATABASE_MS = 0.1
const OF_LETTER_MS = 20
const OF_BYTE_MS = 1 / (1024 * 1024)

/** The weight of the last request in what those of its route usually take, and the first guess. */
const LAST_WEIGHT = 0.1
const FIRST_GUESS_MS = 2
/** The status of requests that take nothing of what their route takes. */
const REFUSED = 429
const REPORT_EVERY_MS = 1000
/** Callers are reported whose requests waited for so long together, or were refused. */
const REPORTED_WAIT_MS = 1000
const MAX_RETRY_MS = 5000
const MAX_REPORTED = 5

function measuredTurns(): FairTurns {
  let last = performance.eventLoopUtilization()
  const utilization = (): number => {
    const before = last
    last = performance.eventLoopUtilization()
    return performance.eventLoopUtilization(last, before).utilization
  }
  return new FairTurns({ stopwatch, utilization })
}

/**
 * Every route of the app is charged for the time that its requests take of the process, and waits while the process is busy and who
 * asks has used more than their share: see docs/design/limits.md. What has no key is held before anything is looked up for it, what
 * has one when it is known whose it is, both before the body is read.
 */
export function shareProcessTime(app: FastifyInstance, turns = measuredTurns()): void {
  const slowed = new Map<string, Slowed>()
  /** The average time of recent requests of each route. */
  const usualMs = new Map<string, number>()
  const looking = setInterval(() => turns.look(), LOOK_EVERY_MS).unref()
  const reporting = setInterval(() => reportSlowed(app, slowed), REPORT_EVERY_MS).unref()
  app.addHook('preClose', async () => {
    clearInterval(looking)
    clearInterval(reporting)
    turns.close()
  })

  app.decorateRequest('addressPayers', null)
  app.addHook('onRequest', (request, reply, done) => {
    const payers = ofAddress(request)
    request.addressPayers = payers
    reply.raw.once('close', () => charge(request, payers))
    admit(request, payers, 'stranger', done)
  })
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    noteWork(request.activity)
    const { payer } = request
    if (payer === null) done()
    else {
      const rank = payer.work === 'reporting' ? 'report' : 'work'
      admit(request, ofMerchant(request, payer), rank, done)
    }
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    charge(request, request.addressPayers ?? ofAddress(request), bytesOf(request, reply, payload))
    if (reply.statusCode !== REFUSED) noteUsual(request)
    done(null, payload)
  })

  function admit(request: FastifyRequest, payers: Payers, rank: Rank, done: (error?: Error) => void): void {
    // The calls of a tool for assistants are part of a request that has had its turn.
    if (isProbe(request) || actingPerson() !== null) {
      done()
      return
    }
    if (!turns.mustWait(payers)) {
      reserve(request, payers)
      done()
      return
    }
    const { activity } = request
    noteWork(activity)
    const ms = usualOf(request)
    const since = stopwatch.now()
    turns.wait(payers, rank, ms).then((turn) => {
      noteWork(null)
      const waitedMs = turn === 'admitted' ? stopwatch.now() - since : REPORTED_WAIT_MS
      noteSlowed(slowed, payers[0].name, { requests: 1, waitedMs, forwards: forwards(request) })
      if (!isServed(turn, request)) {
        done(tooMuchTime(turns.owedMs(payers)))
        return
      }
      if (activity !== null) activity.waitedFor ??= ms
      reserve(request, payers)
      done()
    })
  }

  /**
   * Charges what a request of this route usually takes, until it is known what this one took: many at once are no way around the
   * queue. What brings a key is charged when it is known whose it is.
   */
  function reserve(request: FastifyRequest, payers: Payers): void {
    const { activity, payer } = request
    const isKnown = payer !== null || payers.includes(strangers)
    if (activity === null || activity.reserved !== null || !isKnown) return
    activity.reserved = turns.begin(payers, usualOf(request))
  }

  /** Charges what a request took since it was charged last; `bytes` are those of its answer, when it is complete. */
  function charge(request: FastifyRequest, address: Payers, bytes: number | null = null): void {
    const { activity, payer } = request
    if (activity === null) return
    noteWork(activity)
    if (isProbe(request)) return
    const ms =
      activity.loopMs +
      (activity.databaseMs * OF_DATABASE_MS) / (activity.batch?.size ?? 1) +
      activity.letters * OF_LETTER_MS +
      (bytes ?? 0) * OF_BYTE_MS
    const payers = payer === null ? address : ofMerchant(request, payer)
    activity.reserved?.()
    activity.reserved = null
    const more = Math.max(0, ms - activity.chargedMs)
    turns.charge(payers, more)
    if (activity.waitedFor !== null) {
      turns.took(more, activity.waitedFor)
      activity.waitedFor = 0
    }
    activity.chargedMs = Math.max(activity.chargedMs, ms)
  }

  function usualOf(request: FastifyRequest): number {
    return usualMs.get(routeOf(request)) ?? FIRST_GUESS_MS
  }

  function noteUsual(request: FastifyRequest): void {
    const route = routeOf(request)
    const ms = request.activity?.chargedMs ?? 0
    const before = usualMs.get(route) ?? ms
    usualMs.set(route, before + (ms - before) * LAST_WEIGHT)
  }
}

function routeOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url ?? ''}`
}

/** A health check neither waits nor makes others wait. */
function isProbe({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.isProbe === true
}

function isServed(turn: Turn, { routeOptions }: FastifyRequest): boolean {
  return turn === 'admitted' || (turn === 'late' && routeOptions.config.isServedLate === true)
}

/**
 * Who brings something that may be a key is not held for strangers, also not for those at the same address; what turns out to be
 * none is charged to those of the address who bring such things.
 */
function ofAddress({ ip, headers }: FastifyRequest): Payers {
  const network = clientNetwork(ip ?? '')
  const hasKey = headers.authorization !== undefined || headers.cookie !== undefined
  return hasKey
    ? [{ name: `claims ${network}`, share: SHARES.address }]
    : [{ name: network, share: SHARES.address }, strangers]
}

function ofMerchant(request: FastifyRequest, { merchantId }: NonNullable<FastifyRequest['payer']>): Payers {
  const { caller, assistant } = request
  const principal = caller?.principal ?? null
  const merchant = { name: merchantId, share: SHARES.merchant }
  if (principal !== null) {
    const id = principal.kind === 'key' ? principal.keyId : principal.staffId
    return [{ name: id, share: SHARES.key }, merchant]
  }
  return assistant ? [{ name: assistant.grantId, share: SHARES.key }, merchant] : [merchant]
}

function bytesOf({ headers }: FastifyRequest, reply: FastifyReply, payload: unknown): number {
  const received = Number(headers['content-length'] ?? 0)
  const announced = Number(reply.getHeader('content-length') ?? 0)
  const isText = typeof payload === 'string' || Buffer.isBuffer(payload)
  return received + Math.max(announced, isText ? payload.length : 0)
}

function tooMuchTime(debtMs: number): Refusal {
  return new Refusal(
    'TOO_MANY_REQUESTS',
    'The service is busy, and your requests have used more than their share of it. Wait for the number of seconds in Retry-After, then retry the request and send fewer at a time.',
    null,
    Math.ceil(Math.min(Math.max(debtMs, 1), MAX_RETRY_MS) / 1000),
  )
}

/** How many requests of a caller waited and for how long, and whether it forwards those of others without being a trusted proxy. */
type Slowed = { readonly requests: number; readonly waitedMs: number; readonly forwards: boolean }

function noteSlowed(slowed: Map<string, Slowed>, name: string, more: Slowed): void {
  const { requests = 0, waitedMs = 0 } = slowed.get(name) ?? {}
  slowed.set(name, { ...more, requests: requests + more.requests, waitedMs: waitedMs + more.waitedMs })
}

function forwards({ headers, ip, socket }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress
}

/** Names who had to wait long for others: merchants, keys and assistants by their IDs, strangers by their network. */
function reportSlowed(app: FastifyInstance, slowed: Map<string, Slowed>): void {
  const long = [...slowed].filter(([, { waitedMs }]) => waitedMs >= REPORTED_WAIT_MS)
  slowed.clear()
  if (long.length === 0) return
  const most = long.toSorted(([, one], [, other]) => other.requests - one.requests).slice(0, MAX_REPORTED)
  const callers = most.map(([name, { requests, forwards: isProxy }]) => ({
    caller: loggedNetwork(name.replace(/^claims /, '').replace(/::\/64$/, '::')) ?? name,
    requests,
    ...(isProxy ? { hint: 'it forwards requests: if it is your proxy, add it to TRUSTED_PROXIES' } : {}),
  }))
  app.log.warn(
    { callers, others: long.length - most.length },
    'process busy: requests of these callers waited',
  )
}

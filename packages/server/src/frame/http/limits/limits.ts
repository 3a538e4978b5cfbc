import { Refusal } from '@goodword/contract/frame/refusal'
import type { MerchantId } from '@goodword/domain/values/ids'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Clock, stopwatch } from '../../../engine/foundation/clock.ts'
import { KeyedCounts } from '../../../engine/foundation/keyed-counts.ts'
import { overloaded } from '../../../engine/foundation/load-shedding-error.ts'
import { clientNetwork } from '../../../engine/network/client-network.ts'
import type { Tenant } from '../access/authenticate.ts'
import {
  createEventLoopDelay,
  createLoadShedding,
  LOOK_EVERY_MS,
  type LoadShedding,
  type Work,
} from './load-shedding.ts'
import { createRateLimit, type RateLimit, type RequestRates } from './rate-limit.ts'
import { createThrottle, type Throttle } from './throttle.ts'

/** A slower client keeps its place from others for too long. */
const MIN_UPLOAD_BYTES_PER_SECOND = 16 * 1024

/** How long a client that was fast enough so far may pause. */
const GRACE_MS = 15_000

const RETRY_AFTER_SECONDS = 10

/** The limits for requests of known callers. Each rejects with TOO_MANY_REQUESTS or Overloaded. */
export type Limits = {
  /** Called before the body of a server's request is read. `cost` is in tokens of the rate limit. */
  readonly admitServer: (tenant: Tenant, work: Work, reply: FastifyReply, cost?: number) => Promise<void>
  /** Admits a request of a browser at this address, whose body has at most so many bytes. */
  readonly admitBrowser: (tenant: Tenant, work: Work, reply: FastifyReply, client: Client) => Promise<void>
  /** Admits a request to the portal's own addresses. */
  readonly admitPortal: (reply: FastifyReply, client: Client) => Promise<void>
  /** Called before the body of a notification is read whose URL has the right token. */
  readonly admitNotification: (tenant: Tenant, reply: FastifyReply) => Promise<void>
  /** Called before a password, a code or a link of staff is checked; the account is null for a link. */
  readonly admitSignIn: (account: string | null, address: string) => Promise<void>
  /** Called before the first byte of a file is read; returns how to give its place back. */
  readonly admitUpload: (tenant: Tenant) => Promise<() => void>
  /** Whether a click exceeds the limit of its address; the visitor is redirected all the same. */
  readonly isFlood: (address: string) => boolean
  /** Does the work of a request. */
  readonly run: <Result>(owner: Owner, work: Work, task: () => Promise<Result>) => Promise<Result>
  /** Runs a request that brings a file: while it waits for the next piece of the file, it is not counted. */
  readonly runUpload: UploadLimit['run']
}

/** The merchant whose work it is: all its programs, in both modes, share what one may have. */
export type Owner = Pick<Tenant, 'merchantId'>

/** A caller without a key, and the bytes that it is about to send. */
export type Client = { readonly address: string; readonly bodyBytes: number }

const REPORT_EVERY_MS = 1000

/** Each holds a piece of its file in memory, and writes as fast as the database takes it. */
const MAX_UPLOADS = 32

const UPLOADS_OF_MERCHANT = 2

/** The configured limits of a running process. */
export type LimitSettings = {
  /** Null for none. */
  readonly rates: RequestRates | null
  readonly uploadsOfMerchant?: number
}

/** The limits of a running process. Overload is watched for whether or not rates are limited. */
export function watchLimits(
  app: FastifyInstance,
  { rates, uploadsOfMerchant = UPLOADS_OF_MERCHANT }: LimitSettings,
): Limits {
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
  const slots = createTransferSlots({ ofProcess: MAX_UPLOADS, ofMerchant: uploadsOfMerchant })
  return createLimits(rateLimit, loadShedding, createThrottle(stopwatch), slots)
}

/** Checks the rate limit first, so that rejected requests take no capacity. */
export function createLimits(
  rateLimit: RateLimit | null,
  loadShedding: LoadShedding,
  throttle: Throttle,
  uploadSlots: TransferSlots = createTransferSlots({
    ofProcess: MAX_UPLOADS,
    ofMerchant: UPLOADS_OF_MERCHANT,
  }),
): Limits {
  const uploads = createUploadLimit(uploadSlots, loadShedding, stopwatch)

  /** A rejection takes its time as well. */
  async function orHeld<Result>(caller: string, admit: () => Result): Promise<Result> {
    try {
      return admit()
    } catch (refusal) {
      await throttle.hold(caller)
      throw refusal
    }
  }

  return {
    admitServer: (tenant, work, reply, cost = 1) => {
      reply.request.payer = { merchantId: tenant.merchantId, work }
      return orHeld(tenant.merchantId, () => {
        rateLimit?.countServer(tenant, cost, reply)
        loadShedding.rejectIfOverloaded(tenant.merchantId, work)
      })
    },
    admitBrowser: (tenant, work, reply, { address, bodyBytes }) =>
      orHeld(clientNetwork(address), () => {
        rateLimit?.countBrowser(tenant, address, reply)
        rateLimit?.countBody(address, bodyBytes)
        loadShedding.rejectIfOverloaded(tenant.merchantId, work)
      }),
    admitPortal: (reply, { address, bodyBytes }) =>
      orHeld(clientNetwork(address), () => {
        rateLimit?.countPortal(address, reply)
        rateLimit?.countBody(address, bodyBytes)
      }),
    admitNotification: (tenant, reply) => {
      reply.request.payer = { merchantId: tenant.merchantId, work: 'tracking' }
      return orHeld(tenant.merchantId, () => {
        rateLimit?.countNotification(tenant, reply)
        loadShedding.rejectIfOverloaded(tenant.merchantId, 'tracking')
      })
    },
    admitSignIn: (account, address) =>
      orHeld(clientNetwork(address), () => rateLimit?.countSignIn(account, address)),
    admitUpload: ({ merchantId }) => orHeld(merchantId, () => uploads.admit(merchantId)),
    isFlood: (address) => rateLimit?.isFlood(address) ?? false,
    run({ merchantId }, work, task) {
      try {
        loadShedding.rejectIfOverloaded(merchantId, work)
      } catch (refusal) {
        return orHeld<never>(merchantId, () => {
          throw refusal
        })
      }
      return loadShedding.run(merchantId, task)
    },
    runUpload: uploads.run,
  }
}

/** Lets everything in. */
export const noLimits: Limits = {
  admitServer: async () => undefined,
  admitBrowser: async () => undefined,
  admitPortal: async () => undefined,
  admitNotification: async () => undefined,
  admitSignIn: async () => undefined,
  admitUpload: async () => () => undefined,
  isFlood: () => false,
  run: (_owner, _work, task) => task(),
  runUpload: (_owner, file, task) => task(file),
}

type UploadLimit = {
  /** @throws Refusal TOO_MANY_REQUESTS for a merchant at its limit; Overloaded when the process is */
  readonly admit: (merchantId: MerchantId) => () => void
  /** Does the work of a request that brings a file. It counts as in flight except while it waits for the client. */
  readonly run: <Result>(
    owner: { readonly merchantId: MerchantId },
    file: AsyncIterable<Buffer>,
    task: (file: AsyncIterable<Buffer>) => Promise<Result>,
  ) => Promise<Result>
}

function createUploadLimit(slots: TransferSlots, loadShedding: LoadShedding, stopwatch: Clock): UploadLimit {
  return {
    admit(merchantId) {
      loadShedding.rejectIfOverloaded(merchantId, 'tracking')
      const slot = slots.begin(merchantId)
      if (slot.kind === 'begun') return slot.end
      throw slot.kind === 'merchant is at its limit' ? tooManyUploads() : overloaded
    },
    async run({ merchantId }, file, task) {
      let end: (() => void) | null = loadShedding.begin(merchantId)
      const pause = (): void => {
        end?.()
        end = null
      }
      const resume = (): void => {
        end ??= loadShedding.begin(merchantId)
      }
      const minimum = { bytesPerSecond: MIN_UPLOAD_BYTES_PER_SECOND, graceMs: GRACE_MS, stopwatch }
      try {
        return await task(pausing(atLeastRate(file, minimum), pause, resume))
      } finally {
        pause()
      }
    },
  }
}

/** Passes a file on, and says when it is waited for and when its next piece has come. */
async function* pausing(
  file: AsyncIterable<Buffer>,
  pause: () => void,
  resume: () => void,
): AsyncGenerator<Buffer> {
  try {
    pause()
    for await (const chunk of file) {
      resume()
      yield chunk
      pause()
    }
  } finally {
    resume()
  }
}

function tooManyUploads(): Refusal {
  return new Refusal(
    'TOO_MANY_REQUESTS',
    'As many files of this merchant are being received as may be at a time. Wait until one of them has arrived, then send this one.',
    null,
    RETRY_AFTER_SECONDS,
  )
}

type LeastRate = {
  readonly bytesPerSecond: number
  /** The time for which a client that was fast enough so far may send nothing. */
  readonly graceMs: number
  readonly stopwatch: Clock
}

/**
 * Passes a file on as long as it arrives at this rate. Only the time counts for which the file is waited for: a client that is
 * held up because its file is still being stored is not slow.
 *
 * @throws Refusal REQUEST_TIMEOUT for one that is slower
 */
export async function* atLeastRate(
  file: AsyncIterable<Buffer>,
  { bytesPerSecond, graceMs, stopwatch }: LeastRate,
): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  let leftMs = graceMs
  try {
    for (;;) {
      const askedAt = stopwatch.now()
      const next = await inTime(chunks.next(), leftMs, () => tooSlow(bytesPerSecond))
      if (next.done === true) return
      const waitedMs = stopwatch.now() - askedAt
      leftMs = Math.min(graceMs, leftMs - waitedMs + (next.value.length * 1000) / bytesPerSecond)
      if (leftMs <= 0) throw tooSlow(bytesPerSecond)
      yield next.value
    }
  } finally {
    // Not awaited: the file may never send another piece.
    void chunks.return?.()?.catch(() => undefined)
  }
}

function inTime<T>(work: Promise<T>, ms: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

function tooSlow(bytesPerSecond: number): Refusal {
  return new Refusal(
    'REQUEST_TIMEOUT',
    `The file arrived at less than ${bytesPerSecond / 1024} KiB per second. Send it again over a faster connection, or in smaller files.`,
  )
}

/** How many transfers may run at a time: in the process, and of one merchant, in both modes of all its programs. */
type TransferLimits = { readonly ofProcess: number; readonly ofMerchant: number }

/** A place of a running transfer, or whose limit is reached. */
type TransferSlot =
  | { readonly kind: 'begun'; readonly end: () => void }
  | { readonly kind: 'merchant is at its limit' }
  | { readonly kind: 'process is at its limit' }

/** Bounds how many files move at a time: each holds a part of its file in memory for as long as its client is slow. */
type TransferSlots = { readonly begin: (merchantId: MerchantId) => TransferSlot }

export function createTransferSlots({ ofProcess, ofMerchant }: TransferLimits): TransferSlots {
  const running = new KeyedCounts<MerchantId>()
  let all = 0
  return {
    begin(merchantId) {
      if (running.of(merchantId) >= ofMerchant) return { kind: 'merchant is at its limit' }
      if (all >= ofProcess) return { kind: 'process is at its limit' }
      all += 1
      running.add(merchantId, 1)
      return { kind: 'begun', end: once(() => end(merchantId)) }
    },
  }

  function end(merchantId: MerchantId): void {
    all -= 1
    running.add(merchantId, -1)
  }
}

function once(act: () => void): () => void {
  let isDone = false
  return () => {
    if (isDone) return
    isDone = true
    act()
  }
}

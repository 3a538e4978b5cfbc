import type { Endpoint } from '@goodword/contract/frame/endpoint'
import type { MerchantId } from '@goodword/domain/values/ids'
import type { Clock } from '../../../engine/foundation/clock.ts'
import { KeyedCounts } from '../../../engine/foundation/keyed-counts.ts'
import { overloaded } from '../../../engine/foundation/load-shedding-error.ts'

/** Reports can wait. Tracking, code look-ups and reads of single records cannot: a sale may depend on them. */
export type Work = 'tracking' | 'reporting'

/** Rejects requests when there are more than the process manages, so that accepted ones are processed soon. */
export type LoadShedding = {
  /** @throws Overloaded when the limit for such work is reached */
  readonly rejectIfOverloaded: (merchantId: MerchantId, work: Work) => void
  /** Counts a piece of work as in flight; returns how to end it, to be called once. */
  readonly begin: (merchantId: MerchantId) => () => void
  /** Runs the work, which counts until it is done. */
  readonly run: <Result>(merchantId: MerchantId, task: () => Promise<Result>) => Promise<Result>
  /** Rejections since the last call. */
  readonly takeRefused: () => number
}

/** The maximum number of requests in flight for this kind of work, in the process and for one merchant. */
type Limit = { readonly ofProcess: number; readonly ofMerchant: number }

/**
 * One merchant may have half, in both modes of all its programs, so that there is capacity for others; reports may have half
 * of that, so that they are rejected first. While the event loop is late the limits are lower, but not zero for any merchant:
 * it is late because of those with many requests.
 */
const limits: Readonly<Record<Work, Limit & { readonly lateMs: number; readonly whileLate: Limit }>> = {
  tracking: {
    ...{ ofProcess: 1024, ofMerchant: 512 },
    lateMs: 1000,
    whileLate: { ofProcess: 256, ofMerchant: 32 },
  },
  reporting: {
    ...{ ofProcess: 512, ofMerchant: 256 },
    lateMs: 250,
    whileLate: { ofProcess: 64, ofMerchant: 8 },
  },
}

/** `lateMs` is the event-loop delay. */
export function createLoadShedding(lateMs: () => number): LoadShedding {
  const ofMerchants = new KeyedCounts<MerchantId>()
  let inFlight = 0
  let refused = 0

  return {
    rejectIfOverloaded(merchantId, work) {
      const inTime = limits[work]
      const { ofProcess, ofMerchant } = lateMs() < inTime.lateMs ? inTime : inTime.whileLate
      if (inFlight < ofProcess && ofMerchants.of(merchantId) < ofMerchant) return
      refused += 1
      throw overloaded
    },
    begin,
    async run(merchantId, task) {
      const end = begin(merchantId)
      try {
        return await task()
      } finally {
        end()
      }
    },
    takeRefused() {
      const count = refused
      refused = 0
      return count
    },
  }

  function begin(merchantId: MerchantId): () => void {
    inFlight += 1
    ofMerchants.add(merchantId, 1)
    return () => {
      inFlight -= 1
      ofMerchants.add(merchantId, -1)
    }
  }
}

/** An operation that pages through a list, or reads statistics, is a report. */
export function workOf({ query, tag }: Pick<Endpoint, 'query' | 'tag'>): Work {
  return 'limit' in query.properties || tag === 'Statistics' ? 'reporting' : 'tracking'
}

/** The delay of the event loop. */
export type EventLoopDelay = {
  /** The minimum of the last few measurements, in milliseconds: one long task is no overload. */
  readonly lateMs: () => number
  /** Is called every `LOOK_EVERY_MS`, by the very timers whose delay it measures. */
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

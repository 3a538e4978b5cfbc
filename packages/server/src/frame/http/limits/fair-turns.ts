import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../engine/foundation/clock.ts'
import { KeyedCounts } from '../../../engine/foundation/keyed-counts.ts'

/** A payer of process time, and its share of the process while it is busy. */
export type Payer = { readonly name: string; readonly share: number }

/** The payers of a request: first its sender, then the merchant or network that the sender belongs to. */
export type Payers = readonly [Payer, ...Payer[]]

/** Callers in debt are let in by this order. */
export const ranks = ['work', 'report', 'stranger'] as const
export type Rank = (typeof ranks)[number]

/** How the wait of a request ended: its turn came, it waited too long, or too many wait already. */
export type Turn = 'admitted' | 'late' | 'full'

export type FairTurnsOptions = {
  readonly stopwatch: Clock
  /** The part of the time since the last call for which the event loop worked, from 0 to 1. */
  readonly utilization: () => number
  readonly maxWaitMs?: number
  readonly maxWaitingOfPayer?: number
}

type Account = { usedMs: number; at: number }

type Owing = { readonly name: string; readonly owedMs: number }

type Waiting = {
  readonly payers: Payers
  readonly rank: Rank
  /** The expected time of the request. */
  readonly ms: number
  readonly until: number
  readonly end: (turn: Turn) => void
}

/** A payer owes nothing for the share of this time. */
const FREE_MS = 200
const MAX_DEBT_MS = 5000
const MAX_ACCOUNTS = 20_000
/** A payer that asked in this time is served before payers that owe more. */
const ACTIVE_MS = 1000
/** Below this utilization the time of the process is anybody’s, unless requests have begun that are expected to take more than this. */
const BUSY = 0.7
const BUSY_MS = 20
const MAX_WAIT_MS = 2000
const MAX_WAITING = 1000
const MAX_WAITING_OF_PAYER = 128
/** Callers in debt may bring the event loop to this utilization, and have this part of it at least. */
const FILLED = 0.6
const MIN_PART = 0.2
/** How much may be let in at once, and how much of too much is remembered, in milliseconds of the event loop. */
const MAX_AHEAD_MS = 16
const MAX_BEHIND_MS = 200
/** The weight of the last look in averages, which are those of some 100 ms. */
const LAST_WEIGHT = 0.2

/** How often `look` is called. */
export const LOOK_EVERY_MS = 20

/**
 * Fair queueing by used time. Each payer is charged after the fact, as by a token bucket that may be overdrawn: what was used
 * is paid off at the rate of the payer’s share. While the process is busy, a request waits if its payers are in debt and
 * another caller with less debt is active. Waiting requests are let in one by one, the least debt first, as fast as they leave
 * the event loop gaps for the others.
 */
export class FairTurns {
  readonly #options: Required<FairTurnsOptions>
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  readonly #active = new Map<string, { readonly payers: Payers; readonly at: number }>()
  readonly #waitingOf = new KeyedCounts<string>()
  #waiting: Waiting[] = []
  #isBusy = false
  /** The two active callers with the least debt: a request is compared with the one of them that is not its own. */
  #least: readonly Owing[] = []
  /** How much of the event loop callers in debt may still take, in milliseconds. */
  #spareMs = 0
  /** The expected time of the requests that have begun. */
  #begunMs = 0
  /** The time that requests took since the last look, and the part of the event loop that the others use. */
  #takenMs = 0
  #usedByOthers = 0
  #used = 0
  #lookedAt = 0

  constructor(options: FairTurnsOptions) {
    this.#options = {
      maxWaitMs: MAX_WAIT_MS,
      maxWaitingOfPayer: MAX_WAITING_OF_PAYER,
      ...options,
    }
    this.#lookedAt = options.stopwatch.now()
  }

  /** Charges the payers of a request for the time that it took, in milliseconds; a negative time is given back. */
  charge(payers: Payers, ms: number): void {
    for (const payer of payers) {
      const account = this.#paidOff(payer) ?? this.#open(payer)
      const most = payer.share * (FREE_MS + MAX_DEBT_MS)
      account.usedMs = Math.min(Math.max(0, account.usedMs + ms), most)
    }
    this.#active.set(payers[0].name, { payers, at: this.#options.stopwatch.now() })
  }

  /** Charges what a request is expected to take until it has ended; returns how to take that back, to be called once. */
  begin(payers: Payers, ms: number): () => void {
    this.charge(payers, ms)
    this.#begunMs += ms
    return () => {
      this.charge(payers, -ms)
      this.#begunMs -= ms
    }
  }

  /** The debt of the payers together: the milliseconds in which they pay it off one after the other; 0 without a debt. */
  owedMs(payers: Payers): number {
    let owed = 0
    for (const payer of payers) {
      const account = this.#paidOff(payer)
      if (account !== undefined) owed += Math.max(0, account.usedMs / payer.share - FREE_MS)
    }
    return owed
  }

  /** Whether a request has to wait for its turn. */
  mustWait(payers: Payers): boolean {
    const isBusy = this.#isBusy || this.#begunMs > BUSY_MS
    return isBusy && this.#owesMore(payers, this.owedMs(payers))
  }

  /** Waits for the turn of a request that has to wait; `ms` is its expected time of the event loop. */
  wait(payers: Payers, rank: Rank, ms: number): Promise<Turn> {
    const { maxWaitMs, maxWaitingOfPayer, stopwatch } = this.#options
    const [{ name }] = payers
    if (this.#waiting.length >= MAX_WAITING || this.#waitingOf.of(name) >= maxWaitingOfPayer) {
      return Promise.resolve('full')
    }
    return new Promise((resolve) => {
      this.#waitingOf.add(name, 1)
      const end = (turn: Turn): void => {
        this.#waitingOf.add(name, -1)
        resolve(turn)
      }
      this.#waiting.push({ payers, rank, ms, until: stopwatch.now() + maxWaitMs, end })
    })
  }

  /** Notes what a request took that had waited for its turn, and was expected to take `expectedMs`. */
  took(ms: number, expectedMs: number): void {
    this.#takenMs += ms
    this.#spareMs -= ms - expectedMs
  }

  /** Called every `LOOK_EVERY_MS`: compares who asks, and lets in what there is time for. */
  look(): void {
    const { stopwatch, utilization } = this.#options
    const now = stopwatch.now()
    const used = utilization()
    this.#used += (used - this.#used) * LAST_WEIGHT
    this.#isBusy = this.#used > BUSY || this.#waiting.length > 0
    this.#least = this.#leastActive(now)
    const sinceMs = now - this.#lookedAt
    this.#lookedAt = now
    if (sinceMs > 0) {
      const byOthers = Math.max(0, used - this.#takenMs / sinceMs)
      this.#usedByOthers += (byOthers - this.#usedByOthers) * LAST_WEIGHT
    }
    this.#takenMs = 0
    const more = this.#spareMs + Math.max(MIN_PART, FILLED - this.#usedByOthers) * sinceMs
    this.#spareMs = Math.min(Math.max(more, -MAX_BEHIND_MS), MAX_AHEAD_MS)
    this.#letIn(now)
  }

  /** Lets in all that wait, when the process ends. */
  close(): void {
    for (const { end } of this.#waiting.splice(0)) end('admitted')
  }

  #letIn(now: number): void {
    if (this.#waiting.length === 0) return
    const inOrder = this.#waiting
      .map((it) => ({ it, owedMs: this.owedMs(it.payers) }))
      .sort((one, other) => orderOf(one.it, other.it) || one.owedMs - other.owedMs)
    this.#waiting = []
    for (const { it, owedMs } of inOrder) {
      if (!this.#owesMore(it.payers, owedMs)) it.end('admitted')
      else if (this.#spareMs > 0) {
        this.#spareMs -= it.ms
        it.end('admitted')
      } else if (it.until <= now) it.end('late')
      else this.#waiting.push(it)
    }
  }

  #leastActive(now: number): readonly Owing[] {
    let least: Owing[] = []
    for (const [name, { payers, at }] of this.#active) {
      if (at < now - ACTIVE_MS) this.#active.delete(name)
      else least = leastTwo(least, { name, owedMs: this.owedMs(payers) })
    }
    return least
  }

  #owesMore([{ name }]: Payers, owedMs: number): boolean {
    const other = this.#least.find((it) => it.name !== name)
    return owedMs > 0 && other !== undefined && other.owedMs < owedMs
  }

  #open({ name }: Payer): Account {
    const account = { usedMs: 0, at: this.#options.stopwatch.now() }
    this.#accounts.set(name, account)
    return account
  }

  #paidOff({ name, share }: Payer): Account | undefined {
    const account = this.#accounts.get(name)
    if (account === undefined) return undefined
    const now = this.#options.stopwatch.now()
    account.usedMs = Math.max(0, account.usedMs - (now - account.at) * share)
    account.at = now
    return account
  }
}

function leastTwo(least: Owing[], next: Owing): Owing[] {
  const [, second] = least
  if (second !== undefined && second.owedMs <= next.owedMs) return least
  return [...least, next].sort((one, other) => one.owedMs - other.owedMs).slice(0, 2)
}

function orderOf(one: Waiting, other: Waiting): number {
  return ranks.indexOf(one.rank) - ranks.indexOf(other.rank)
}

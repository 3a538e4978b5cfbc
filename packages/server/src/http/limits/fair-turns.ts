import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'
import { KeyedCounts } from '../../platform/keyed-counts.ts'

/** Who is charged, and which part of the process is theirs while it is busy. */
export type Payer = { readonly name: string; readonly share: number }

/** The payers of a request: first who sends it, then what they belong to. */
export type Payers = readonly [Payer, ...Payer[]]

/** How many requests of callers in debt run at a time: signed-in callers, their reports, and strangers do not wait for each other. */
const slotsOf = { work: 2, report: 1, stranger: 1 } as const
export type Rank = keyof typeof slotsOf
const ranks = Object.keys(slotsOf) as readonly Rank[]

/** How the wait of a request ended: with a slot, which `end` gives back; after too long; or at once, because too many wait. */
export type Turn =
  | { readonly kind: 'admitted'; readonly end: () => void }
  | { readonly kind: 'late' }
  | { readonly kind: 'full' }

export type FairTurnsOptions = {
  readonly stopwatch: Clock
  /** The part of the last moments for which the event loop worked, from 0 to 1. */
  readonly utilization: () => number
  readonly maxWaitMs?: number
  readonly maxWaitingOfPayer?: number
  /** The slots of each rank; for tests. */
  readonly slots?: Readonly<Record<Rank, number>>
}

const withoutSlot: Turn = { kind: 'admitted', end: () => undefined }

type Account = { usedMs: number; at: number }

type Owing = { readonly name: string; readonly owedMs: number }

type Waiting = {
  readonly payers: Payers
  readonly until: number
  readonly end: (turn: Turn) => void
}

/** Who used no more than the share of this time owes nothing. */
const FREE_MS = 1000
const MAX_DEBT_MS = 5000
const MAX_ACCOUNTS = 20_000
/** Who asked in this time is served before those who owe more. */
const ACTIVE_MS = 1000
/** Below it the time of the process is anybody’s. */
const BUSY = 0.7
const MAX_WAIT_MS = 2000
const MAX_WAITING = 1000
const MAX_WAITING_OF_PAYER = 128
/** A request that waits for its client keeps no other from its turn. */
const MAX_SLOT_MS = 1000

/** How often `look` is called. */
export const LOOK_EVERY_MS = 20

/**
 * Fair queueing by used time. Each payer is charged after the fact, as by a token bucket that may be overdrawn: what was used
 * is paid off at the rate of the payer’s share. While the process is busy, a request waits if its payers are in debt and
 * another caller with less debt is active; of those that wait, a few run at a time, the least debt first.
 */
export class FairTurns {
  readonly #options: Required<FairTurnsOptions>
  readonly #accounts = new LRUCache<string, Account>({ max: MAX_ACCOUNTS })
  readonly #active = new Map<string, { readonly payers: Payers; readonly at: number }>()
  readonly #waiting: Record<Rank, Waiting[]> = { work: [], report: [], stranger: [] }
  readonly #running: Record<Rank, number> = { work: 0, report: 0, stranger: 0 }
  readonly #waitingOf = new KeyedCounts<string>()
  #isBusy = false
  /** The two active callers with the least debt: a request is compared with the one of them that is not its own. */
  #least: readonly Owing[] = []

  constructor(options: FairTurnsOptions) {
    this.#options = {
      maxWaitMs: MAX_WAIT_MS,
      maxWaitingOfPayer: MAX_WAITING_OF_PAYER,
      slots: slotsOf,
      ...options,
    }
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

  /** What the payers owe together: the milliseconds in which they pay it off one after the other; 0 without a debt. */
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
    return this.#isBusy && this.#owesMore(payers, this.owedMs(payers))
  }

  /** Waits for the turn of a request that has to wait. */
  wait(payers: Payers, rank: Rank): Promise<Turn> {
    const { maxWaitMs, maxWaitingOfPayer, slots, stopwatch } = this.#options
    const [{ name }] = payers
    if (this.#waiting[rank].length >= MAX_WAITING || this.#waitingOf.of(name) >= maxWaitingOfPayer) {
      return Promise.resolve({ kind: 'full' })
    }
    return new Promise((resolve) => {
      this.#waitingOf.add(name, 1)
      const end = (turn: Turn): void => {
        this.#waitingOf.add(name, -1)
        resolve(turn)
      }
      this.#waiting[rank].push({ payers, until: stopwatch.now() + maxWaitMs, end })
      if (this.#running[rank] < slots[rank]) this.#fill(rank)
    })
  }

  /** Called every `LOOK_EVERY_MS`: compares who asks, and ends waits that have become needless or too long. */
  look(): void {
    this.#isBusy = this.#options.utilization() > BUSY
    const since = this.#options.stopwatch.now() - ACTIVE_MS
    let least: Owing[] = []
    for (const [name, { payers, at }] of this.#active) {
      if (at < since) this.#active.delete(name)
      else if (this.#isBusy) least = leastTwo(least, { name, owedMs: this.owedMs(payers) })
    }
    this.#least = least
    for (const rank of ranks) this.#fill(rank)
  }

  /** Lets in all that wait, when the process ends. */
  close(): void {
    for (const rank of ranks) {
      for (const { end } of this.#waiting[rank].splice(0)) end(withoutSlot)
    }
  }

  #owesMore([{ name }]: Payers, owedMs: number): boolean {
    const other = this.#least.find((it) => it.name !== name)
    return owedMs > 0 && other !== undefined && other.owedMs < owedMs
  }

  #fill(rank: Rank): void {
    if (this.#waiting[rank].length === 0) return
    const { stopwatch, slots } = this.#options
    const now = stopwatch.now()
    const inOrder = this.#waiting[rank]
      .map((it) => ({ it, owedMs: this.owedMs(it.payers) }))
      .sort((one, other) => one.owedMs - other.owedMs)
    this.#waiting[rank] = []
    for (const { it, owedMs } of inOrder) {
      if (!this.#isBusy || !this.#owesMore(it.payers, owedMs)) it.end(withoutSlot)
      else if (this.#running[rank] < slots[rank]) it.end({ kind: 'admitted', end: this.#slot(rank) })
      else if (it.until <= now) it.end({ kind: 'late' })
      else this.#waiting[rank].push(it)
    }
  }

  /** Takes a slot; returns how to give it back, once. */
  #slot(rank: Rank): () => void {
    this.#running[rank] += 1
    const end = (): void => {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      this.#running[rank] -= 1
      this.#fill(rank)
    }
    let timer: NodeJS.Timeout | null = setTimeout(end, MAX_SLOT_MS).unref()
    return end
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

import { KeyedCounts } from '../../foundation/keyed-counts.ts'
import { DatabaseUnavailable } from '../database-error.ts'

/** A report can wait; a call cannot, because a sale may depend on it. */
export type TurnKind = 'call' | 'report'

export type TurnLimits = {
  /** How many may hold a connection at once. */
  readonly atOnce: number
  /** How many of them may be of one owner. */
  readonly perOwner: number
  /** The limits of reports, which are among the turns. Owners of one group share what an owner may have of them. */
  readonly reports: { readonly atOnce: number; readonly perOwner: number }
  /** How long one may wait for its turn; 0 is for as long as it takes. */
  readonly waitMs: number
}

/** A transaction had to wait too long for its turn. That says nothing about the database. */
export class TurnTimeout extends DatabaseUnavailable {
  constructor() {
    super('too many transactions wait for a connection', false)
  }
}

type Lane = { readonly owner: string; readonly kind: TurnKind; readonly waiting: Set<() => void> }

/**
 * Gives the connections of a pool to transactions in turn: each owner (a tenant, or the directory) has a limit, and owners
 * that wait get the next connection one after the other, however many transactions each of them has. So a tenant that asks
 * without end waits for itself, and the others wait for one of its transactions at most.
 */
export class FairTurns {
  readonly #limits: TurnLimits
  readonly #groupOf: (owner: string) => string
  /** The lanes in which transactions wait, in the order of their turns. */
  readonly #lanes = new Map<string, Lane>()
  readonly #ofOwner = new KeyedCounts<string>()
  readonly #reportsOfGroup = new KeyedCounts<string>()
  #running = 0
  #reports = 0

  constructor(limits: TurnLimits, groupOf: (owner: string) => string = (owner) => owner) {
    this.#limits = limits
    this.#groupOf = groupOf
  }

  /** How many wait; 0 while there are connections left, and only an owner is at its limit. */
  get waiting(): number {
    if (this.#running < this.#limits.atOnce) return 0
    return [...this.#lanes.values()].reduce((sum, it) => sum + it.waiting.size, 0)
  }

  /** Runs work when it is its turn. Throws its errors, and TurnTimeout. */
  async during<T>(owner: string, kind: TurnKind, work: () => Promise<T>): Promise<T> {
    if (this.#mayBegin(owner, kind)) this.#count(owner, kind, 1)
    else await this.#turn(owner, kind)
    try {
      return await work()
    } finally {
      this.#count(owner, kind, -1)
      this.#beginNext()
    }
  }

  #mayBegin(owner: string, kind: TurnKind): boolean {
    const { atOnce, perOwner, reports } = this.#limits
    if (this.#running >= atOnce || this.#ofOwner.of(owner) >= perOwner) return false
    if (kind === 'call') return true
    return this.#reports < reports.atOnce && this.#reportsOfGroup.of(this.#groupOf(owner)) < reports.perOwner
  }

  #count(owner: string, kind: TurnKind, change: 1 | -1): void {
    this.#ofOwner.add(owner, change)
    this.#running += change
    if (kind === 'call') return
    this.#reportsOfGroup.add(this.#groupOf(owner), change)
    this.#reports += change
  }

  /** Resolves when it may begin; it is counted then. */
  #turn(owner: string, kind: TurnKind): Promise<void> {
    const { waitMs } = this.#limits
    const key = `${kind} ${owner}`
    const lane = this.#lanes.get(key) ?? { owner, kind, waiting: new Set() }
    this.#lanes.set(key, lane)
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer)
        resolve()
      }
      const giveUp = (): void => {
        lane.waiting.delete(begin)
        if (lane.waiting.size === 0 && this.#lanes.get(key) === lane) this.#lanes.delete(key)
        reject(new TurnTimeout())
      }
      const timer = waitMs === 0 ? undefined : setTimeout(giveUp, waitMs)
      lane.waiting.add(begin)
    })
  }

  /** The first that waits in the first lane that may have another one; that lane is the last then. */
  #beginNext(): void {
    for (const [key, lane] of this.#lanes) {
      const [begin] = lane.waiting
      if (begin === undefined || !this.#mayBegin(lane.owner, lane.kind)) continue
      lane.waiting.delete(begin)
      this.#lanes.delete(key)
      if (lane.waiting.size > 0) this.#lanes.set(key, lane)
      this.#count(lane.owner, lane.kind, 1)
      begin()
      return
    }
  }
}

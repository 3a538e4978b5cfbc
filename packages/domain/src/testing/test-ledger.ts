import { type Entry, entriesBetween } from '../rewards/ledger.ts'
import type { Reward } from '../rewards/reward.ts'

/** An append-only ledger without a database. Its rows keep the same rules: each cause has one entry, and entries are not backdated. */
export class TestLedger {
  readonly #entries = new Map<string, Entry>()

  add(entries: readonly Entry[], now: number): void {
    for (const entry of entries) {
      if (this.#entries.has(entry.source)) throw new Error(`${entry.source} entered twice`)
      if (entry.effectiveAt < now) throw new Error(`${entry.source} changes the past`)
      this.#entries.set(entry.source, entry)
    }
  }

  /** Adds the entries of a transaction on a reward. */
  change(rewardId: string, before: Reward | null, after: Reward | null, now: number): void {
    if (after !== null) this.add(entriesBetween(rewardId, before, after, now), now)
  }

  balance(at: number): number {
    const effective = [...this.#entries.values()].filter((it) => it.effectiveAt <= at)
    return effective.reduce((sum, it) => sum + it.amount, 0)
  }

  /** Every moment at which the balance may change. */
  get moments(): readonly number[] {
    return [...new Set([...this.#entries.values()].map((it) => it.effectiveAt))]
  }
}

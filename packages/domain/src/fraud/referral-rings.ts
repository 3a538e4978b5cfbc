import type { AccountId, AccountKey } from '../values/ids.ts'

/** A referral between people. A person is named by their root, or by the key of the only account that is known of them. */
export type ReferralBetweenPeople = {
  /** The ID of the friend's account. */
  readonly account: AccountId
  readonly friend: AccountKey
  readonly referrer: AccountKey
  readonly startedAt: number
}

const DAY_MS = 86_400_000
/** Referrals of a ring that started so long before the one that closed it stay as they are: they earned for other reasons. */
const MAX_DAYS_IN_RING = 30

/** A chain of referrals has at most so many; a longer one is not followed. */
export const MAX_RING_LENGTH = 10
/** People whose referrers are looked for at a time. */
const MAX_PEOPLE_PER_STEP = 50

/**
 * Walks from a person up to those who referred them, and on to those who referred these, until a chain leads back to the
 * person. The caller reads the referrals of the people in `frontier`, and gives them to `follow`, until the frontier is empty.
 * Who refers themself directly is no ring: other rules find that.
 */
export class RingWalk {
  readonly #start: AccountKey
  readonly #steps = new Map<AccountKey, Step>()
  readonly #first: ReferralBetweenPeople[] = []
  readonly #lengths = new Map<AccountId, number>()
  #frontier: readonly AccountKey[]
  #length = 0

  constructor(start: AccountKey) {
    this.#start = start
    this.#frontier = [start]
  }

  get frontier(): readonly AccountKey[] {
    return this.#frontier
  }

  /** Lengths of rings, by the accounts whose referrals belong to them. The longest counts. */
  get ringLengths(): ReadonlyMap<AccountId, number> {
    return this.#lengths
  }

  /** @param referrals those in which a person of the frontier is the friend */
  follow(referrals: readonly ReferralBetweenPeople[]): void {
    this.#length += 1
    const found: AccountKey[] = []
    for (const it of referrals) {
      if (it.friend === this.#start) {
        if (it.referrer === this.#start) continue
        this.#first.push(it)
      }
      if (it.referrer === this.#start) this.#close(it)
      else if (!this.#steps.has(it.referrer)) {
        this.#steps.set(it.referrer, { by: it, first: this.#firstOf(it) })
        found.push(it.referrer)
      }
    }
    this.#frontier = this.#length === MAX_RING_LENGTH ? [] : found.slice(0, MAX_PEOPLE_PER_STEP)
  }

  #firstOf({ friend, referrer }: ReferralBetweenPeople): AccountKey {
    return friend === this.#start ? referrer : (this.#steps.get(friend)?.first ?? friend)
  }

  /** A chain is back at the person: one ring for each referral by which the person came to its first step. */
  #close(last: ReferralBetweenPeople): void {
    const chain = this.#chainTo(last)
    const first = this.#steps.get(last.friend)?.first
    for (const it of this.#first.filter((one) => one.referrer === first)) this.#keep([it, ...chain])
  }

  /** Keeps the length of a ring for all its referrals: which of them comes last says nothing about who is honest. */
  #keep(ring: readonly ReferralBetweenPeople[]): void {
    const closedAt = Math.max(...ring.map((it) => it.startedAt))
    for (const { account, startedAt } of ring) {
      if (closedAt - startedAt > MAX_DAYS_IN_RING * DAY_MS) continue
      this.#lengths.set(account, Math.max(ring.length, this.#lengths.get(account) ?? 0))
    }
  }

  /** The referrals from the last one down to the first step, without the one of the person. */
  #chainTo(last: ReferralBetweenPeople): readonly ReferralBetweenPeople[] {
    const chain = [last]
    for (let step = this.#steps.get(last.friend); step !== undefined; ) {
      if (step.by.friend === this.#start) break
      chain.push(step.by)
      step = this.#steps.get(step.by.friend)
    }
    return chain
  }
}

/** By which referral a person was reached, and who was reached first on the way. */
type Step = { readonly by: ReferralBetweenPeople; readonly first: AccountKey }

import type { FraudFacts } from '../fraud/fraud-facts.ts'
import { type FraudHistory, factsOfHistory } from '../fraud/fraud-history.ts'
import type { Program } from '../program/program.ts'
import type { Account, Referral } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import type { AccountId, AccountKey } from '../values/ids.ts'

/** The history of an account beside one referrer: the owner of the code that a call names, or who referred the account. */
export type HistoryOfReferrer = FraudHistory & { readonly referrer: AccountKey | null }

/** The facts of referrals while a list of calls is decided: friends that the list itself brought count like those before. */
export class FactsInCalls {
  readonly #now: number
  readonly #history: ReadonlyMap<AccountId, HistoryOfReferrer>
  readonly #started = new Map<AccountKey, number>()

  constructor({ now, history }: { now: number; history?: ReadonlyMap<AccountId, HistoryOfReferrer> }) {
    this.#now = now
    this.#history = history ?? new Map()
  }

  /** The facts of a referral from its history and from the call that is being decided. */
  of({ id, referrer, startedAt }: Referral, before: Account, { accountId, observed }: Call): FraudFacts {
    const own = observed?.facts ?? {}
    const history = this.#history.get(accountId)
    if (history === undefined || history.referrer !== referrer.accountKey) return own
    const isStarting = before.referral?.id !== id
    const startedNow = isStarting ? (this.#started.get(referrer.accountKey) ?? 0) : null
    return { ...factsOfHistory(history, { now: this.#now, startedAt, startedNow }), ...own }
  }

  follow(before: Account, { referral }: Account): void {
    if (referral === null || before.referral?.id === referral.id) return
    const { accountKey } = referral.referrer
    this.#started.set(accountKey, (this.#started.get(accountKey) ?? 0) + 1)
  }
}

const DAY_MS = 86_400_000

/**
 * The facts about the program's limit when a referrer gets one more reward: the rewards that are left, and the time in
 * which the limit was reached. One reward takes no time.
 */
export function capFacts(
  { maxReferrerRewards }: Program,
  {
    rewards,
    firstAt,
    now,
  }: { readonly rewards: number; readonly firstAt: number | null; readonly now: number },
): FraudFacts {
  if (maxReferrerRewards === null) return {}
  const left = maxReferrerRewards - rewards - 1
  const rewardsLeft = Math.max(0, left)
  if (left !== 0 || firstAt === null) return { rewardsLeft }
  return { rewardsLeft, daysToCap: Math.max(0, Math.floor((now - firstAt) / DAY_MS)) }
}

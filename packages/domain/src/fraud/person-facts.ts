import type { AccountId, AccountKey, ReferralId } from '../values/ids.ts'
import { type FraudFacts, withFacts } from './fraud-facts.ts'
import type { Person } from './identities.ts'

/** A referral whose friend is an account of a person. */
export type ReferralOfPerson = {
  readonly id: ReferralId
  /** The ID of the friend's account. */
  readonly account: AccountId
  readonly referrer: AccountKey
  /** Whether the friend has a reward for it that was not cancelled. */
  readonly hasFriendReward: boolean
  readonly facts: FraudFacts
}

/** Facts that an account's referral does not have yet. */
export type NewFacts = { readonly account: AccountId; readonly facts: FraudFacts }

/** The new facts of each referral of a person, from the person's accounts and the rings that lead back to them. */
export function factsOfPerson(
  { accounts }: Person,
  referrals: readonly ReferralOfPerson[],
  ringLengths: ReadonlyMap<AccountId, number>,
): readonly NewFacts[] {
  const own = new Set(accounts)
  const rewarded = referrals.filter((it) => it.hasFriendReward)
  const found = referrals.flatMap(({ id, account, referrer, facts }): NewFacts[] => {
    const before = rewarded.filter((it) => it.id < id).length
    const news: FraudFacts = {
      ...(own.has(referrer) ? { samePerson: 1 } : {}),
      ...(before === 0 ? {} : { friendRewardsBefore: before }),
    }
    return withFacts(facts, news) === facts ? [] : [{ account, facts: news }]
  })
  const byAccount = new Map(found.map((it) => [it.account, it.facts]))
  const known = new Map(referrals.map((it) => [it.account, it.facts.ringLength]))
  for (const [account, ringLength] of ringLengths) {
    if ((known.get(account) ?? 0) >= ringLength) continue
    byAccount.set(account, { ...byAccount.get(account), ringLength })
  }
  return [...byAccount].map(([account, facts]) => ({ account, facts }))
}

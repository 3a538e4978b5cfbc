import { amountAtStake } from '@goodword/domain/moderation/amount-at-stake'
import type { Program } from '@goodword/domain/program/program'
import { NO_SUBSCRIPTION } from '@goodword/domain/referrals/subscription'
import { type KnownPrice, knownPrice } from '@goodword/domain/rewards/reward-worth'
import type { AccountKey } from '@goodword/domain/values/ids'
import type { Currency } from '@goodword/domain/values/money'
import type { CodeRow } from './rows/codes.ts'
import type { ReferralRow, ReferredAccount } from './rows/referrals.ts'

/** The amount at stake of a referral that waits for a decision, at the known prices; null if it waits for none. */
export function atStakeOf(
  { referral, subscription }: ReferredAccount,
  program: Program,
  prices: ReadonlyMap<AccountKey, KnownPrice>,
): number | null {
  return amountAtStake(referral, program, {
    friend: knownPrice(subscription, program.currency),
    referrer: prices.get(referral.referrer.accountKey) ?? knownPrice(NO_SUBSCRIPTION, program.currency),
  })
}

/** The prices that the owners of codes, and the referrers of referrals, pay. */
export function pricesOfReferrers(
  codes: readonly CodeRow[],
  referrals: readonly ReferralRow[],
  currency: Currency,
): ReadonlyMap<AccountKey, KnownPrice> {
  const ofCodes = codes.map((row) => {
    const price = {
      valueMinor: row.owner_value_minor,
      currency: row.owner_currency,
      billingIntervalType: row.owner_billing_interval_type,
      billingIntervalValue: row.owner_billing_interval_value,
    }
    return [row.account_id, knownPrice(price, currency)] as const
  })
  const ofReferrals = referrals.map((row) => {
    const price = {
      valueMinor: row.referring_value_minor,
      currency: row.referring_currency,
      billingIntervalType: row.referring_billing_interval_type,
      billingIntervalValue: row.referring_billing_interval_value,
    }
    return [row.referring_account_id, knownPrice(price, currency)] as const
  })
  return new Map([...ofCodes, ...ofReferrals])
}

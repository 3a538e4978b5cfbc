import type { Account as AccountAnswer } from '@goodword/contract/account'
import type { Reward as RewardAnswer } from '@goodword/contract/reward'
import { type Account, type ReferralSide, referralStatus, standingOf } from '@goodword/domain/account'
import { type Currency, type Money, priceToNumber } from '@goodword/domain/money'
import { rewardAnswer } from '../../operations/referring/rewards/reward-answer.ts'
import type { RewardOwner } from '../../operations/referring/rewards/reward-reading.ts'

/** The current state of an account; prices without a currency are in the program's currency. */
export function accountAnswer(account: Account, programCurrency: Currency, now: number): AccountAnswer {
  return {
    id: account.id,
    currency: account.subscription.currency ?? programCurrency,
    paymentProviderId: account.providerId,
    subscription: subscriptionAnswer(account),
    referral: referralAnswer(account, now),
    standing: standingAnswer(account),
    dateCreated: account.createdAt,
    dateBlocked: account.block?.at ?? null,
    blockReason: account.block?.reason ?? null,
  }
}

function standingAnswer(account: Account): AccountAnswer['standing'] {
  const standing = standingOf(account)
  if (standing === 'open') return 'OPEN'
  return standing === 'closed' ? 'CLOSED' : 'REFERRED'
}

function subscriptionAnswer({ subscription, browserPaid }: Account): AccountAnswer['subscription'] {
  // A browser's status is shown only while no server has reported one.
  const status = subscription.status ?? (browserPaid ? 'PAID' : null)
  const { billingIntervalValue, billingIntervalType } = subscription
  const price = priceOf(subscription)
  const answer = {
    ...(status === null ? {} : { status }),
    ...(billingIntervalValue === null ? {} : { billingIntervalValue }),
    ...(billingIntervalType === null ? {} : { billingIntervalType }),
    ...(price === null ? {} : { value: priceToNumber(price) }),
  }
  return Object.keys(answer).length === 0 ? null : answer
}

function priceOf({ valueMinor, currency }: Account['subscription']): Money | null {
  return valueMinor === null || currency === null ? null : { minor: valueMinor, currency }
}

function referralAnswer(account: Account, now: number): AccountAnswer['referral'] {
  const { referral } = account
  if (referral === null) return null
  const friend = { accountId: account.id, userId: account.participants[0]?.id ?? null }
  return {
    id: referral.id,
    code: referral.code,
    status: referralStatus(referral),
    referrerReward: sideAnswer(referral.referring, { ...referral.referrer, referralId: referral.id }, now),
    referredReward: sideAnswer(referral.referred, { ...friend, referralId: referral.id }, now),
    dateReferralStarted: referral.startedAt,
    dateConverted: referral.convertedAt,
    dateReferralEnded: referral.endedAt,
  }
}

/** A side that is not approved shows no reward, also when one was given and taken back. */
function sideAnswer(
  side: ReferralSide,
  { accountId, userId, referralId }: Pick<RewardOwner, 'accountId' | 'userId' | 'referralId'>,
  now: number,
): RewardAnswer | null {
  if (side.reward === null || side.moderation.status !== 'APPROVED') return null
  const owner = { id: side.rewardId, accountId, userId, referralId }
  return rewardAnswer({ reward: side.reward, owner }, now)
}

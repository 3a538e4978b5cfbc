import type { DataOf, WebhookEventType } from '@goodword/contract/webhooks/event-types'
import { isWebhookEventType } from '@goodword/contract/webhooks/event-types'
import { sentenceOf } from '@goodword/domain/referrals/outcome'
import { billAnswer } from '../../billing/bills/bill-answer.ts'
import { discountAnswer } from '../../billing/discounts/discount-answer.ts'
import type { ListedReferralRow } from '../../referring/referrals/rows/referral-list.ts'
import { ownedRewardAnswer } from '../../referring/rewards/reward-answer.ts'
import { rewardOf } from '../../tracking/rows/ledger/rewards.ts'
import type { EventState } from './event-state.ts'
import type { EventRow } from './rows/account-events.ts'

/**
 * The data of an event as it is stored in the feed: IDs of ours stand where the envelope has IDs of the merchant, codes and
 * subscriptions of the payment processor, which `completeEnvelopes` looks up. Null for an event that is not public.
 */
export function storedDataOf(event: EventRow, state: EventState): StoredData | null {
  return isWebhookEventType(event.type) ? (makers[event.type](event, state) ?? null) : null
}

export type StoredData = DataOf<WebhookEventType>

type Maker<Name extends WebhookEventType> = (event: EventRow, state: EventState) => DataOf<Name> | undefined

const makers: { readonly [Name in WebhookEventType]: Maker<Name> } = {
  'user.created': ({ account_id: account, user_id: user, created_at: dateCreated }) =>
    account === null || user === null
      ? undefined
      : { accountId: account, userId: user, referralCode: user, dateCreated },
  'referral.started': referralData,
  'referral.converted': referralData,
  'referral.ended': referralData,
  'referral.moderated': referralData,
  'referral.appealed': referralData,
  'referral.overdue': referralData,
  'reward.created': rewardData,
  'reward.cancelled': rewardData,
  'reward.redeemed'({ resource_id: id }, { spent, balanceOf }) {
    const row = spent.get(id ?? '')
    if (row === undefined) return undefined
    return {
      accountId: row.account_id,
      redemptionId: row.isOfBill ? null : row.id,
      unit: row.unit,
      creditRedeemed: row.amount,
      creditAvailable: Math.max(0, balanceOf(row.account_id, row.unit)),
    }
  },
  // Made by `balanceEvents`, which knows the units.
  'reward.balance.changed': () => undefined,
  'account.blocked': ({ account_id: accountId, created_at: dateBlocked }) =>
    accountId === null ? undefined : { accountId, dateBlocked },
  'account.unblocked': ({ account_id: accountId }) =>
    accountId === null ? undefined : { accountId, dateBlocked: null },
  'discount.changed': discountData,
  'discount.drifted': discountData,
  'discount.failed': discountData,
  'bill.wrong': billData,
  'bill.mended': billData,
  'connection.broken': ({ reason }) => ({ state: 'BROKEN', message: sentenceOf(reason) }),
  'export.completed': ({ resource_id: id }) => (id === null ? undefined : { id }),
  test: ({ reason }) => ({ message: sentenceOf(reason) }),
}

function referralData({ referral_id: id }: EventRow, { referrals }: EventState) {
  const row = referrals.get(id ?? '')
  return row === undefined ? undefined : dataOfReferral(row)
}

function dataOfReferral(row: ListedReferralRow) {
  return {
    id: row.id,
    referralCodeUsed: row.id,
    status: row.status,
    referringAccountId: row.referring_account_id,
    referrerUserId: row.referring_user_id,
    referredAccountId: row.referred_account_id,
    referredUserId: row.referred_user_id,
    referrerModerationStatus: row.referrer_moderation,
    referredModerationStatus: row.referred_moderation,
    dateReferralStarted: row.started_at,
    dateConverted: row.converted_at,
    dateReferralEnded: row.ended_at,
  }
}

function rewardData({ reward_id: id }: EventRow, { rewards, now }: EventState) {
  const row = rewards.get(id ?? '')
  if (row === undefined) return undefined
  // Keys stand for the merchant's IDs.
  const owner = {
    accountId: row.account_id,
    userId: row.user_id,
    referralId: row.referral_id ?? row.paying_referral_id,
  }
  return ownedRewardAnswer(row.id, rewardOf(row), owner, now)
}

function discountData({ resource_id: id }: EventRow, { discounts }: EventState) {
  const row = discounts.get(id ?? '')
  return row === undefined
    ? undefined
    : { ...discountAnswer(row), accountId: row.account_id, subscriptionId: row.id }
}

function billData({ resource_id: id }: EventRow, { bills }: EventState) {
  const row = bills.get(id ?? '')
  return row === undefined
    ? undefined
    : { ...billAnswer(row), accountId: row.account_id, subscriptionId: row.subscription }
}

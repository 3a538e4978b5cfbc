import type { EventEnvelope, ReferralData, Reward } from './operations.generated.ts'

/** The argument of `analytics.track(…)` of Segment, RudderStack and what accepts the same. */
export type TrackCall = {
  readonly userId: string
  readonly event: string
  /** Derived from the ID of the event: when that is delivered again, the platform drops the repeat. */
  readonly messageId: string
  readonly timestamp: Date
  readonly properties: Readonly<Record<string, string | number | boolean | null>>
  /** The account, which these platforms call a group. */
  readonly context: { readonly groupId: string }
}

/** A user of yours; `userId` is null where only the account is known. */
export type TrackedUser = { readonly accountId: string; readonly userId: string | null }

export type TrackCallsOptions = {
  /** Your analytics' ID of a user, null to leave the call out. Without it: the user's ID, or the account's where there is none. */
  readonly userIdOf?: (user: TrackedUser) => string | null
}

type Tracked = TrackedUser & {
  readonly name: string
  readonly suffix?: string
  readonly properties: TrackCall['properties']
}

/**
 * Returns the calls that tell an analytics platform of an event: one for the user it is about, and for a referral one each
 * for the friend and the referrer, under names of their own, so that neither is counted twice. Decisions of staff, bills,
 * discounts and the state of the service give no calls. Names and e-mail addresses of users are in none.
 */
export function trackCalls(
  event: EventEnvelope,
  { userIdOf = ownId }: TrackCallsOptions = {},
): readonly TrackCall[] {
  const { id, created, tenantAlias, live, reason } = event
  return trackedOf(event).flatMap(({ name, suffix = '', properties, accountId, userId }) => {
    const trackedId = userIdOf({ accountId, userId })
    if (trackedId === null) return []
    return {
      userId: trackedId,
      event: name,
      messageId: `${id}${suffix}`,
      timestamp: new Date(created),
      properties: { ...properties, reason, program: tenantAlias, live },
      context: { groupId: accountId },
    }
  })
}

function ownId({ accountId, userId }: TrackedUser): string {
  return userId ?? accountId
}

function trackedOf({ type, data }: EventEnvelope): readonly Tracked[] {
  switch (type) {
    case 'user.created': {
      const { accountId, userId, referralCode } = data
      return [{ name: 'Referral Code Created', accountId, userId, properties: { referralCode } }]
    }
    case 'referral.started':
      return sidesOf(data, 'Referral Started', 'Friend Joined')
    case 'referral.converted':
      return sidesOf(data, 'Referral Converted', 'Friend Converted')
    case 'referral.ended':
      return sidesOf(data, 'Referral Ended', 'Friend Left')
    case 'reward.created':
      return [rewardOf(data, 'Referral Reward Created')]
    case 'reward.cancelled':
      return [rewardOf(data, 'Referral Reward Cancelled')]
    case 'reward.redeemed': {
      const { accountId, unit, creditRedeemed, creditAvailable } = data
      const properties = { unit, creditRedeemed, creditAvailable }
      return [{ name: 'Referral Reward Redeemed', accountId, userId: null, properties }]
    }
    case 'reward.balance.changed': {
      const { accountId, unit, available } = data
      const properties = { unit, creditAvailable: available }
      return [{ name: 'Referral Balance Changed', accountId, userId: null, properties }]
    }
    default:
      return []
  }
}

function sidesOf(referral: ReferralData, friend: string, referrer: string): readonly Tracked[] {
  const { id, referralCodeUsed, status, referringAccountId, referredAccountId } = referral
  const properties = {
    referralId: id,
    referralCode: referralCodeUsed,
    status,
    referringAccountId,
    referredAccountId,
  }
  return [
    { name: friend, accountId: referredAccountId, userId: referral.referredUserId, properties },
    {
      name: referrer,
      accountId: referringAccountId,
      userId: referral.referrerUserId,
      suffix: ':referrer',
      properties,
    },
  ]
}

function rewardOf(reward: Reward, name: string): Tracked {
  const { id, accountId, userId, rewardSource, referralId, type } = reward
  return {
    name,
    accountId,
    userId,
    properties: { rewardId: id, rewardSource, referralId, rewardType: type, ...amountOf(reward) },
  }
}

function amountOf(reward: Reward): TrackCall['properties'] {
  switch (reward.type) {
    case 'PCT_DISCOUNT':
      return { discountPercent: reward.discountPercent }
    case 'FEATURE':
      return { featureType: reward.featureType, quantity: reward.quantity }
    case 'PAYMENT_SHARE':
      return { sharePercent: reward.sharePercent }
    default:
      return { unit: reward.unit, credit: reward.credit }
  }
}

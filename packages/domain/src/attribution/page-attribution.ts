import { released } from '../moderation/unsigned-conversion.ts'
import type { Account, Referral, ReferralSide } from '../referrals/account.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome } from '../referrals/outcome.ts'
import { cancelReward } from '../rewards/reward.ts'
import type { UserKey } from '../values/ids.ts'

/**
 * Whether a code of the merchant's server replaces the attribution of an account: only pages named its code, or reported
 * its payment, and no trusted source has confirmed a payment. Anyone can send an unsigned call for an account, also before
 * the server has created it.
 */
export function yieldsToServer(
  { referral, paidAt, isPaidOnPage }: Account,
  context: DecisionContext,
): boolean {
  if (!context.isTrusted || context.program.unsignedConversions.mode === 'trust') return false
  if (paidAt !== null && !isPaidOnPage) return false
  if (referral === null) return paidAt !== null
  return referral.isFromPage && (referral.convertedAt === null || referral.unconfirmedAt !== null)
}

/**
 * Whether a referral that a page started came to nothing: it ended, or evidence of the page denied a side. When the server
 * names the same code it starts anew, and what strangers said of the account holds the referrer's side at most.
 */
export function startsAnew(account: Account, context: DecisionContext): boolean {
  const { referral } = account
  if (referral === null || !yieldsToServer(account, context)) return false
  if (referral.endedAt !== null) return true
  return [referral.referred, referral.referring].some(
    ({ moderation }) => moderation.status === 'DENIED' && moderation.by === 'rule',
  )
}

/** The account without what only pages said of it. Its referral ends, and the rewards of it are cancelled. */
export function replacedByServer(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  // An imported referral is dated in the past.
  const now = Math.max(context.now, referral?.startedAt ?? 0)
  const freed = {
    ...account,
    referral: null,
    ...(account.isPaidOnPage ? { paidAt: null, isPaidOnPage: false } : {}),
  }
  if (referral === null) return unchanged(freed)
  const referred = closed(referral.referred, now)
  const referring = closed(referral.referring, now)
  const about = { referralId: referral.id, reason: 'REPLACED_BY_SERVER' } as const
  const referrer = referral.referrer.accountKey
  const isClosed = [
    [referral.referred, referred],
    [referral.referring, referring],
  ].some(([before, after]) => before?.moderation !== after?.moderation)
  const outcomes: Outcome[] = [
    ...(referral.endedAt === null
      ? [{ ...about, type: 'referral.ended', account: account.key, referrer } as const]
      : []),
    ...(isClosed ? [{ ...about, type: 'referral.moderated', account: account.key, referrer } as const] : []),
    ...cancelled(referral.referred, referred).map((it) => ({ ...about, ...it, account: account.key })),
    ...cancelled(referral.referring, referring).map((it) => ({ ...about, ...it, account: referrer })),
  ]
  const replaced: Referral = { ...referral, endedAt: referral.endedAt ?? now, referred, referring }
  return { account: { ...freed, replaced }, outcomes }
}

/** The side has no reward any more, and waits for no decision. */
function closed(side: ReferralSide, now: number): ReferralSide {
  const reward = side.reward === null ? null : cancelReward(side.reward, now)
  if (side.moderation.status !== 'PENDING') return { ...side, reward }
  const decided = { decidedAt: now, decidedAs: 'REPLACED_BY_SERVER' } as const
  return { ...side, reward, moderation: { status: 'DENIED', by: 'rule', ...decided } }
}

function cancelled(before: ReferralSide, after: ReferralSide) {
  if (before.reward === after.reward) return []
  return [{ type: 'reward.cancelled', rewardId: after.rewardId } as const]
}

/** Both sides of a new referral wait for staff: a page reported a payment before the code was named. */
export function holdPaidBefore(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const reason = 'PAID_ON_PAGE_BEFORE' as const
  const held = (side: ReferralSide): ReferralSide =>
    side.moderation.status === 'DENIED'
      ? side
      : {
          ...side,
          moderation: { status: 'PENDING', by: 'rule', decidedAt: context.now, decidedAs: reason },
        }
  const { accountKey: referrer } = referral.referrer
  const about = { account: account.key, referralId: referral.id, referrer, reason } as const
  return {
    account: {
      ...account,
      referral: {
        ...referral,
        referred: held(referral.referred),
        referring: held(referral.referring),
        signals: [...referral.signals, { rule: reason, shadow: false }],
      },
    },
    outcomes: [
      { ...about, type: 'referral.flagged' },
      { ...about, type: 'referral.moderated' },
    ],
  }
}

/** A trusted call names the code that only pages named so far. */
export function confirmedAttribution(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (!context.isTrusted || referral === null || !referral.isFromPage) return unchanged(account)
  return released(
    { ...account, referral: { ...referral, isFromPage: false, unconfirmedUser: null } },
    context,
  )
}

/** A trusted call names the user whose unsigned call named the code. */
export function confirmedUser(account: Account, user: UserKey, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null || referral.unconfirmedUser !== user) return unchanged(account)
  return released({ ...account, referral: { ...referral, unconfirmedUser: null } }, context)
}

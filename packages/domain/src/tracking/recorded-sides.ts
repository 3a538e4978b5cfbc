import type { Referral, ReferralSide } from '../referrals/account.ts'
import type { RecordCommand, RecordedSide } from '../referrals/command.ts'
import type { Transition } from '../referrals/decision-context.ts'
import type { Outcome, Refused } from '../referrals/outcome.ts'
import { isCredit, type Reward } from '../rewards/reward.ts'

/** Both sides of a referral are what was decided about them here: a record that says otherwise is refused by name. */
export function differentSide(referral: Referral, { referred, referring }: RecordCommand): Refused | null {
  const sides = [
    ['referredModerationStatus', referral.referred, referred],
    ['referrerModerationStatus', referral.referring, referring],
  ] as const
  for (const [param, { moderation }, recorded] of sides) {
    const status = recorded?.moderation?.status ?? moderation.status
    if (status === moderation.status) continue
    const message = `"${param}" is ${status}, and the referral was decided ${moderation.status} here. Decide it with \`POST referrals/moderate\`, or correct the row.`
    return { code: 'REFERRAL_DIFFERS', param, message }
  }
  return null
}

/** A side that is not approved has no reward, from the start. */
export function withDecisions(step: Transition, { referred, referring }: RecordCommand): Transition {
  const { referral } = step.account
  if (referral === null) return step
  const friend = decidedSide(referral.referred, referred)
  const isRewardLost = friend.reward === null && referral.referred.reward !== null
  const account = {
    ...step.account,
    referral: { ...referral, referred: friend, referring: decidedSide(referral.referring, referring) },
  }
  const isLost = (it: Outcome) => isRewardLost && it.rewardId === friend.rewardId
  return { account, outcomes: step.outcomes.filter((it) => !isLost(it)) }
}

function decidedSide(side: ReferralSide, recorded: RecordedSide | undefined): ReferralSide {
  const { moderation } = recorded ?? {}
  if (moderation === undefined) return side
  return { ...side, moderation, reward: moderation.status === 'APPROVED' ? side.reward : null }
}

/**
 * The decisions and rewards that the record names, in place of what the present terms come to. `before` is the referral as it
 * was stored, `now` the present.
 */
export function asRecorded(
  step: Transition,
  command: RecordCommand,
  before: Referral | null,
  now: number,
): Transition {
  const { account } = step
  const { referral } = account
  if (referral === null) return step
  const referred = recordedSide(referral.referred, command.referred, before?.referred, now)
  const referring = recordedSide(referral.referring, command.referring, before?.referring, now)
  const replaced = new Set(
    [command.referred, command.referring].flatMap((it, index) =>
      it?.reward === undefined ? [] : [index === 0 ? referred.rewardId : referring.rewardId],
    ),
  )
  const outcomes = [
    ...step.outcomes.filter((it) => it.rewardId === undefined || !replaced.has(it.rewardId)),
    ...rewardOutcomes(referred, command.referred, { account: account.key, referralId: referral.id }),
    ...rewardOutcomes(referring, command.referring, {
      account: referral.referrer.accountKey,
      referralId: referral.id,
    }),
    ...heldByBlock(referring, command.referring, {
      account: account.key,
      referralId: referral.id,
      referrer: referral.referrer.accountKey,
    }),
  ]
  const unconfirmedAt = command.unconfirmedAt ?? referral.unconfirmedAt
  const isByHand = command.isByHand ?? referral.isByHand
  return {
    account: { ...account, referral: { ...referral, referred, referring, unconfirmedAt, isByHand } },
    outcomes,
  }
}

function recordedSide(
  side: ReferralSide,
  recorded: RecordedSide | undefined,
  before: ReferralSide | undefined,
  now: number,
): ReferralSide {
  const { moderation = side.moderation, reward } = recorded ?? {}
  if (reward !== undefined) return { ...side, moderation, reward }
  const isGivenHere = (before?.reward?.givenAt ?? null) !== null
  return { ...side, moderation, reward: isGivenHere ? side.reward : carriedOver(side.reward, now) }
}

/**
 * Credit that the present terms would have given by now counts as spent: what is open of it is in the balances that are
 * brought along, and would be given twice.
 */
function carriedOver(reward: Reward | null, now: number): Reward | null {
  if (reward === null || !isCredit(reward.spec)) return reward
  const { givenAt, cancelledAt } = reward
  if (givenAt === null || givenAt > now || cancelledAt !== null) return reward
  return { ...reward, redeemed: reward.spec.credit, redeemedAt: givenAt }
}

type About = Pick<Outcome, 'account' | 'referralId' | 'referrer'>

function rewardOutcomes(
  { reward, rewardId }: ReferralSide,
  recorded: RecordedSide | undefined,
  about: About,
): readonly Outcome[] {
  if (reward === null || recorded?.reward === undefined) return []
  const reason = reward.source === 'REFERRED' ? 'ATTRIBUTED' : 'CONVERTED'
  const created: Outcome = { ...about, type: 'reward.created', reason, rewardId, at: reward.createdAt }
  if (reward.cancelledAt === null) return [created]
  const { cancelledAt: at } = reward
  return [created, { ...about, type: 'reward.cancelled', reason: 'MODERATION', rewardId, at }]
}

/** The job that follows such an outcome releases the side if the referrer is not blocked here. */
function heldByBlock(
  { moderation }: ReferralSide,
  recorded: RecordedSide | undefined,
  about: About,
): readonly Outcome[] {
  if (recorded?.moderation === undefined || moderation.by !== 'block') return []
  const at = moderation.decidedAt
  return [
    {
      ...about,
      type: 'referral.moderated',
      reason: 'REFERRER_BLOCKED',
      ...(at === undefined ? {} : { at }),
    },
  ]
}

import { attribute } from '../attribution/attribution.ts'
import { confirmedAttribution, yieldsToServer } from '../attribution/page-attribution.ts'
import { type FraudRuleName, fraudRuleNames } from '../fraud/fraud.ts'
import type { FraudRuleMode } from '../fraud/fraud-rule-mode.ts'
import { convertIfDue, report } from '../payments/conversion.ts'
import { type Account, type Referral, type ReferralSide, standingOf } from '../referrals/account.ts'
import type { RecordCommand, RecordedSide } from '../referrals/command.ts'
import {
  andThen,
  type DecisionContext,
  isRefused,
  type Transition,
  unchanged,
} from '../referrals/decision-context.ts'
import type { Outcome, Refused } from '../referrals/outcome.ts'
import { isCredit, type Reward } from '../rewards/reward.ts'

/**
 * Records a referral that happened elsewhere, such as in the product that a merchant moves from, with its dates. The usual
 * rules decide about the same code, payment and cancellation at those dates, under the present terms of the program, with
 * three differences: a code counts although it is disabled, its owner is blocked or the program is off, a conversion needs
 * no user, and fraud rules do not decide about the past. Decisions and rewards in the record replace those of the rules. A
 * stored referral only moves on: steps that the record lacks are not undone.
 */
export function recordReferral(
  account: Account,
  command: RecordCommand,
  context: DecisionContext,
): Transition | Refused {
  const { referral } = account
  const yields = yieldsToServer(account, context)
  if (referral === null || (yields && referral.code !== command.code)) return begin(account, command, context)
  if (referral.code !== command.code) return alreadyReferred()
  const different = differentSide(referral, command)
  if (different !== null) return different
  const notBefore = (at: number | null) => (at === null ? null : Math.max(at, referral.startedAt))
  const dates = { convertedAt: notBefore(command.convertedAt), endedAt: notBefore(command.endedAt) }
  const named = confirmedAttribution(account, context)
  const step = andThen(named, (it) => moveOn(it, dates, context))
  const isNewlyConverted = referral.convertedAt === null && step.account.referral?.convertedAt !== null
  return keepingStatus(account, isNewlyConverted ? asRecorded(step, command, referral, context.now) : step)
}

function begin(account: Account, command: RecordCommand, context: DecisionContext): Transition | Refused {
  const { code, startedAt } = command
  if (standingOf(account) === 'closed' && !yieldsToServer(account, context)) return existingCustomer()
  // With its decisions the record is of another installation, where the account was blocked after it was referred.
  if (account.block !== null && command.referred?.moderation === undefined) return blocked()
  const owner = context.ownerOf(code)
  if (owner === null) return unknownCode()
  if (owner.referrer.accountKey === account.key) return ownCode()
  const working = { ...owner, isBlocked: false, disabledAt: null, expiresAt: null }
  const createdAt = context.isNewAccount ? Math.min(account.createdAt, startedAt) : account.createdAt
  const started = attribute(
    { ...account, createdAt, block: null },
    { kind: 'attribute', evidence: 'import', code },
    { ...pastContext(context, startedAt), ownerOf: () => working },
  )
  if (isRefused(started)) return started
  const unblocked = dated(started, startedAt)
  const step = { ...unblocked, account: { ...unblocked.account, block: account.block } }
  const decided = withDecisions(step, command)
  const rest = moveOn(decided.account, command, context)
  const outcomes = [...decided.outcomes, ...rest.outcomes]
  return keepingStatus(account, asRecorded({ account: rest.account, outcomes }, command, null, context.now))
}

/** The conversion and the end of a referral, as far as they are still to come. */
function moveOn(
  account: Account,
  { convertedAt, endedAt }: Pick<RecordCommand, 'convertedAt' | 'endedAt'>,
  context: DecisionContext,
): Transition {
  let step = unchanged(account)
  if (convertedAt !== null && standingOf(step.account) === 'in progress') {
    const past = pastContext(context, convertedAt)
    const paid = report(step.account, { kind: 'report', status: 'PAID' }, past)
    const converted = convertIfDue(paid.account, past)
    step = {
      account: converted.account,
      outcomes: [...paid.outcomes, ...dated(converted, convertedAt).outcomes],
    }
  }
  if (endedAt !== null && step.account.referral !== null && step.account.referral.endedAt === null) {
    const past = pastContext(context, endedAt)
    const ended = report(step.account, { kind: 'report', status: 'CANCELLED' }, past)
    step = { account: ended.account, outcomes: [...step.outcomes, ...dated(ended, endedAt).outcomes] }
  }
  return step
}

const rulesOff = Object.fromEntries(fraudRuleNames.map((name) => [name, 'off'])) as Record<
  FraudRuleName,
  FraudRuleMode
>

/** The context of a decision at a moment that is over. The report of another product is trusted like a processor. */
function pastContext(context: DecisionContext, now: number): DecisionContext {
  const program = { ...context.program, active: true, fraudRules: rulesOff }
  return { ...context, now, program, source: 'processor', isPaidAtProcessor: true }
}

function dated({ account, outcomes }: Transition, at: number): Transition {
  return { account, outcomes: outcomes.map((outcome) => ({ ...outcome, at })) }
}

/** A status that was reported for the account is newer than the record. */
function keepingStatus({ subscription: { status } }: Account, step: Transition): Transition {
  const { account, outcomes } = step
  if (status === null || account.subscription.status === status) return step
  return { account: { ...account, subscription: { ...account.subscription, status } }, outcomes }
}

function alreadyReferred(): Refused {
  const message = 'The account was already referred by another code. An account has at most one referral.'
  return { code: 'ALREADY_REFERRED', param: 'referralCode', message }
}

function existingCustomer(): Refused {
  const message =
    'The account has paid, and no referral was known by then. Import referrals before payments are reported.'
  return { code: 'EXISTING_CUSTOMER', param: 'referredAccountId', message }
}

function blocked(): Refused {
  const message = 'The account is blocked, so it cannot be referred. Unblock it first.'
  return { code: 'ACCOUNT_BLOCKED', param: 'referredAccountId', message }
}

function unknownCode(): Refused {
  const message = 'No user has this referral code. Import the users first.'
  return { code: 'REFERRAL_CODE_NOT_FOUND', param: 'referralCode', message }
}

function ownCode(): Refused {
  const message = 'The code belongs to a user of this account. An account cannot refer itself.'
  return { code: 'SELF_REFERRAL', param: 'referralCode', message }
}

/** Decisions made here about the sides of a referral stay: a record with other ones is refused by name. */
function differentSide(referral: Referral, { referred, referring }: RecordCommand): Refused | null {
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
function withDecisions(step: Transition, { referred, referring }: RecordCommand): Transition {
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
function asRecorded(
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
 * Credit that the present terms would have given by now counts as spent: its open part is in the imported balances, and
 * would be given twice.
 */
function carriedOver(reward: Reward | null, now: number): Reward | null {
  // Payments until now were shared elsewhere.
  if (reward?.spec.type === 'PAYMENT_SHARE') return { ...reward, billsAfter: now }
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

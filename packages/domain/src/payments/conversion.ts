import type { FraudFacts } from '../fraud/fraud-facts.ts'
import { followBlock } from '../moderation/block.ts'
import { screened } from '../moderation/moderation.ts'
import { observed } from '../moderation/observed.ts'
import { confirmed, holdUnsigned } from '../moderation/unsigned-conversion.ts'
import type { Program } from '../program/program.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import { type Account, type Referral, type ReferralSide, standingOf } from '../referrals/account.ts'
import type { CloseCommand, ReportCommand } from '../referrals/command.ts'
import { conversionAt, convertingPaymentAt, isOfExistingCustomer } from '../referrals/converting-payment.ts'
import { andThen, type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome, OutcomeType, Reason, Refused } from '../referrals/outcome.ts'
import { endReward, friendRewardAtConversion, referrerReward } from '../rewards/reward.ts'
import { addDays } from '../values/interval.ts'
import { unreachable } from '../values/unreachable.ts'

/**
 * Applies a reported subscription status. `PAID` converts or closes, `CANCELLED` ends, `TRIAL` and `FREE` are only
 * remembered. The same status again has no effect, except beside the code that starts the referral, and except from the
 * payment processor as long as it has an effect. Of a browser only `PAID` counts, unsigned only as far as the program takes
 * unsigned conversions, and not at all beside a connected processor.
 */
export function report(account: Account, command: ReportCommand, context: DecisionContext): Transition {
  if (context.source === 'browser') return reportFromBrowser(account, command, context)
  const hasJustBegun = account.referral !== null && context.before.referral?.id !== account.referral.id
  const isNews = hasJustBegun || (context.source === 'processor' && isOpenTo(account, command))
  if (account.subscription.status === command.status && !isNews) return unchanged(account)
  const updated = { ...account, subscription: { ...account.subscription, status: command.status } }
  switch (command.status) {
    case 'PAID':
      return pay(updated, 'trusted', context, command.paidAt)
    case 'CANCELLED':
      return end(updated, 'SUBSCRIPTION_CANCELLED', context, command.endedAt)
    case 'TRIAL':
    case 'FREE':
      return unchanged(updated)
    default:
      return unreachable(command.status)
  }
}

/** Whether a status still has an effect on the account's referral. */
function isOpenTo(account: Account, { status }: ReportCommand): boolean {
  const standing = standingOf(account)
  if (status === 'PAID') return standing === 'in progress' || isUnconfirmed(account)
  return status === 'CANCELLED' && (standing === 'in progress' || standing === 'converted')
}

function reportFromBrowser(account: Account, command: ReportCommand, context: DecisionContext): Transition {
  const { requireSignedIdentification, unsignedConversions, isProcessorConnected } = context.program
  const isSigned = command.verified === true
  const known = {
    browserPaid: account.browserPaid,
    paidAt: account.paidAt,
    isUnconfirmed: isUnconfirmed(account),
  }
  if (isKnownStatus(known, command, context.program)) return unchanged(account)
  const updated = { ...account, browserPaid: true }
  if (isProcessorConnected) return skipped(updated, 'conversion.skipped', 'PROCESSOR_DECIDES')
  if (isSigned) return pay(updated, 'trusted', context)
  // Not remembered: the same word counts as soon as the program takes it.
  if (requireSignedIdentification) return skipped(account, 'conversion.skipped', 'SIGNATURE_REQUIRED')
  if (unsignedConversions.mode === 'ignore') return skipped(updated, 'conversion.skipped', 'UNSIGNED_IGNORED')
  return pay(updated, 'unsigned', context)
}

/** The fields of an account that decide whether a status from a browser is new. */
export type KnownStatus = Pick<Account, 'browserPaid' | 'paidAt'> & { readonly isUnconfirmed: boolean }

/** The terms of a program for payments that browsers report. */
export type PaymentTerms = Pick<Program, 'unsignedConversions' | 'isProcessorConnected'>

/** Whether a browser's status changes nothing: it is no `PAID`, or the same has counted before, or is ignored anyway. */
export function isKnownStatus(
  { browserPaid, paidAt, isUnconfirmed }: KnownStatus,
  { status, verified }: ReportCommand,
  { unsignedConversions: { mode }, isProcessorConnected }: PaymentTerms,
): boolean {
  if (status !== 'PAID') return true
  if (!browserPaid) return false
  if (isProcessorConnected) return true
  if (verified === true) return paidAt !== null && !isUnconfirmed
  return paidAt !== null || mode === 'ignore'
}

/** A referral that has ended is not waiting for a confirmation any more. */
function isUnconfirmed({ referral }: Account): boolean {
  return referral !== null && referral.unconfirmedAt !== null && referral.endedAt === null
}

/** A payment makes a referral in progress due, closes an account that was not referred, and otherwise changes nothing. */
function pay(
  account: Account,
  trust: 'trusted' | 'unsigned',
  context: DecisionContext,
  paidAt = context.now,
): Transition {
  const isFirst = account.paidAt === null
  const isPaidOnPage = trust === 'unsigned' && (isFirst || account.isPaidOnPage)
  const paid = { ...account, paidAt: account.paidAt ?? paidAt, isPaidOnPage }
  const standing = standingOf(account)
  switch (standing) {
    case 'open':
      return skipped(paid, 'account.closed', 'EXISTING_CUSTOMER')
    case 'closed':
      return skipped(paid, 'conversion.skipped', 'ALREADY_PAID')
    case 'ended':
      return skipped(paid, 'conversion.skipped', 'REFERRAL_ENDED')
    case 'converted':
      return trust === 'trusted' && isUnconfirmed(paid)
        ? confirmed(paid, context)
        : skipped(paid, 'conversion.skipped', 'ALREADY_CONVERTED')
    case 'in progress':
      if (!canConvert(paid, context)) return skipped(paid, 'conversion.waiting', 'NO_USER_IDENTIFIED')
      return unchanged(trust === 'unsigned' && isFirst ? unconfirmed(paid, context) : paid)
    default:
      return unreachable(standing)
  }
}

function unconfirmed(account: Account, context: DecisionContext): Account {
  const { referral } = account
  return referral === null ? account : { ...account, referral: { ...referral, unconfirmedAt: context.now } }
}

/** A user must be known, unless the payment was seen at the payment processor. */
function canConvert({ users }: Account, { isPaidAtProcessor }: DecisionContext): boolean {
  return users.length > 0 || isPaidAtProcessor
}

/**
 * A payment from before the attribution. An account that is not referred is closed; a referral in progress ends, because
 * it brought no new customer. So does one that converted only by unsigned browser calls; any other conversion stays, and
 * so does a referral of a person who attributed the account although it had paid.
 */
export function close(
  account: Account,
  { paidAt, isRecord }: CloseCommand,
  context: DecisionContext,
): Transition | Refused {
  if (isRecord === true && standingOf(account) !== 'open') {
    return account.referral === null ? unchanged(account) : referredHere()
  }
  const subscription = { ...account.subscription, status: 'PAID' as const }
  const paid = { ...account, subscription, paidAt: account.paidAt ?? paidAt, isPaidOnPage: false }
  const standing = standingOf(account)
  if (standing === 'open') return skipped(paid, 'account.closed', 'EXISTING_CUSTOMER')
  // A payment that the person knew of is no news.
  if (account.referral !== null && isOfExistingCustomer(account, account.referral)) return unchanged(account)
  const isInDoubt = standing === 'in progress' || isUnconfirmed(account)
  return isInDoubt ? end(paid, 'EXISTING_CUSTOMER', context) : unchanged(account)
}

function referredHere(): Refused {
  const message =
    'The account was referred here, so it cannot be recorded as a customer from before. Remove the value, or the row.'
  return { code: 'ALREADY_REFERRED', param: 'dateClosed', message }
}

/**
 * Converts a referral in progress whose account has paid and has a user; anything else stays as it is. Comes after all
 * of a call, so that the rules see all of it.
 */
export function convertIfDue(account: Account, context: DecisionContext): Transition {
  const isDue =
    standingOf(account) === 'in progress' && account.paidAt !== null && canConvert(account, context)
  if (!isDue) return unchanged(account)
  const facts = factsOfPayment(account, context)
  const looked = andThen(observed(account, facts, context), (it) => screened(it, context))
  return andThen(looked, (it) => convert(it, context))
}

function convert(account: Account, context: DecisionContext): Transition {
  const followed = andThen(followBlock(account, context), (it) => holdUnsigned(it, context))
  return andThen(followed, (it) => giveRewards(it, context))
}

function giveRewards(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const convertedAt = conversionAt(account, referral, context)
  const referred = convertedFriend(referral.referred, convertedAt, convertingPaymentAt(account, referral))
  const referring = rewardedReferrer(referral, convertedAt, context)
  const outcomes: Outcome[] = [
    {
      ...aboutReferral(account, referral),
      type: 'referral.converted',
      reason: 'FIRST_PAYMENT',
      ...priceOf(account),
    },
  ]
  if (isNewlyGiven(referral.referred, referred)) {
    const { rewardId } = referred
    const given: Outcome = {
      ...aboutReferral(account, referral),
      type: 'reward.given',
      reason: 'CONVERTED',
      rewardId,
    }
    outcomes.push(given)
  }
  if (referring.reward !== null && referral.referring.reward === null) {
    outcomes.push({
      type: 'reward.created',
      reason: 'CONVERTED',
      account: referral.referrer.accountKey,
      referralId: referral.id,
      rewardId: referring.rewardId,
    })
  }
  if (isOwedToReferrer(referral, context) && referring.reward === null) {
    outcomes.push({
      ...aboutReferral(account, referral),
      type: 'reward.skipped',
      reason: 'REWARD_LIMIT_REACHED',
    })
  }
  return {
    account: { ...account, referral: { ...referral, convertedAt, referred, referring } },
    outcomes,
  }
}

function priceOf({ subscription: { valueMinor, currency } }: Account): Pick<Outcome, 'price'> {
  return valueMinor === null || currency === null ? {} : { price: { minor: valueMinor, currency } }
}

function convertedFriend(side: ReferralSide, now: number, paidAt: number | null): ReferralSide {
  if (side.reward === null) return side
  return { ...side, reward: friendRewardAtConversion(side.reward, now, paidAt ?? now) }
}

function rewardedReferrer(referral: Referral, convertedAt: number, context: DecisionContext): ReferralSide {
  const { referring, referrer } = referral
  const spec = context.program.referrerReward
  const isDue = isOwedToReferrer(referral, context) && context.isWithinRewardLimit(referrer.accountKey)
  if (spec === null || !isDue) return referring
  return { ...referring, reward: referrerReward(spec, convertedAt, context.program.referrerHoldDays) }
}

function isOwedToReferrer({ referring }: Referral, { program }: DecisionContext): boolean {
  const isApproved = referring.moderation.status === 'APPROVED'
  return program.referrerReward !== null && isApproved && referring.reward === null
}

/**
 * Ends a referral that has not ended; without one it changes nothing. An end that became known later counts from its own
 * moment, but never from before the referral started or converted.
 */
function end(
  account: Account,
  reason: Reason,
  context: DecisionContext,
  reportedAt = context.now,
): Transition {
  const { referral } = account
  if (referral === null) return skipped(account, 'cancellation.skipped', 'NOT_REFERRED')
  if (referral.endedAt !== null) return skipped(account, 'cancellation.skipped', 'REFERRAL_ENDED')
  const endedAt = Math.max(reportedAt, referral.startedAt, referral.convertedAt ?? referral.startedAt)
  const referred = ended(referral.referred, endedAt)
  const referring = ended(referral.referring, endedAt)
  const outcomes: Outcome[] = [
    { ...aboutReferral(account, referral), type: 'referral.ended', reason },
    ...cancelled(account.key, referral, referral.referred, referred),
    ...cancelled(referral.referrer.accountKey, referral, referral.referring, referring),
  ]
  const step = { account: { ...account, referral: { ...referral, endedAt, referred, referring } }, outcomes }
  return andThen(step, (it) => observed(it, factsOfEnd(referral, endedAt, context), context))
}

function ended(side: ReferralSide, endedAt: number): ReferralSide {
  return side.reward === null ? side : { ...side, reward: endReward(side.reward, endedAt) }
}

function cancelled(
  account: Account['key'],
  referral: Referral,
  before: ReferralSide,
  after: ReferralSide,
): readonly Outcome[] {
  if (before.reward?.cancelledAt === after.reward?.cancelledAt) return []
  const { rewardId } = after
  return [{ type: 'reward.cancelled', reason: 'REFERRAL_ENDED', account, referralId: referral.id, rewardId }]
}

function isNewlyGiven(before: ReferralSide, after: ReferralSide): boolean {
  return before.reward !== null && before.reward.givenAt === null && after.reward?.givenAt !== null
}

function skipped(account: Account, type: OutcomeType, reason: Reason): Transition {
  const outcome: Outcome = { type, reason, account: account.key }
  return {
    account,
    outcomes: [account.referral === null ? outcome : { ...outcome, referralId: account.referral.id }],
  }
}

const DAY_MS = 86_400_000

/** The facts that a payment adds to the referral that it converts. */
function factsOfPayment({ referral, paidAt }: Account, context: DecisionContext): FraudFacts {
  if (referral === null) return {}
  const seconds = Math.floor(((paidAt ?? context.now) - referral.startedAt) / 1000)
  return { ...context.capFacts(referral.referrer.accountKey), secondsToPayment: Math.max(0, seconds) }
}

/** The facts of a referral that ends within the referrer's hold; rewards after the hold stay. */
function factsOfEnd(
  { convertedAt }: Pick<Referral, 'convertedAt'>,
  endedAt: number,
  { program }: DecisionContext,
): FraudFacts {
  if (convertedAt === null || endedAt >= addDays(convertedAt, program.referrerHoldDays)) return {}
  return { daysToEnd: Math.floor((endedAt - convertedAt) / DAY_MS) }
}

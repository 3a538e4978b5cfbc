import { isHistoryRule, type ReversalSignal, waitsForConfirmation } from '../fraud/fraud.ts'
import { heldByBlock } from '../moderation/block.ts'
import { isHeldByFacts } from '../moderation/observed.ts'
import { isHeldByReversal } from '../moderation/staff-moderation.ts'
import { release, standingDoubt } from '../moderation/unsigned-conversion.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import type { Account, Moderation, Referral } from '../referrals/account.ts'
import type { Command, RestoreFirstPaymentCommand, ReverseFirstPaymentCommand } from '../referrals/command.ts'
import { isOfExistingCustomer } from '../referrals/converting-payment.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import type { Outcome } from '../referrals/outcome.ts'
import { cancelReward } from '../rewards/reward.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** A reversal later than this after the first payment leaves the referrer's side as it is. */
const REVERSAL_DAYS = 60
/** Cards settle over night. */
const SETTLEMENT_LOOK_MS = DAY_MS / 2

/** Whether a reversal at a time can be of a first payment. */
export function countsForFirstPayment(at: number, paidAt: number): boolean {
  return at <= paidAt + REVERSAL_DAYS * DAY_MS
}

/** The known state of the payment that converted a referral. */
export type FirstPayment = {
  readonly paidAt: number
  /** Another payment of the account has settled. */
  readonly hasLaterPayment: boolean
  /** Another one was taken, and will settle in a night or two. */
  readonly isLaterPaymentSettling: boolean
  /** The reversals that each source reports. Refunds of two sources are not added: they may be the same. */
  readonly sources: readonly Reversals[]
}

export type Reversals = {
  /** The minimum amount of a whole refund, in minor units; null if it is unknown. */
  readonly wholeMinor: number | null
  /** When it was voided. */
  readonly voids: readonly number[]
  /** The refunds; an amount of null is the whole payment. */
  readonly refunds: readonly { readonly minor: number | null; readonly at: number }[]
  readonly disputes: readonly { readonly isWon: boolean; readonly at: number }[]
}

/** How the payment was reversed; null if it stands, or if another payment shows that the account is a customer. */
export function reversalOf({ paidAt, hasLaterPayment, sources }: FirstPayment): ReversalSignal | null {
  if (hasLaterPayment) return null
  const until = paidAt + REVERSAL_DAYS * DAY_MS
  if (sources.some(({ voids }) => voids.some((at) => at <= until))) return 'FIRST_PAYMENT_VOIDED'
  if (sources.some(({ disputes }) => disputes.some((it) => !it.isWon && it.at <= until))) {
    return 'FIRST_PAYMENT_DISPUTED'
  }
  return sources.some((it) => isRefunded(it, until)) ? 'FIRST_PAYMENT_REFUNDED' : null
}

function isRefunded({ wholeMinor, refunds }: Reversals, until: number): boolean {
  const counted = refunds.filter((it) => it.at <= until)
  if (counted.some(({ minor }) => minor === null)) return true
  const sum = counted.reduce((total, { minor }) => total + (minor ?? 0), 0)
  return wholeMinor !== null && sum > 0 && sum >= wholeMinor
}

/** The commands of a first payment for its account's referral; none where it has had its effect. */
export function firstPaymentCommands(account: Account, payment: FirstPayment): readonly Command[] {
  const { referral } = account
  if (referral === null || referral.convertedAt === null) return []
  // A payment of an existing customer is no conversion of the referral.
  if (isOfExistingCustomer(account, referral)) return []
  const reason = reversalOf(payment)
  if (reason !== null) return isNews(referral, reason) ? [{ kind: 'reverseFirstPayment', reason }] : []
  if (!isHeldByReversal(referral.referring.moderation)) return []
  return [{ kind: 'restoreFirstPayment', reason: restoringReason(payment) }]
}

/** What is known of the disputes of an account's payments. */
export type Disputes = { readonly standing: number; readonly isWon: boolean }

/** The commands of what is known of an account's payments for its referral. */
export function paymentCommands(
  account: Account,
  first: FirstPayment | null,
  disputes: Disputes,
): readonly Command[] {
  const commands = first === null ? [] : firstPaymentCommands(account, first)
  return commands.length > 0 ? commands : disputeCommands(account, disputes)
}

/** The commands for a side that the rule about disputes holds: it is approved again once disputes were won and none stands. */
function disputeCommands({ referral }: Account, { standing, isWon }: Disputes): readonly Command[] {
  if (referral === null || standing > 0 || !isWon || !isHeldByDispute(referral)) return []
  return [{ kind: 'restoreFirstPayment', reason: 'DISPUTE_WON' }]
}

/** Whether a side waits for disputes, and for no other rule about facts that has matched since. */
function isHeldByDispute({ referring: { moderation }, signals }: Referral): boolean {
  const since = moderation.decidedAt ?? 0
  const isOther = ({ rule, shadow, at = 0 }: Referral['signals'][number]) =>
    rule !== 'PAYMENT_DISPUTED' && isHistoryRule(rule) && !shadow && at >= since
  return isHeldByFacts(moderation) && moderation.decidedAs === 'PAYMENT_DISPUTED' && !signals.some(isOther)
}

/** A reversal is new if it holds the side, changes the reason of its hold, or adds its signal. */
function isNews({ referring: { moderation }, signals }: Referral, reason: ReversalSignal): boolean {
  if (isHeldByReversal(moderation)) return moderation.decidedAs !== reason
  return isHoldable(moderation) || !signals.some((it) => it.rule === reason)
}

/** A decision by staff stays, and so does what only staff can decide: a denial, or a side that another rule holds. */
function isHoldable(moderation: Moderation): boolean {
  const { status, by, decidedAs } = moderation
  if (by === 'staff' || status === 'DENIED') return false
  if (status === 'APPROVED' || by === 'block' || isHeldByReversal(moderation)) return true
  return waitsForConfirmation(decidedAs)
}

function restoringReason({ hasLaterPayment, sources }: FirstPayment): RestoreFirstPaymentCommand['reason'] {
  if (hasLaterPayment) return 'LATER_PAYMENT_SETTLED'
  const isWon = sources.some(({ disputes }) => disputes.some((it) => it.isWon))
  return isWon ? 'DISPUTE_WON' : 'FIRST_PAYMENT_STANDS'
}

/**
 * When to look at the payment although no notification came, because a void, a refund and a settlement have none: soon after
 * it, before the referrer's reward is given, once a month while it may still be reversed, and while the side waits for another
 * payment that is settling.
 */
export function reversalCheckAt(
  { referral }: Account,
  { paidAt, hasLaterPayment, isLaterPaymentSettling }: FirstPayment,
  now: number,
): number | null {
  if (referral === null || referral.convertedAt === null || hasLaterPayment) return null
  const givenAt = referral.referring.reward?.scheduledFor ?? null
  const days = [1, 30, REVERSAL_DAYS].map((day) => paidAt + day * DAY_MS + 1)
  const moments = givenAt === null ? days : [...days, givenAt - DAY_MS]
  if (isLaterPaymentSettling && isHeldByReversal(referral.referring.moderation)) {
    moments.push(now + SETTLEMENT_LOOK_MS)
  }
  const ahead = moments.filter((it) => it > now)
  // A test clock that stands a millisecond before a moment would be looked at without end.
  return ahead.length === 0 ? null : Math.max(now + MINUTE_MS, Math.min(...ahead))
}

/**
 * The first payment was reversed: the referrer's side waits, and the part that is not redeemed is taken back. A decision by
 * staff and a denial stay.
 */
export function reverseFirstPayment(
  account: Account,
  { reason }: ReverseFirstPaymentCommand,
  { now }: DecisionContext,
): Transition {
  const { referral } = account
  if (referral === null || referral.convertedAt === null || !isNews(referral, reason))
    return unchanged(account)
  const about = aboutReferral(account, referral)
  const isKnown = referral.signals.some((it) => it.rule === reason)
  const signals = isKnown ? referral.signals : [...referral.signals, { rule: reason, shadow: false }]
  const flagged: readonly Outcome[] = isKnown ? [] : [{ ...about, type: 'referral.flagged', reason }]
  const { moderation, reward, rewardId } = referral.referring
  if (!isHoldable(moderation)) {
    return { account: { ...account, referral: { ...referral, signals } }, outcomes: flagged }
  }
  const held = { status: 'PENDING', by: 'rule', decidedAt: now, decidedAs: reason } as const
  const cancelled = reward === null ? null : cancelReward(reward, now)
  const referring = { ...referral.referring, moderation: held, reward: cancelled }
  const lost: readonly Outcome[] =
    cancelled === reward
      ? []
      : [
          {
            type: 'reward.cancelled',
            reason,
            account: referral.referrer.accountKey,
            referralId: referral.id,
            rewardId,
          },
        ]
  return {
    account: { ...account, referral: { ...referral, referring, signals } },
    outcomes: [...flagged, { ...about, type: 'referral.moderated', reason }, ...lost],
  }
}

/** The payment stands after all, another one has settled, or disputes were won: a side that waited for this alone is approved again. */
export function restoreFirstPayment(
  account: Account,
  { reason }: RestoreFirstPaymentCommand,
  context: DecisionContext,
): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const isWon = reason === 'DISPUTE_WON' && isHeldByDispute(referral)
  if (!isWon && !isHeldByReversal(referral.referring.moderation)) return unchanged(account)
  if (context.isBlocked(referral.referrer.accountKey)) return heldByBlock(account, referral, context)
  const doubt = standingDoubt(referral)
  if (doubt === null) return release(account, referral, reason, context)
  const moderation = { status: 'PENDING', by: 'rule', decidedAt: context.now, decidedAs: doubt } as const
  const referring = { ...referral.referring, moderation }
  return {
    account: { ...account, referral: { ...referral, referring } },
    outcomes: [{ ...aboutReferral(account, referral), type: 'referral.moderated', reason: doubt }],
  }
}

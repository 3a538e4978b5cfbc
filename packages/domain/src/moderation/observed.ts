import {
  type FraudSignal,
  isHistoryRule,
  isReversalSignal,
  screenFacts,
  waitsForConfirmation,
} from '../fraud/fraud.ts'
import { type FraudFacts, withFacts } from '../fraud/fraud-facts.ts'
import type { HistoryRule } from '../fraud/history-rule.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import type { Account, Moderation, Referral, ReferralSide } from '../referrals/account.ts'
import { type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import { type Outcome, reasonOfSignal } from '../referrals/outcome.ts'
import { cancelReward } from '../rewards/reward.ts'

/**
 * Keeps facts of an account's referral and runs the rules about facts on all its facts. A rule signals once. While it is
 * active it holds the sides that it names for a decision by staff: before the conversion always, afterwards if it is one
 * that does so late; the part that a held side has not redeemed is taken back. Decisions of staff and denials stay.
 */
export function observed(account: Account, added: FraudFacts, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null) return unchanged(account)
  const facts = withFacts(referral.facts, added)
  const known = facts === referral.facts ? account : { ...account, referral: { ...referral, facts } }
  const screened = screenFacts(facts, context.program, context.rules)
  const signals = newSignals(referral, screened).map((it) => ({ ...it, at: context.now }))
  const again = isDisputedAgain(referral, added) ? screened.filter(isOfDisputes) : []
  if (signals.length + again.length === 0) return unchanged(known)
  const about = aboutReferral(account, referral)
  const flagged = signals.map(
    (signal): Outcome => ({ ...about, type: 'referral.flagged', reason: reasonOfSignal(signal) }),
  )
  const signalled = { ...referral, facts, signals: [...referral.signals, ...signals] }
  const held = heldBy([...signals, ...again], signalled, account, context)
  return {
    account: { ...account, referral: held.referral },
    outcomes: [...flagged, ...held.outcomes],
  }
}

/** Whether a side that was released because a dispute was won has another dispute: the signal of the first one stays. */
function isDisputedAgain({ referring, signals }: Referral, { disputes = 0 }: FraudFacts): boolean {
  return disputes > 0 && referring.moderation.decidedAs === 'DISPUTE_WON' && signals.some(isOfDisputes)
}

function isOfDisputes({ rule, shadow }: FraudSignal): boolean {
  return rule === 'PAYMENT_DISPUTED' && !shadow
}

type Held = { readonly referral: Referral; readonly outcomes: readonly Outcome[] }

/** The sides that the active ones of these signals hold. */
function heldBy(
  signals: readonly FraudSignal[],
  referral: Referral,
  account: Account,
  context: DecisionContext,
): Held {
  const holding = signals.filter((it) => !it.shadow && holdsNow(it, referral, context))
  const [first] = holding
  if (first === undefined) return { referral, outcomes: [] }
  const ofFriend = holding.find((it) => ruleOf(it, context)?.holds === 'both')
  const referring = heldSide(referral.referring, first, referral, context)
  const referred =
    ofFriend === undefined ? referral.referred : heldSide(referral.referred, ofFriend, referral, context)
  if (referring === referral.referring && referred === referral.referred) return { referral, outcomes: [] }
  const reason = reasonOfSignal(ofFriend ?? first)
  const outcomes: Outcome[] = [{ ...aboutReferral(account, referral), type: 'referral.moderated', reason }]
  for (const [owner, before, after] of [
    [account.key, referral.referred, referred],
    [referral.referrer.accountKey, referral.referring, referring],
  ] as const) {
    if (before.reward === after.reward) continue
    const { rewardId } = after
    outcomes.push({
      type: 'reward.cancelled',
      reason: 'MODERATION',
      account: owner,
      referralId: referral.id,
      rewardId,
    })
  }
  return { referral: { ...referral, referred, referring }, outcomes }
}

function holdsNow(signal: FraudSignal, referral: Referral, context: DecisionContext): boolean {
  const isLate = ruleOf(signal, context)?.isLate === true
  return (referral.convertedAt === null && referral.endedAt === null) || isLate
}

function ruleOf({ rule }: FraudSignal, { rules }: DecisionContext): HistoryRule | null {
  return isHistoryRule(rule) ? rules[rule] : null
}

function heldSide(
  side: ReferralSide,
  signal: FraudSignal,
  { endedAt }: Referral,
  context: DecisionContext,
): ReferralSide {
  if (!isHoldable(side.moderation, ruleOf(signal, context))) return side
  const { now } = context
  const reward = side.reward === null ? null : cancelReward(side.reward, now)
  // Of a referral that has ended there is nothing to decide unless a reward is left.
  if (endedAt !== null && reward === side.reward) return side
  const decided = { decidedAt: now, decidedAs: reasonOfSignal(signal) } as const
  return { ...side, reward, moderation: { status: 'PENDING', by: 'rule', ...decided } }
}

/** A side that waits for a confirmation or for another payment waits for staff from now on. */
function isHoldable({ status, by, decidedAs }: Moderation, rule: HistoryRule | null): boolean {
  if (by === 'staff' || status === 'DENIED') return false
  if (status === 'APPROVED' || by === 'block') return true
  if (waitsForConfirmation(decidedAs)) return true
  // A reversed payment is held already, and may stand after all: a dispute of it is nothing more.
  return isReversalSignal(decidedAs) && rule?.isOfPayments !== true
}

/** Whether a side waits because of a rule about facts, so that only staff can approve it. */
export function isHeldByFacts({ status, by, decidedAs }: Moderation): boolean {
  return status === 'PENDING' && by === 'rule' && decidedAs !== undefined && isHistoryRule(decidedAs)
}

/** New signals. A shadow or unverified signal is raised again when its rule becomes active or its evidence verified. */
export function newSignals(
  referral: Pick<Referral, 'signals'>,
  signals: readonly FraudSignal[],
): readonly FraudSignal[] {
  return signals.filter(
    (signal) =>
      !referral.signals.some(
        (known) =>
          known.rule === signal.rule &&
          known.failed === signal.failed &&
          (signal.shadow || !known.shadow) &&
          (signal.unsigned === true || known.unsigned !== true),
      ),
  )
}

import { type FraudSignal, screenIdentity } from '../fraud/fraud.ts'
import { aboutReferral } from '../referrals/about-referral.ts'
import { type Account, type Referral, type ReferralSide, standingOf } from '../referrals/account.ts'
import { andThen, type DecisionContext, type Transition, unchanged } from '../referrals/decision-context.ts'
import { evidenceOf, type GradedEvidence } from '../referrals/evidence.ts'
import { type Outcome, reasonOfSignal } from '../referrals/outcome.ts'
import { cancelReward } from '../rewards/reward.ts'
import { newSignals, observed } from './observed.ts'

/** Runs the fraud rules for an account's referral; after its end they do not run. */
export function screened(account: Account, context: DecisionContext): Transition {
  const { referral } = account
  if (referral === null || referral.endedAt !== null) return unchanged(account)
  const step = screenedIdentity(account, referral, context)
  return andThen(step, (it) => observed(it, context.historyFacts(referral), context))
}

/**
 * Runs the rules about identity. A rule signals once. While the referral is in progress an active rule denies both sides,
 * except a side that staff decided; a rule that matches only unverified values, or that fails to run, holds the referrer's
 * side. After the conversion these rules only signal.
 */
function screenedIdentity(account: Account, referral: Referral, context: DecisionContext): Transition {
  const stated = context.before.referral === null ? context.stated.all : context.stated.trusted
  const referrer = context.identifiersOf(referral.referrer.accountKey)
  const isStartedByPage = context.before.referral === null && !context.isTrusted
  const evidence = evidenceOf(account, referral, referrer, stated, isStartedByPage)
  const signals = newSignals(referral, signalsOf(evidence, context)).map((it) => ({ ...it, at: context.now }))
  if (signals.length === 0) return unchanged(account)

  const flagged = signals.map(
    (signal): Outcome => ({
      ...aboutReferral(account, referral),
      type: 'referral.flagged',
      reason: reasonOfSignal(signal),
    }),
  )
  const withSignals = { ...account, referral: { ...referral, signals: [...referral.signals, ...signals] } }
  const active = signals.filter((signal) => !signal.shadow)
  if (active.length === 0 || standingOf(account) !== 'in progress') {
    return { account: withSignals, outcomes: flagged }
  }
  const decisive = active.find((signal) => signal.failed !== true && signal.unsigned !== true)
  const [first] = active
  const moderated =
    decisive === undefined
      ? holdReferrer(withSignals, withSignals.referral, first, context)
      : denyBoth(withSignals, withSignals.referral, decisive, context)
  return { account: moderated.account, outcomes: [...flagged, ...moderated.outcomes] }
}

function signalsOf(evidence: GradedEvidence, { program, rules }: DecisionContext): readonly FraudSignal[] {
  const certain = screenIdentity(evidence.certain, program, rules)
  return screenIdentity(evidence.all, program, rules).map((signal) => {
    const isCertain = signal.failed === true || certain.some((it) => it.rule === signal.rule)
    return isCertain ? signal : { ...signal, unsigned: true }
  })
}

/** A rule that failed to run, or matches unverified values, holds the referrer's side but not the friend's. */
function holdReferrer(
  account: Account,
  referral: Referral,
  signal: FraudSignal | undefined,
  { now }: DecisionContext,
): Transition {
  const { status, by } = referral.referring.moderation
  const isUndecided = (status === 'APPROVED' && by !== 'staff') || by === 'block'
  if (signal === undefined || !isUndecided) return unchanged(account)
  const reason = reasonOfSignal(signal)
  const moderation = { status: 'PENDING', by: 'rule', decidedAt: now, decidedAs: reason } as const
  const referring: ReferralSide = { ...referral.referring, moderation }
  const held: Outcome = {
    ...aboutReferral(account, referral),
    type: 'referral.moderated',
    reason,
  }
  return { account: { ...account, referral: { ...referral, referring } }, outcomes: [held] }
}

function denyBoth(
  account: Account,
  referral: Referral,
  signal: FraudSignal,
  context: DecisionContext,
): Transition {
  const referred = denied(referral.referred, signal, context.now)
  const referring = denied(referral.referring, signal, context.now)
  if (referred === referral.referred && referring === referral.referring) return unchanged(account)
  const about = aboutReferral(account, referral)
  const outcomes: Outcome[] = [{ ...about, type: 'referral.moderated', reason: signal.rule }]
  if (referred.reward !== referral.referred.reward) {
    outcomes.push({ ...about, type: 'reward.cancelled', reason: 'MODERATION', rewardId: referred.rewardId })
  }
  return { account: { ...account, referral: { ...referral, referred, referring } }, outcomes }
}

function denied(side: ReferralSide, { rule }: FraudSignal, now: number): ReferralSide {
  if (side.moderation.by === 'staff' || side.moderation.status === 'DENIED') return side
  const reward = side.reward === null ? null : cancelReward(side.reward, now)
  return { ...side, moderation: { status: 'DENIED', by: 'rule', decidedAt: now, decidedAs: rule }, reward }
}

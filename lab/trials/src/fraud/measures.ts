import { type FraudRuleName, fraudRuleNames } from '@goodword/domain/fraud/fraud'
import { HOUR_MS, type Life } from './lives.ts'
import type { StaffDecision } from './staff.ts'

/** The fields that are read of a referral in answers of the API. */
export type Referral = {
  readonly referredAccountId: string
  readonly referrerModerationStatus: 'APPROVED' | 'PENDING' | 'DENIED'
  readonly referrerReward: { readonly dateCancelled: number | null } | null
  readonly fraudSignals: readonly { readonly rule: string; readonly shadow: boolean }[]
  readonly dateReferralStarted: number
  readonly dateConverted: number | null
}

/** A referral as it was lived, with what the service made of it, and staff if they decided. */
export type Verdict = { readonly life: Life; readonly referral: Referral; readonly decision?: StaffDecision }

export type RuleMeasure = {
  readonly rule: string
  readonly isActive: boolean
  readonly flagged: number
  /** Dishonest ones of those that it flagged. */
  readonly right: number
  /** Dishonest lives of the kinds of which it flagged any, and how many of these it flagged. */
  readonly ofItsKinds: number
  readonly found: number
}

export type Measures = {
  readonly lives: number
  readonly dishonest: number
  readonly held: number
  /** Dishonest ones of those that are held. */
  readonly rightlyHeld: number
  readonly rules: readonly RuleMeasure[]
  readonly kinds: readonly KindMeasure[]
  /** Dollars of rewards that dishonest referrals have, and would have had without any rule. */
  readonly lost: number
  readonly wouldBeLost: number
  readonly sharedNetworks: Share
  readonly privacyNetworks: Share
  readonly otherHonest: Share
  /** Rewards of farms that were given later than an hour after their first friend. */
  readonly farmRewardsAfterAnHour: number
  readonly farmRewardsBeforeFirstHold: number
}

export type Share = { readonly held: number; readonly of: number }
type KindMeasure = Share & { readonly kind: string; readonly isHonest: boolean }

const REWARD_DOLLARS = 20

/** Measures the rules on a corpus. A referral is held if its referrer's side was held or denied by a rule. */
export function measure(verdicts: readonly Verdict[]): Measures {
  const held = verdicts.filter((it) => isHeld(it))
  const dishonest = verdicts.filter((it) => !it.life.isHonest)
  const honest = verdicts.filter((it) => it.life.isHonest)
  const kinds = [...new Set(verdicts.map((it) => it.life.kind))]
  const paid = dishonest.filter(isRewarded).length
  const converted = dishonest.filter((it) => it.referral.dateConverted !== null).length
  const farm = dishonest.filter((it) => it.life.kind === 'a farm of made accounts')
  return {
    lives: verdicts.length,
    dishonest: dishonest.length,
    held: held.length,
    rightlyHeld: held.filter((it) => !it.life.isHonest).length,
    rules: rulesIn(verdicts).map((rule) => measureRule(rule, verdicts)),
    kinds: kinds.map((kind) => {
      const own = verdicts.filter((it) => it.life.kind === kind)
      return { kind, isHonest: own[0]?.life.isHonest === true, ...shareOf(own) }
    }),
    lost: paid * REWARD_DOLLARS,
    wouldBeLost: converted * REWARD_DOLLARS,
    sharedNetworks: shareOf(honest.filter((it) => it.life.isOnSharedNetwork)),
    privacyNetworks: shareOf(honest.filter((it) => it.life.isOfPrivacyNetwork)),
    otherHonest: shareOf(honest.filter((it) => !it.life.isOfPrivacyNetwork)),
    farmRewardsAfterAnHour: farm.filter((it) => isRewarded(it) && isAfterAnHour(it, farm)).length,
    farmRewardsBeforeFirstHold: rewardsBeforeFirstHold(farm),
  }
}

function measureRule(rule: string, verdicts: readonly Verdict[]): RuleMeasure {
  const flagged = verdicts.filter((it) => isFlaggedBy(it, rule))
  const right = flagged.filter((it) => !it.life.isHonest)
  const kinds = new Set(right.map((it) => it.life.kind))
  const ofItsKinds = verdicts.filter((it) => kinds.has(it.life.kind))
  return {
    rule,
    isActive: flagged.some(({ referral }) =>
      referral.fraudSignals.some((it) => it.rule === rule && !it.shadow),
    ),
    flagged: flagged.length,
    right: right.length,
    ofItsKinds: ofItsKinds.length,
    found: ofItsKinds.filter((it) => isFlaggedBy(it, rule)).length,
  }
}

/** The rules of fraud, and what else holds a side. */
function rulesIn(verdicts: readonly Verdict[]): readonly string[] {
  const seen = new Set(verdicts.flatMap((it) => it.referral.fraudSignals.map(({ rule }) => rule)))
  const known: readonly string[] = fraudRuleNames
  return [...known, ...[...seen].filter((it) => !known.includes(it))]
}

export function isFlaggedBy({ referral }: Verdict, rule: FraudRuleName | string): boolean {
  return referral.fraudSignals.some((it) => it.rule === rule)
}

/** Whether a rule held or denied the referrer's side, whatever became of it since; `without` are rules that are left out. */
export function isHeld({ referral }: Verdict, without: readonly string[] = []): boolean {
  const { referrerModerationStatus: status, fraudSignals } = referral
  const active = fraudSignals.filter((it) => !it.shadow)
  const others = active.filter((it) => !without.includes(it.rule))
  return others.length > 0 || (status !== 'APPROVED' && active.length === 0)
}

/** How many times as often people on shared networks and with relay addresses are held as other honest people. */
export function unfairness({ privacyNetworks, otherHonest }: Measures): number {
  const [own, others] = [privacyNetworks, otherHonest].map((it) => it.held / it.of)
  return own === 0 ? 0 : (own ?? 0) / (others ?? 0)
}

/** The share of dishonest referrals that would be held while some rules are off. */
export function recallWithout(verdicts: readonly Verdict[], rules: readonly string[]): number {
  const dishonest = verdicts.filter((it) => !it.life.isHonest)
  return dishonest.filter((it) => isHeld(it, rules)).length / dishonest.length
}

/** Whether rules let a referrer have the reward; what staff approved by mistake is not theirs. */
function isRewarded({ referral, decision }: Verdict): boolean {
  const reward = referral.referrerReward
  return reward !== null && reward.dateCancelled === null && decision !== 'APPROVE'
}

function isAfterAnHour({ life, referral }: Verdict, farm: readonly Verdict[]): boolean {
  const first = Math.min(...farm.filter((it) => it.life.group === life.group).map(startOf))
  return (referral.dateConverted ?? 0) > first + HOUR_MS
}

/** Returns the number for the farm that had the most such rewards. */
function rewardsBeforeFirstHold(farm: readonly Verdict[]): number {
  const groups = [...new Set(farm.map((it) => it.life.group))]
  const counts = groups.map((group) => {
    const own = farm.filter((it) => it.life.group === group)
    const firstHold = Math.min(...own.filter((it) => isHeld(it)).map(startOf))
    return own.filter((it) => isRewarded(it) && (it.referral.dateConverted ?? 0) < firstHold).length
  })
  return Math.max(0, ...counts)
}

function startOf({ referral }: Verdict): number {
  return referral.dateReferralStarted
}

function shareOf(verdicts: readonly Verdict[]): Share {
  return { held: verdicts.filter((it) => isHeld(it)).length, of: verdicts.length }
}

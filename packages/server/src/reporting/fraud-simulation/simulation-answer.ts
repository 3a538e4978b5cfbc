import type { FraudSimulation } from '@goodword/contract/fraud/fraud-simulation'
import { noSums, type RuleSums } from '@goodword/domain/moderation/simulation'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import type { HeldPage, SimulationReading } from './read-simulation.ts'

export function simulationAnswer(
  { id, state, asked, sums, created_at, expires_at }: SimulationReading,
  { held, nextCursor }: HeldPage,
): FraudSimulation {
  const { currency } = asked
  return {
    id,
    state,
    from: asked.from,
    to: asked.to,
    dateStarts: asked.startsAt,
    dateEnds: asked.endsAt,
    timeZone: asked.timeZone,
    currency,
    rules: asked.rules.map(({ rule, mode, thresholds }) => ({
      ...{ rule, mode, thresholds: { ...thresholds } },
      ...sumsAnswer(sums.rules[rule] ?? noSums, currency),
    })),
    total: sumsAnswer(sums.total, currency),
    referrals: held.map((it) => ({
      referralId: it.id,
      referringAccountId: it.referrer,
      referredAccountId: it.friend,
      dateReferralStarted: it.startedAt,
      amount: it.minor === null ? null : priceToNumber({ minor: it.minor, currency }),
      found: it.findings.map(({ rule, message, facts }) => ({ rule, message, facts: { ...facts } })),
    })),
    nextCursor,
    dateCreated: created_at,
    dateExpires: expires_at,
  }
}

function sumsAnswer({ matched, held, minor, withoutAmount, approved, denied }: RuleSums, currency: Currency) {
  return {
    matched,
    would: { held, amount: priceToNumber({ minor, currency }), withoutAmount },
    ofDecided: { approved, denied },
  }
}

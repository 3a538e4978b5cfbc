import type { FraudSimulation } from '@goodword/contract/fraud/fraud-simulation'
import { noSums, type RuleSums } from '@goodword/domain/moderation/simulation'
import { type Currency, priceToNumber } from '@goodword/domain/values/money'
import type { HeldPage } from './read-simulation.ts'
import type { SimulationRow } from './rows/fraud-simulations.ts'

export function simulationAnswer(
  { id, state, asked, sums, created_at, expires_at }: SimulationRow,
  page: HeldPage,
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
    ...page,
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

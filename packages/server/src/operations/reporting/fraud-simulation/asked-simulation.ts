import { refuseUnknownThresholds } from '@goodword/contract/fraud-rule-setting'
import { type FraudSimulationRequest, MAX_SIMULATED_DAYS } from '@goodword/contract/fraud-simulation'
import { Refusal } from '@goodword/contract/refusal'
import type { ShapeOf } from '@goodword/contract/shape'
import { historyRules, thresholdsOf } from '@goodword/domain/fraud/history-rules'
import type { AskedSimulation } from '@goodword/domain/moderation/simulation'
import { loadProgram } from '../../../store/directory/programs.ts'
import type { Transaction } from '../../foundation/context.ts'
import { settingsOf } from '../../foundation/program/program-of.ts'
import { daysBetween, ZonedCalendar } from '../statistics/calendar.ts'
import { rangeOf } from '../statistics/statistics-range.ts'

export type SimulationRequest = ShapeOf<typeof FraudSimulationRequest>

/**
 * What a request asks to simulate, by the program's calendar and with every threshold, raised as those of the program are by
 * what is usual.
 *
 * @throws Refusal VALIDATION_FAILED for a rule that is named twice, a threshold that it does not have or that is out of bounds,
 * and days that cannot be answered
 */
export async function askedSimulation(
  tx: Transaction,
  { from, to, rules }: SimulationRequest,
): Promise<AskedSimulation> {
  refuseRepeatedRules(rules)
  refuseUnknownThresholds(rules, 'rules')
  const { settings, usual_facts: usual } = await loadProgram(tx)
  const { timeZone, currency } = settingsOf(settings)
  const calendar = new ZonedCalendar(timeZone)
  const range = rangeOf({ from: from ?? null, to: to ?? null }, null, calendar, tx.now)
  const days = daysBetween(range.from, range.to)
  if (days > MAX_SIMULATED_DAYS) {
    const message = `The range has ${days} days. It can have at most ${MAX_SIMULATED_DAYS}: use a shorter range.`
    throw new Refusal('VALIDATION_FAILED', message, 'from')
  }
  return {
    ...range,
    startsAt: calendar.startOf(range.from),
    endsAt: calendar.endOf(range.to),
    timeZone,
    currency,
    rules: rules.map(({ rule, mode, thresholds }) => ({
      ...{ rule, mode },
      thresholds: thresholdsOf(
        rule,
        thresholds === undefined ? {} : { [rule]: thresholds },
        historyRules,
        usual ?? {},
      ),
    })),
  }
}

function refuseRepeatedRules(rules: SimulationRequest['rules']): void {
  for (const [index, { rule }] of rules.entries()) {
    if (rules.findIndex((it) => it.rule === rule) === index) continue
    throw new Refusal('VALIDATION_FAILED', `The rule ${rule} is named twice.`, `rules.${index}.rule`)
  }
}

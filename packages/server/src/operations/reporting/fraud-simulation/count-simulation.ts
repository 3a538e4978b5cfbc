import {
  isRun,
  pathOf,
  pathOfAny,
  type ReferrerSide,
  type SimulatedRule,
  withGroups,
} from '@goodword/domain/moderation/simulation'
import { loadProgram } from '../../../store/directory/programs.ts'
import { specOf } from '../../../store/ledger/rewards.ts'
import type { SimulationRow } from '../../../store/statistics/fraud-simulations.ts'
import {
  findEndOfPage,
  loadSimulatedGroups,
  type SimulatedSideRow,
} from '../../../store/statistics/simulated-referrals.ts'
import type { Transaction } from '../../foundation/context.ts'
import { programOf } from '../../foundation/program/program-of.ts'

/** Conditions that one statement tests, so that it ends well within the time of a statement also on a busy database. */
const CONDITIONS_PER_PAGE = 400_000

/** How many referrals a statement reads for these rules. */
export function pageSizeOf(rules: readonly SimulatedRule[]): number {
  const conditions = rules.map((it) => pathOf(it).split('$').length - 1).reduce((sum, it) => sum + it, 0)
  return Math.floor(CONDITIONS_PER_PAGE / Math.max(1, conditions))
}

/** Counts the next page of referrals; the simulation is done when there is none. */
export async function countNextPage(tx: Transaction, row: SimulationRow): Promise<SimulationRow> {
  const rules = row.asked.rules.filter(isRun)
  const any = pathOfAny(rules)
  if (any === null) return { ...row, state: 'DONE' }
  const most = pageSizeOf(rules)
  const end = await findEndOfPage(tx, { after: row.position, until: row.until }, most)
  if (end === null) return { ...row, state: 'DONE' }
  const paths = { any, rules: rules.map((it) => ({ rule: it.rule, path: pathOf(it) })) }
  const [groups, { settings }] = await Promise.all([
    loadSimulatedGroups(tx, { after: row.position, until: end }, most, paths),
    loadProgram(tx),
  ])
  const counted = groups.map((it) => ({ ...sideOf(it), rules: it.rules, referrals: it.referrals }))
  const sums = withGroups(row.sums, counted, row.asked, programOf(settings).referrerReward)
  return { ...row, position: end, sums }
}

export function sideOf(row: SimulatedSideRow): ReferrerSide {
  const { value_minor: minor, currency } = row
  return {
    moderation: { status: row.referrer_moderation, by: row.referrer_moderated_by },
    reward: row.type === null ? null : { spec: specOf(row), isCancelled: row.is_cancelled },
    hasEnded: row.has_ended,
    account: {
      price: minor === null || currency === null ? null : { minor, currency },
      intervalType: row.billing_interval_type,
      intervalValue: row.billing_interval_value,
    },
  }
}

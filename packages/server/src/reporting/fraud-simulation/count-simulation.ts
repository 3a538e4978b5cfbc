import { isLikely, rulesOfBits } from '@goodword/domain/fraud/possible-rules'
import {
  isRun,
  pathOf,
  type ReferrerSide,
  type SimulatedRule,
  withGroups,
} from '@goodword/domain/moderation/simulation'
import { specOf } from '@goodword/domain/rewards/reward'
import type { Transaction } from '../../frame/context.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import type { SimulationRow } from './rows/fraud-simulations.ts'
import {
  type AskedRules,
  findEndOfPage,
  loadSimulatedGroups,
  reachOf,
  type SimulatedSideRow,
} from './rows/simulated-referrals.ts'

/** Referrals that one statement looks at if nothing is known of how long it takes: so few that it ends in time on a busy database. */
export const FIRST_PAGE = 20_000
const MAX_PAGE = 400_000
/** How long a page should take: a statement may take eight times as long. */
const PAGE_MS = 300

/** How many referrals the page after one has that took so long. */
export function nextPageSize(size: number, tookMs: number): number {
  const fitting = size * Math.min(4, PAGE_MS / Math.max(1, tookMs))
  return Math.round(Math.min(MAX_PAGE, Math.max(FIRST_PAGE / 10, fitting)))
}

/** Counts page after page until the simulation is done or a moment of the machine's clock has come. */
export async function countUntil(
  endsAt: number,
  row: SimulationRow,
  countPage: (row: SimulationRow, size: number) => Promise<SimulationRow>,
): Promise<SimulationRow> {
  let [present, size] = [row, FIRST_PAGE]
  for (let begunAt = performance.now(); present.state === 'RUNNING' && begunAt < endsAt; ) {
    present = await countPage(present, size)
    const endedAt = performance.now()
    size = nextPageSize(size, endedAt - begunAt)
    begunAt = endedAt
  }
  return present
}

/** Counts the next page of referrals; the simulation is done when there is none. */
export async function countNextPage(
  tx: Transaction,
  row: SimulationRow,
  size: number,
): Promise<SimulationRow> {
  const asked = askedRules(row.asked.rules.filter(isRun))
  const range = { after: row.position, until: row.until }
  const end = asked.length === 0 ? null : await findEndOfPage(tx, reachOf(asked), range, size)
  if (end === null) return { ...row, state: 'DONE' }
  const [groups, { settings }] = await Promise.all([
    loadSimulatedGroups(tx, { after: row.position, until: end }, asked),
    loadProgram(tx),
  ])
  const counted = groups.map((it) => ({
    ...sideOf(it),
    rules: rulesOfBits(it.matched),
    referrals: it.referrals,
  }))
  const sums = withGroups(row.sums, counted, row.asked, programOf(settings).referrerReward)
  return { ...row, position: end, sums }
}

export function askedRules(rules: readonly SimulatedRule[]): AskedRules {
  return rules.map((it) => ({
    rule: it.rule,
    path: pathOf(it),
    isLikely: isLikely(it.rule, it.thresholds),
  }))
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

import { Refusal } from '@goodword/contract/frame/refusal'
import type { FraudSimulation } from '@goodword/contract/fraud/fraud-simulation'
import { findingsOf, isActive, type SimulatedRule, stakeOf } from '@goodword/domain/moderation/simulation'
import type { RewardSpec } from '@goodword/domain/rewards/reward'
import { isUuid, type TenantId } from '@goodword/domain/values/ids'
import { priceToNumber } from '@goodword/domain/values/money'
import { firstIdOf, idsCreated } from '../../engine/lists/id-range.ts'
import { cursorText } from '../../engine/lists/list-cursor.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { pageRequestOf } from '../../frame/page.ts'
import { programOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { askedRules, FIRST_PAGE, sideOf } from './count-simulation.ts'
import { findSimulation, type SimulationRow } from './rows/fraud-simulations.ts'
import {
  findBeginningOfPage,
  type HeldReferralRow,
  loadHeldReferrals,
  reachOf,
} from './rows/simulated-referrals.ts'

/** The referrals that a simulation would have held. */
export type HeldPage = Pick<FraudSimulation, 'referrals' | 'nextCursor'>

type HeldReferral = HeldPage['referrals'][number]

const HELD_PER_PAGE = 100
/** The parts of the range that one page looks through when few referrals match. */
const MAX_PARTS = 5

/** @throws Refusal FRAUD_SIMULATION_NOT_FOUND */
export async function readSimulation(ctx: Context, tenantId: TenantId, id: string): Promise<SimulationRow> {
  const found = isUuid(id)
    ? await ctx.readTenant(tenantId, async (tx) => ({ row: await findSimulation(tx, id), now: tx.now }))
    : null
  if (found === null || found.row === null || found.row.expires_at <= found.now) {
    const message = 'There is no simulation with this ID. It may have expired.'
    throw new Refusal('FRAUD_SIMULATION_NOT_FOUND', message, 'simulationId')
  }
  return found.row
}

/**
 * The referrals that a simulation would have held, newest first. A page looks through a part of the range only, so that it takes
 * no longer where few of many referrals match.
 *
 * @throws Refusal VALIDATION_FAILED for a cursor that is none of ours
 */
export async function readHeldPage(
  ctx: Context,
  tenantId: TenantId,
  row: SimulationRow,
  cursor: string | null,
): Promise<HeldPage> {
  const { after } = pageRequestOf({ limit: HELD_PER_PAGE, cursor, countAll: false })
  const active = row.asked.rules.filter(isActive)
  if (row.state !== 'DONE' || active.length === 0) return { referrals: [], nextCursor: null }
  const referrals: HeldReferral[] = []
  const end = firstIdOf(row.asked.endsAt)
  let before: string | null = after === null || after > end ? end : after
  for (let parts = 0; before !== null && parts < MAX_PARTS && referrals.length < HELD_PER_PAGE; parts += 1) {
    const present: string = before
    const part = await ctx.readTenant(tenantId, (tx) =>
      readPart(tx, row, active, present, HELD_PER_PAGE - referrals.length),
    )
    referrals.push(...part.held)
    before = part.next
  }
  return { referrals, nextCursor: before === null ? null : cursorText(before, null, null) }
}

async function readPart(
  tx: Transaction,
  row: SimulationRow,
  active: readonly SimulatedRule[],
  before: string,
  limit: number,
): Promise<{ readonly held: readonly HeldReferral[]; readonly next: string | null }> {
  const { asked } = row
  const { after } = idsCreated(asked.startsAt, null)
  const rules = askedRules(active)
  const from = await findBeginningOfPage(tx, reachOf(rules), { after, before }, FIRST_PAGE)
  if (from === null) return { held: [], next: null }
  const [rows, { settings }] = await Promise.all([
    loadHeldReferrals(tx, { from, before }, rules, limit),
    loadProgram(tx),
  ])
  const { referrerReward } = programOf(settings)
  const held = rows.map((it) => heldReferral(it, row, referrerReward))
  return { held, next: rows.length < limit ? from : (rows.at(-1)?.id ?? null) }
}

function heldReferral(row: HeldReferralRow, { asked }: SimulationRow, spec: RewardSpec | null): HeldReferral {
  const { currency } = asked
  const minor = stakeOf(sideOf(row), spec, currency)
  return {
    referralId: row.id,
    referringAccountId: row.referring_account,
    referredAccountId: row.referred_account,
    dateReferralStarted: row.started_at,
    amount: minor === null ? null : priceToNumber({ minor, currency }),
    found: findingsOf(asked.rules.filter(isActive), row.facts),
  }
}

import { createHash } from 'node:crypto'
import { noSums } from '@goodword/domain/moderation/simulation'
import type { TenantId } from '@goodword/domain/values/ids'
import { v7 } from 'uuid'
import { idsCreated } from '../../../store/lists/id-range.ts'
import {
  deleteOldSimulations,
  findSimulation,
  insertSimulation,
  type SimulationRow,
} from '../../../store/statistics/fraud-simulations.ts'
import type { Context, Transaction } from '../../foundation/context.ts'
import { enqueueJob } from '../../foundation/jobs/enqueue-job.ts'
import { askedSimulation, type SimulationRequest } from './asked-simulation.ts'
import { countNextPage } from './count-simulation.ts'

/** The simulations of a tenant that are kept. */
const MAX_SIMULATIONS = 50
/** How long a request counts: an answer takes half a second more at most. */
const MAX_MS = 1500
const MINUTE_MS = 60_000
const KEPT_MS = 7 * 86_400_000

/**
 * Tries fraud rules on stored facts. What cannot be counted in the time of a request is left to a background job: the
 * simulation is `RUNNING` then.
 *
 * @throws Refusal VALIDATION_FAILED
 */
export async function createSimulation(
  ctx: Context,
  tenantId: TenantId,
  request: SimulationRequest,
  mostMs = MAX_MS,
): Promise<SimulationRow> {
  const begunAt = performance.now()
  let row = await ctx.readTenant(tenantId, async (tx) => {
    const asked = await newSimulation(tx, request)
    return (await findSimulation(tx, asked.id)) ?? asked
  })
  if (row.state === 'DONE') return row
  while (row.state === 'RUNNING' && performance.now() - begunAt < mostMs) {
    const present = row
    row = await ctx.readTenant(tenantId, (tx) => countNextPage(tx, present))
  }
  return ctx.writeTenant(tenantId, async (tx) => {
    deleteOldSimulations(tx, tx.now, MAX_SIMULATIONS - 1)
    insertSimulation(tx, row)
    if (row.state === 'RUNNING') enqueueJob(tx, { kind: 'SIMULATE_FRAUD', subject: row.id })
    return row
  })
}

/** Returns one ID for the same question within a minute, so that a repeated request makes no second simulation. */
function simulationId(asked: SimulationRow['asked'], now: number): string {
  const random = createHash('sha256').update(JSON.stringify(asked)).digest().subarray(0, 16)
  return v7({ msecs: Math.floor(now / MINUTE_MS) * MINUTE_MS, seq: 0, random })
}

async function newSimulation(tx: Transaction, request: SimulationRequest): Promise<SimulationRow> {
  const asked = await askedSimulation(tx, request)
  const { after, until } = idsCreated(asked.startsAt, asked.endsAt - 1)
  return {
    id: simulationId(asked, tx.now),
    asked,
    state: 'RUNNING',
    position: after,
    until,
    sums: { rules: {}, total: noSums },
    created_at: tx.now,
    expires_at: tx.now + KEPT_MS,
  }
}

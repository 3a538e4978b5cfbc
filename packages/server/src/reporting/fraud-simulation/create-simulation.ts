import { createHash } from 'node:crypto'
import { Refusal } from '@goodword/contract/frame/refusal'
import type { ShapeOf } from '@goodword/contract/frame/shape'
import { refuseUnknownThresholds } from '@goodword/contract/fraud/fraud-rule-setting'
import { type FraudSimulationRequest, MAX_SIMULATED_DAYS } from '@goodword/contract/fraud/fraud-simulation'
import { historyRules, thresholdsOf } from '@goodword/domain/fraud/history-rules'
import { type AskedSimulation, noSums } from '@goodword/domain/moderation/simulation'
import type { TenantId } from '@goodword/domain/values/ids'
import { v7 } from 'uuid'
import { idsCreated } from '../../engine/lists/id-range.ts'
import type { Context, Transaction } from '../../frame/context.ts'
import { enqueueJob } from '../../frame/jobs/enqueue-job.ts'
import { settingsOf } from '../../frame/program/program-of.ts'
import { loadProgram } from '../../frame/rows/programs.ts'
import { daysBetween, ZonedCalendar } from '../statistics/calendar.ts'
import { rangeOf } from '../statistics/statistics-range.ts'
import { countNextPage, countUntil } from './count-simulation.ts'
import {
  deleteOldSimulations,
  findSimulation,
  insertSimulation,
  type SimulationRow,
} from './rows/fraud-simulations.ts'

/** The simulations of a tenant that are kept. */
const MAX_SIMULATIONS = 50

/** How long a request counts: an answer takes half a second more at most. */
const MAX_MS = 1500

const MINUTE_MS = 60_000

const KEPT_MS = 7 * 86_400_000

/**
 * Tries fraud rules on stored facts. A simulation that takes longer than a request is left to a background job: the
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
  const { known, fresh } = await ctx.readTenant(tenantId, async (tx) => {
    const id = simulationId(request, tx.now)
    const found = await findSimulation(tx, id)
    return found === null
      ? { known: null, fresh: await newSimulation(tx, id, request) }
      : { known: found, fresh: null }
  })
  if (known !== null) return known
  const row = await countUntil(begunAt + mostMs, fresh, (present, size) =>
    ctx.readTenant(tenantId, (tx) => countNextPage(tx, present, size)),
  )
  return ctx.writeTenant(tenantId, async (tx) => {
    deleteOldSimulations(tx, tx.now, MAX_SIMULATIONS - 1)
    insertSimulation(tx, row)
    if (row.state === 'RUNNING') enqueueJob(tx, { kind: 'SIMULATE_FRAUD', subject: row.id })
    return row
  })
}

/** Returns one ID for the same request within a minute, so that a repeated one makes no second simulation. */
function simulationId(request: SimulationRequest, now: number): string {
  const random = createHash('sha256').update(JSON.stringify(request)).digest().subarray(0, 16)
  return v7({ msecs: Math.floor(now / MINUTE_MS) * MINUTE_MS, seq: 0, random })
}

async function newSimulation(
  tx: Transaction,
  id: string,
  request: SimulationRequest,
): Promise<SimulationRow> {
  const asked = await askedSimulation(tx, request)
  const { after, until } = idsCreated(asked.startsAt, asked.endsAt - 1)
  return {
    ...{ id, asked },
    state: 'RUNNING',
    position: after,
    until,
    sums: { rules: {}, total: noSums },
    created_at: tx.now,
    expires_at: tx.now + KEPT_MS,
  }
}

type SimulationRequest = ShapeOf<typeof FraudSimulationRequest>

/**
 * The simulation of a request, by the program's calendar and with every threshold, raised by usual facts as those of the
 * program are.
 *
 * @throws Refusal VALIDATION_FAILED for a rule that is named twice, a threshold that it does not have or that is out of bounds,
 * and days that cannot be answered
 */
async function askedSimulation(
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

import type { Clock } from '../../engine/foundation/clock.ts'
import { ProcessorError } from '../processor-error.ts'
import type { CallGateway } from './sdk/call-gateway.ts'
import { isShaped, shaped } from './sdk/shapes.ts'

export type Plan = { readonly billingFrequency: number; readonly currencyIsoCode: string }

/** Null for a plan that is not there, and without the permission to read plans. */
export type FindPlan = (planId: string) => Promise<Plan | null>

type Plans = { readonly readAt: number; readonly byId: Promise<ReadonlyMap<string, Plan>> }

const MAX_AGE_MS = 3_600_000
/** How long a plan that is not there is not looked for again. */
const MISSING_MAX_AGE_MS = 60_000
const MAX_MISSING = 1000

/** A subscription does not say how often it is billed. Its plan does, which hardly ever changes. */
export function createFindPlan(calls: CallGateway, stopwatch: Clock): FindPlan {
  let plans: Plans | null = null
  const missing = new Map<string, number>()

  return async (planId) => {
    const isFresh = plans !== null && stopwatch.now() - plans.readAt < MAX_AGE_MS
    const known = isFresh ? await findIn(plans, planId) : null
    if (known !== null || (isFresh && isMissing(planId))) return known
    plans = startReading()
    const found = await findIn(plans, planId)
    if (found === null) rememberMissing(planId)
    return found
  }

  function startReading(): Plans {
    const reading = { readAt: stopwatch.now(), byId: readPlans(calls) }
    reading.byId.catch(() => {
      if (plans === reading) plans = null
    })
    return reading
  }

  function isMissing(planId: string): boolean {
    return stopwatch.now() - (missing.get(planId) ?? Number.NEGATIVE_INFINITY) < MISSING_MAX_AGE_MS
  }

  function rememberMissing(planId: string): void {
    if (missing.size >= MAX_MISSING) missing.clear()
    missing.set(planId, stopwatch.now())
  }
}

async function findIn(plans: Plans | null, planId: string): Promise<Plan | null> {
  return (await plans?.byId)?.get(planId) ?? null
}

async function readPlans({ read }: CallGateway): Promise<ReadonlyMap<string, Plan>> {
  try {
    const plans = await read('plan.all', async (gateway) => shaped('list', await gateway.plan.all()))
    // One plan that is odd must not keep the others from being read.
    return new Map(plans.flatMap((each) => (isShaped('plan', each) ? [[each.id, each] as const] : [])))
  } catch (error) {
    if (error instanceof ProcessorError && error.code === 'PERMISSION_DENIED') return new Map()
    throw error
  }
}

import type { Clock } from '../../platform/clock.ts'
import { ProcessorError } from '../connector.ts'
import type { CallGateway } from './call-gateway.ts'
import { shaped } from './shapes.ts'

export type Plan = { readonly billingFrequency: number; readonly currencyIsoCode: string }

/** Null for a plan that is not there, and without the permission to read plans. */
export type FindPlan = (planId: string) => Promise<Plan | null>

type Plans = { readonly readAt: number; readonly byId: Promise<ReadonlyMap<string, Plan>> }

const MAX_AGE_MS = 3_600_000
/** Plans that were created since are found after this time at the latest. */
const MISSING_MAX_AGE_MS = 60_000

/** A subscription does not say how often it is billed. Its plan does, which hardly ever changes. */
export function createFindPlan(calls: CallGateway, stopwatch: Clock): FindPlan {
  let plans: Plans | null = null
  const youngerThan = (maxAgeMs: number): Plans => {
    if (plans !== null && stopwatch.now() - plans.readAt < maxAgeMs) return plans
    const reading = { readAt: stopwatch.now(), byId: readPlans(calls) }
    plans = reading
    reading.byId.catch(() => {
      if (plans === reading) plans = null
    })
    return reading
  }
  return async (planId) => {
    const found = (await youngerThan(MAX_AGE_MS).byId).get(planId)
    return found ?? (await youngerThan(MISSING_MAX_AGE_MS).byId).get(planId) ?? null
  }
}

async function readPlans({ read }: CallGateway): Promise<ReadonlyMap<string, Plan>> {
  try {
    const plans = await read(async (gateway) => shaped('plans', await gateway.plan.all()))
    return new Map(plans.map((each) => [each.id, each]))
  } catch (error) {
    if (error instanceof ProcessorError && error.code === 'PERMISSION_DENIED') return new Map()
    throw error
  }
}

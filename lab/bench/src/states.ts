import type { Fullness } from './dataset/load.ts'
import type { Measured } from './measure.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import type { Scenario, ScenarioName } from './scenarios/scenario.ts'
import type { Options } from './service-options.ts'

/** The content of the database while some scenarios are measured. */
export type State = {
  readonly name: string
  readonly tenants: number
  /** Null for what the state before it left, with the popular referrer in the middle. */
  readonly fullness: Fullness | null
  /** Reloaded before each scenario that writes, so that one does not grow the tables of the next. */
  readonly isFreshForEach: boolean
  readonly scenarios: readonly Scenario[]
}

/** A figure with what the database held when it was measured. */
export type Result = Measured & {
  readonly state: string
  /** The measurement on the oldest PostgreSQL that the service works with; null where there is none. */
  readonly onOldest: Measured | null
}

const SMALL: Fullness = { referrers: 2000, friends: 8000 }
const POPULAR_EVERY = 10
const ofThePopular: readonly ScenarioName[] = ['code-look-up', 'reward-read', 'attribution', 'conversion']

export function statesOf({ referrals, scenarios: wanted, tenants }: Options): readonly State[] {
  const scenarios = allScenarios.filter((it) => wanted.includes(it.name))
  const count = (value: number): string => value.toLocaleString('en')
  if (tenants !== null) {
    const each = { referrers: Math.ceil(2000 / tenants), friends: Math.ceil(8000 / tenants) }
    const common = { isFreshForEach: false, scenarios }
    return [
      { ...common, name: 'one tenant', tenants: 1, fullness: SMALL },
      { ...common, name: `${count(tenants)} tenants`, tenants, fullness: each },
    ]
  }
  return [
    { name: '10,000 accounts', tenants: 1, fullness: SMALL, isFreshForEach: true, scenarios },
    {
      name: `${count(referrals)} referrals`,
      tenants: 1,
      fullness: fullnessFor(referrals),
      isFreshForEach: false,
      scenarios,
    },
    {
      name: `a referrer with ${count(referrals / POPULAR_EVERY)} referrals`,
      tenants: 1,
      fullness: null,
      isFreshForEach: false,
      scenarios: scenarios.filter((it) => ofThePopular.includes(it.name)),
    },
  ]
}

/** A tenant of so many referrals; a twentieth as many accounts refer others, and one of them has a tenth of all. */
export function fullnessFor(referrals: number): Fullness {
  return { referrers: Math.ceil(referrals / 20), friends: referrals, popularEvery: POPULAR_EVERY }
}

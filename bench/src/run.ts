import { aroundThePopular, type Fullness, loadTenants } from './ground/load.ts'
import { type Ground, makeTenants, openGround, type Tenant } from './ground/tenants.ts'
import { type Measured, measure } from './measure.ts'
import type { Options } from './options.ts'
import { type HotPlan, readHotPlans } from './plans/hot-plans.ts'
import { type ServiceProcess, startServiceProcess } from './processes/service-process.ts'
import type { Progress } from './progress.ts'
import { type Machine, readMachine } from './report/machine.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import type { Scenario, ScenarioName } from './scenarios/scenario.ts'

/** A figure with what the database held when it was measured. */
export type Result = Measured & { readonly state: string }

export type Outcome = {
  readonly machine: Machine
  readonly results: readonly Result[]
  /** The plans of what the scenarios sent at the largest size; none where sizes were not the question. */
  readonly plans: readonly HotPlan[]
}

/** What the database holds while some scenarios are measured. */
export type State = {
  readonly name: string
  readonly tenants: number
  /** Null for what the state before it left, with the popular referrer in the middle. */
  readonly fullness: Fullness | null
  /** Loaded anew before each scenario that writes, so that one does not grow the tables of the next. */
  readonly isFreshForEach: boolean
  readonly scenarios: readonly Scenario[]
}

/** Measures what the options ask for, from an empty database to its removal. */
export async function run(options: Options, progress: Progress): Promise<Outcome> {
  const states = statesOf(options)
  progress.plan(states, options)
  const service = await startServiceProcess({})
  const { ground: empty, close } = openGround(service)
  try {
    const results: Result[] = []
    let ground = empty
    for (const [index, state] of states.entries()) {
      const tenants =
        state.fullness === null ? [] : await makeTenants(service, `bench_${index}`, state.tenants)
      ground = await measureState(service, ground, tenants, state, options, progress, results)
    }
    const plans = options.tenants === null ? await plansOf(service, ground, states.at(-1), progress) : []
    return { machine: await readMachine(ground.owner), results, plans }
  } finally {
    await close()
    await service.stop()
  }
}

async function measureState(
  service: ServiceProcess,
  before: Ground,
  tenants: readonly Tenant[],
  { name, fullness, isFreshForEach, scenarios }: State,
  effort: Options,
  progress: Progress,
  results: Result[],
): Promise<Ground> {
  const load = async (): Promise<Ground> => {
    if (fullness === null) return aroundThePopular(before)
    const loaded = await loadTenants(before, tenants, fullness, progress.filled)
    progress.loaded(tenants.length)
    return loaded
  }
  let ground = await load()
  let isFresh = true
  for (const scenario of scenarios) {
    const isWriting = scenario.ceiling.kind === 'write'
    if (isFreshForEach && isWriting && !isFresh) ground = await load()
    const result = { ...(await measure(service, ground, scenario, effort)), state: name }
    isFresh = isFresh && !isWriting
    results.push(result)
    progress.measured(result)
  }
  return ground
}

async function plansOf(
  service: ServiceProcess,
  ground: Ground,
  state: State | undefined,
  progress: Progress,
): Promise<readonly HotPlan[]> {
  if (state === undefined) return []
  const plans = await readHotPlans(service, ground, state.scenarios)
  progress.planned(plans.length)
  return plans
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

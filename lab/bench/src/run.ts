import { aroundThePopular, loadTenants } from './dataset/load.ts'
import { type Dataset, makeTenants, openDataset, type Tenant } from './dataset/tenants.ts'
import { measure } from './measure.ts'
import { type HotPlan, readHotPlans } from './plans/hot-plans.ts'
import { onPostgresql15 } from './processes/own-databases.ts'
import { type ServiceProcess, type ServiceStart, startServiceProcess } from './processes/service-process.ts'
import type { Progress } from './progress.ts'
import { type Machine, readMachine } from './report/machine.ts'
import type { Options } from './service-options.ts'
import { type Result, type State, statesOf } from './states.ts'

export type Outcome = {
  readonly machine: Machine
  readonly results: readonly Result[]
  /** The plans of what the scenarios sent at the largest size; none where sizes were not the question. */
  readonly plans: readonly HotPlan[]
}

/** Measures the selected scenarios on the embedded PostgreSQL, then on PostgreSQL 15 where it is installed. */
export async function run(options: Options, progress: Progress): Promise<Outcome> {
  const embedded = await runOn({}, options, progress)
  const oldest = await onPostgresql15((start) => runOn(start, options, progress))
  if (oldest === null) return embedded
  const sameOf = ({ scenario, state }: Result) =>
    oldest.results.find((it) => it.scenario === scenario && it.state === state) ?? null
  return {
    machine: { ...embedded.machine, oldestPostgres: oldest.machine.postgres },
    results: embedded.results.map((it) => ({ ...it, onOldest: sameOf(it) })),
    plans: [...embedded.plans, ...oldest.plans],
  }
}

/** Measures on one database, from empty to its removal. */
async function runOn(start: ServiceStart, options: Options, progress: Progress): Promise<Outcome> {
  const states = statesOf(options)
  progress.plan(states, options)
  const service = await startServiceProcess(start)
  const { dataset: empty, close } = openDataset(service)
  try {
    const results: Result[] = []
    let dataset = empty
    for (const [index, state] of states.entries()) {
      const tenants =
        state.fullness === null
          ? []
          : await makeTenants(service, `bench_${index}`, state.tenants, { hasMilestones: options.milestones })
      dataset = await measureState(service, dataset, tenants, state, options, progress, results)
    }
    // Plans are read from the log of the embedded database; the plan checks of the tests run on both.
    const readsPlans = options.tenants === null && service.databaseFolder !== null
    const plans = readsPlans ? await plansOf(service, dataset, states.at(-1), progress) : []
    return { machine: await readMachine(dataset.owner), results, plans }
  } finally {
    await close()
    await service.stop()
  }
}

async function measureState(
  service: ServiceProcess,
  before: Dataset,
  tenants: readonly Tenant[],
  { name, fullness, isFreshForEach, scenarios }: State,
  effort: Options,
  progress: Progress,
  results: Result[],
): Promise<Dataset> {
  const load = async (): Promise<Dataset> => {
    if (fullness === null) return aroundThePopular(before)
    const loaded = await loadTenants(before, tenants, fullness, progress.filled)
    progress.loaded(tenants.length)
    return loaded
  }
  let dataset = await load()
  let isFresh = true
  for (const scenario of scenarios) {
    const isWriting = scenario.ceiling.kind === 'write'
    if (isFreshForEach && isWriting && !isFresh) dataset = await load()
    const result = { ...(await measure(service, dataset, scenario, effort)), state: name, onOldest: null }
    isFresh = isFresh && !isWriting
    results.push(result)
    progress.measured(result)
  }
  return dataset
}

async function plansOf(
  service: ServiceProcess,
  dataset: Dataset,
  state: State | undefined,
  progress: Progress,
): Promise<readonly HotPlan[]> {
  if (state === undefined) return []
  const plans = await readHotPlans(service, dataset, state.scenarios)
  progress.planned(plans.length)
  return plans
}

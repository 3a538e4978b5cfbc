import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { median } from '@goodword/trials/laboratory/report/quantiles'
import { loadTenants } from '../dataset/load.ts'
import { type Dataset, makeTenants, openDataset } from '../dataset/tenants.ts'
import { runLoad } from '../load/run-load.ts'
import { oneOf, parseOptions, text, whole } from '../options.ts'
import { onPostgresql15 } from '../processes/own-databases.ts'
import { postmaster, processorTimeTogetherMs } from '../processes/server-usage.ts'
import { type ServiceProcess, type ServiceStart, startServiceProcess } from '../processes/service-process.ts'
import { threeFigures, wholeText } from '../report/cells.ts'
import { attributions, type Calls, conversions, type Variant, variants } from './variants.ts'

export const compareUsage = `Usage: npm run --silent bench -- compare [options]

Measures what evidence, fraud rules about history and milestones cost an attribution and a conversion: programs that differ in these
alone are called in turn, on one process of the service with its embedded PostgreSQL, and on PostgreSQL 15 where it is installed.
Tables of Markdown go to standard output: medians of the rounds with their range, and of the ratios to the first program in the same round.
Processor time is per call, and depends less on what else the machine does.

  --scenario <name> attribution or conversion alone
  --rounds <n>      rounds of each program (7)
  --calls <n>       calls in a round (3000)
  --referrals <n>   how many referrals each program has before (20000)`

type Options = {
  readonly rounds: number
  readonly calls: number
  readonly referrals: number
  readonly scenarios: readonly string[]
}

const kindsOfCalls: Readonly<Record<string, Calls>> = { attribution: attributions, conversion: conversions }

/** `npm run bench -- compare`: what evidence, fraud rules and milestones cost. */
export async function benchCompare(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  await compareOn('embedded PostgreSQL', {}, options)
  await onPostgresql15((start) => compareOn('PostgreSQL 15', start, options))
}

async function compareOn(title: string, start: ServiceStart, options: Options): Promise<void> {
  const service = await startServiceProcess(start)
  const { dataset: empty, close } = openDataset(service)
  try {
    const made = []
    for (const [index, { kind }] of variants.entries()) {
      made.push(...(await makeTenants(service, `compare_${index}`, 1, kind)))
    }
    const { referrals } = options
    const fullness = { referrers: Math.ceil(referrals / 10), friends: referrals }
    const dataset = await loadTenants(empty, made, fullness, () => undefined)
    for (const [name, calls] of Object.entries(kindsOfCalls)) {
      if (!options.scenarios.includes(name)) continue
      const rounds = await roundsOf(service, dataset, calls, options)
      console.log(`\n${name} at ${wholeText(referrals)} referrals, ${title}\n\n${tableOf(rounds)}`)
    }
  } finally {
    await close()
    await service.stop()
  }
}

/** One measurement; processor time is null if the system does not report it. */
type Taken = {
  readonly perSecond: number
  readonly serviceMs: number | null
  readonly databaseMs: number | null
}

/** The measurements of each variant, by round. The order turns, so that none always comes after the same one. */
async function roundsOf(
  { url, pid }: ServiceProcess,
  dataset: Dataset,
  calls: Calls,
  { rounds, calls: count }: Options,
): Promise<readonly (readonly Taken[])[]> {
  const database = await postmaster(dataset.owner)
  const processorMs = () => Promise.all([processorTimeTogetherMs(pid), processorTimeTogetherMs(database)])
  const take = async ({ hasEvidence }: Variant, index: number): Promise<Taken> => {
    const tenant = dataset.tenants[index]
    if (tenant === undefined) throw new Error('tenant of a variant not found')
    const requests = await calls(dataset, tenant, count, hasEvidence)
    const before = await processorMs()
    const { perSecond } = await runLoad(url, requests)
    const after = await processorMs()
    const [serviceMs, databaseMs] = [perCall(before[0], after[0], count), perCall(before[1], after[1], count)]
    return { perSecond, serviceMs, databaseMs }
  }
  const taken: Taken[][] = []
  // The first round warms everything up.
  for (let round = 0; round <= rounds; round += 1) {
    const turned = [...variants.entries()].map((_, place) => (place + round) % variants.length)
    const found: Taken[] = []
    for (const index of turned) found[index] = await take(variants[index] ?? variants[0], index)
    if (round > 0) taken.push(found)
    console.error(`round ${round} of ${rounds}`)
  }
  return taken
}

function perCall(before: number | null, after: number | null, count: number): number | null {
  return before === null || after === null ? null : (after - before) / count
}

function tableOf(rounds: readonly (readonly Taken[])[]): string {
  const taken = (index: number, of: (it: Taken) => number | null) =>
    rounds.flatMap((it) => (it[index] === undefined ? [] : (of(it[index]) ?? [])))
  const cell = (values: readonly number[], textOf: (value: number) => string) =>
    values.length === 0
      ? ''
      : `${textOf(median(values))} (${textOf(Math.min(...values))}–${textOf(Math.max(...values))})`
  const lines = variants.map(({ name }, index) => {
    const ratio = (of: (it: Taken) => number | null) => {
      // Of one round: the speed of the machine changes more between rounds than within one.
      const ratios = rounds.flatMap((round) => {
        const [first, own] = [round[0], round[index]].map((it) => (it === undefined ? null : of(it)))
        return first == null || own == null ? [] : [own / first]
      })
      return cell(ratios, (it) => it.toFixed(2))
    }
    return [
      name,
      cell(
        taken(index, (it) => it.perSecond),
        wholeText,
      ),
      ratio((it) => 1 / it.perSecond),
      cell(
        taken(index, (it) => it.serviceMs),
        threeFigures,
      ),
      cell(
        taken(index, (it) => it.databaseMs),
        threeFigures,
      ),
      ratio(processorMsOf),
    ]
  })
  const titles = [
    'program and calls',
    'calls/s',
    'time, ratio',
    'service ms',
    'PostgreSQL ms',
    'processor time, ratio',
  ]
  return markdownTable(titles, lines)
}

function processorMsOf({ serviceMs, databaseMs }: Taken): number | null {
  return serviceMs === null || databaseMs === null ? null : serviceMs + databaseMs
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseOptions(args, { rounds: text, calls: text, referrals: text, scenario: text })
  const { scenario } = values
  const names = Object.keys(kindsOfCalls)
  return {
    rounds: whole('rounds', values.rounds, 7),
    calls: whole('calls', values.calls, 3000),
    referrals: whole('referrals', values.referrals, 20_000),
    scenarios: scenario === undefined ? names : [oneOf('scenario', scenario, names)],
  }
}

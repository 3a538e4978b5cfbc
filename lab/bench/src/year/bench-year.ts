import { startLocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import { markdownTable } from '@goodword/trials/laboratory/report/markdown-table'
import { openConnections, rowsOf } from '../dataset/connections.ts'
import { makeTenants } from '../dataset/tenants.ts'
import { flag, oneOf, parseOptions, text, whole } from '../options.ts'
import { postmaster, processorTimeTogetherMs } from '../processes/server-usage.ts'
import { type ServiceProcess, startServiceProcess } from '../processes/service-process.ts'
import { threeFigures, wholeText } from '../report/cells.ts'
import { machineText, readMachine } from '../report/machine.ts'
import { connectShop, type Processor } from './connect-shop.ts'

export const yearUsage = `Usage: npm run --silent bench -- year [options]

Moves the clock of a local gateway by a year, which the service follows at its barrier: customers who were referred pay
every month, less a discount. A table of Markdown goes to standard output: seconds, and what was done in them.

  --processor <name>  the payment processor, braintree or stripe (braintree)
  --customers <n>     the customers, each billed on another day of the month (1)
  --days <n>          for how many days (365)
  --jobs              the runs of each kind of job, too
  --profile           write a CPU profile of the service to the current folder`

/** `npm run bench -- year`: how long a rehearsal of a year takes. */
export async function benchYear(args: readonly string[]): Promise<void> {
  const options = readOptions(args)
  const profile = ['--cpu-prof', '--cpu-prof-name=year.cpuprofile', `--cpu-prof-dir=${process.cwd()}`]
  const service = await startServiceProcess({
    nodeArguments: options.hasProfile ? profile : [],
    env: { ALLOW_LOCAL_TARGETS: 'on' },
  })
  const owner = openConnections(service.address)
  owner.on('error', () => undefined)
  try {
    console.log(`Measured on ${machineText(await readMachine(owner))}.\n`)
    const commits = async () => {
      await owner.query('select pg_stat_force_next_flush()')
      const query =
        'select xact_commit::float8 as commits from pg_stat_database where datname = current_database()'
      return Number((await rowsOf<{ commits: number }>(owner, query))[0]?.commits ?? 0)
    }
    const pid = await postmaster(owner)
    const cpuMs = () => Promise.all([service.pid, pid].map(processorTimeTogetherMs))
    await measure(service, { commits, cpuMs }, options)
  } finally {
    await owner.end()
    await service.stop()
  }
}

type Ground = {
  /** Transactions of the database so far. */
  readonly commits: () => Promise<number>
  /** Processor time of the service and of PostgreSQL so far, where the system reports it. */
  readonly cpuMs: () => Promise<readonly (number | null)[]>
}

type Options = {
  readonly processor: Processor
  readonly customers: number
  readonly days: number
  readonly hasJobs: boolean
  readonly hasProfile: boolean
}

async function measure(
  service: ServiceProcess,
  { commits, cpuMs }: Ground,
  { processor, customers, days, hasJobs }: Options,
): Promise<void> {
  const [tenant] = await makeTenants(service, 'year', 1, { mode: 'test' })
  if (tenant === undefined) throw new Error('tenant could not be created')
  const sandbox = await startLocalSandbox(processor)
  try {
    const shop = await connectShop(service.url, tenant, { processor, sandbox }, customers)
    const before = await readCounters(service.url)
    const committed = await commits()
    const used = await cpuMs()
    const startedAt = performance.now()
    const went = await shop.move(days)
    const seconds = (performance.now() - startedAt) / 1000
    const cpu = (await cpuMs()).map((ms, index) => ((ms ?? Number.NaN) - (used[index] ?? 0)) / 1000)
    const transactions = (await commits()) - committed
    const after = await readCounters(service.url)
    const since = (name: string) => (after.byName.get(name) ?? 0) - (before.byName.get(name) ?? 0)
    const columns = [
      'processor',
      'customers',
      'days',
      'seconds',
      'CPU seconds of the service',
      'of PostgreSQL',
      'moments',
      'notifications',
      'gateway calls',
      'jobs',
      'transactions',
      'transactions a day',
    ]
    const cells = [customers, days].map(wholeText)
    const counts = [went.moments, went.notifications, since('calls'), since('jobs'), transactions].map(Number)
    console.log(
      markdownTable(columns, [
        [
          processor,
          ...cells,
          ...[seconds, ...cpu].map(threeFigures),
          ...counts.map(wholeText),
          threeFigures(transactions / days),
        ],
      ]),
    )
    if (!hasJobs) return
    const kinds = [...after.jobs].map(([kind, runs]) => [kind, runs - (before.jobs.get(kind) ?? 0)] as const)
    const ran = kinds.filter(([, runs]) => runs > 0).toSorted(([, a], [, b]) => b - a)
    console.log(
      `\n${markdownTable(
        ['job', 'runs'],
        ran.map(([kind, runs]) => [kind, wholeText(runs)]),
      )}`,
    )
  } finally {
    await sandbox.close()
  }
}

function readOptions(args: readonly string[]): Options {
  const { values } = parseOptions(args, {
    processor: text,
    customers: text,
    days: text,
    jobs: flag,
    profile: flag,
  })
  return {
    processor: oneOf('processor', values.processor ?? 'braintree', ['braintree', 'stripe']),
    customers: whole('customers', values.customers, 1),
    days: whole('days', values.days, 365),
    hasJobs: values.jobs === true,
    hasProfile: values.profile === true,
  }
}

type Counters = {
  /** `calls` to the gateway and `jobs` that ran. */
  readonly byName: ReadonlyMap<string, number>
  /** The runs by kind of job. */
  readonly jobs: ReadonlyMap<string, number>
}

/** The counters of a service, from its metrics. */
async function readCounters(url: string): Promise<Counters> {
  const response = await fetch(`${url}/metrics`)
  if (!response.ok) throw new Error(`GET /metrics: ${response.status}`)
  const lines = (await response.text()).split('\n')
  const jobs = new Map<string, number>()
  let calls = 0
  for (const line of lines) {
    const value = Number(line.slice(line.lastIndexOf(' ') + 1))
    if (line.startsWith('goodword_processor_request_duration_seconds_count{')) calls += value
    const kind = /^goodword_job_runs_total\{.*kind="(\w+)"/.exec(line)?.[1]
    if (kind !== undefined) jobs.set(kind, (jobs.get(kind) ?? 0) + value)
  }
  const runs = [...jobs.values()].reduce((sum, it) => sum + it, 0)
  return {
    byName: new Map([
      ['calls', calls],
      ['jobs', runs],
    ]),
    jobs,
  }
}

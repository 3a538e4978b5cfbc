import { parseArgs } from 'node:util'
import type { Assumptions } from '../growth/plan.ts'
import { UsageError } from '../options.ts'

/** The options of a measurement on a cluster, and of its plan. */
export type ClusterOptions = {
  /** Whether to measure sizes and plan alone. */
  readonly isPlanOnly: boolean
  /** A tenth of the calls, to see that everything works. */
  readonly isQuick: boolean
  readonly rounds: number
  readonly tenants: number
  /** The referrals of the giant tenant. */
  readonly giant: number
  readonly assumed: Assumptions
}

const defaults: Assumptions = {
  tenants: 10_000,
  referrals: 1_000_000_000,
  years: 3,
  peak: 10,
  hot: 0.1,
  fill: 0.7,
  standbys: 1,
  backups: 7,
  nodeVcpus: 8,
  nodeRamGb: 64,
  nodeDiskGb: 2000,
  vcpuPrice: 20,
  ramPrice: 4,
  diskPrice: 0.1,
  backupPrice: 0.02,
}

/** The flag of each assumption, and its description. */
const flags = {
  'plan-tenants': ['tenants', 'tenants to plan for'],
  'plan-referrals': ['referrals', 'their referrals together'],
  years: ['years', 'over how many years the referrals come'],
  peak: ['peak', 'how many times the average rate the busiest hour has'],
  hot: ['hot', 'the part of the indexes that is in use, and in memory'],
  fill: ['fill', 'the part of a disk that is filled'],
  standbys: ['standbys', 'standbys of each database node'],
  backups: ['backups', 'backups that are kept'],
  'node-vcpus': ['nodeVcpus', 'processors of a data node'],
  'node-ram': ['nodeRamGb', 'its memory in GB'],
  'node-disk': ['nodeDiskGb', 'its disk in GB'],
  'price-vcpu': ['vcpuPrice', 'price of a processor per month'],
  'price-ram': ['ramPrice', 'price of a GB of memory per month'],
  'price-disk': ['diskPrice', 'price of a GB of disk per month'],
  'price-backup': ['backupPrice', 'price of a GB of backups per month'],
} as const satisfies Record<string, readonly [keyof Assumptions, string]>

const counts = { rounds: 3, tenants: 100, giant: 100_000 } as const

export const clusterUsage = `Usage: npm run --silent bench -- cluster [plan] [options]

Starts a PostgreSQL and a Citus cluster of a coordinator and two workers on this machine, and measures the same operations
on both in turn; then many tenants on one worker and on two, one giant tenant, and what it takes to isolate it. At the end
it plans for more tenants than fit one machine, from the sizes that it measured. "plan" does only that.
Tables of Markdown go to standard output, progress to standard error. Citus is found as npm run cluster finds it.

  --quick             see that it works: a tenth of the calls, few tenants and referrals
  --rounds <n>        rounds of each operation, in turn (${counts.rounds})
  --tenants <n>       tenants that write at the same time (${counts.tenants})
  --giant <n>         referrals of the giant tenant (${counts.giant})
${Object.entries(flags)
  .map(([flag, [name, text]]) => `  --${`${flag} <n>`.padEnd(20)}${text} (${defaults[name]})`)
  .join('\n')}
  --help              print this

The prices and the machines are assumptions, of no vendor.`

/**
 * Reads the arguments; null for `--help`.
 *
 * @throws UsageError
 */
export function readClusterOptions(args: readonly string[]): ClusterOptions | null {
  const { values, positionals } = parse(args)
  if (values.help === true) return null
  const [subject, ...others] = positionals
  if ((subject !== undefined && subject !== 'plan') || others.length > 0) {
    throw new UsageError(`${JSON.stringify(others[0] ?? subject)} is an unexpected argument`)
  }
  const given = (flag: string) => (typeof values[flag] === 'string' ? values[flag] : undefined)
  const assumed: Record<keyof Assumptions, number> = { ...defaults }
  for (const [flag, [name]] of Object.entries(flags))
    assumed[name] = positive(flag, given(flag), defaults[name])
  const isQuick = values.quick === true
  return {
    isPlanOnly: subject === 'plan',
    isQuick,
    rounds: whole('rounds', given('rounds'), isQuick ? 2 : counts.rounds),
    tenants: whole('tenants', given('tenants'), isQuick ? 6 : counts.tenants),
    giant: whole('giant', given('giant'), isQuick ? 2000 : counts.giant),
    assumed,
  }
}

function parse(args: readonly string[]) {
  const names = [...Object.keys(flags), ...Object.keys(counts)]
  const texts = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  try {
    const flag = { type: 'boolean' as const }
    const options = { ...texts, help: flag, quick: flag }
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    return { values: values as Readonly<Record<string, string | boolean | undefined>>, positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

function positive(flag: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text.replaceAll(/[_,]/g, ''))
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new UsageError(`--${flag} takes a number above 0, not "${text}"`)
}

function whole(flag: string, text: string | undefined, otherwise: number): number {
  const value = positive(flag, text, otherwise)
  if (Number.isSafeInteger(value) && value >= 2) return value
  throw new UsageError(`--${flag} takes a whole number from 2 on, not "${text}"`)
}

import { type Assumptions, assumptions } from '../growth/plan.ts'
import { flag, parseOptions, text, UsageError, whole } from '../options.ts'

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
${Object.values(assumptions)
  .map(({ flag: name, value, what }) => `  --${`${name} <n>`.padEnd(20)}${what} (${value})`)
  .join('\n')}
  --help              print this

The prices and the machines are assumptions, of no vendor.`

/** @throws UsageError */
export function readClusterOptions(args: readonly string[]): ClusterOptions {
  const names = [...Object.values(assumptions).map((it) => it.flag), ...Object.keys(counts)]
  const texts = Object.fromEntries(names.map((name) => [name, text]))
  const { values, positionals } = parseOptions(args, { ...texts, quick: flag }, true)
  const [subject, ...others] = positionals
  if ((subject !== undefined && subject !== 'plan') || others.length > 0) {
    throw new UsageError(`${JSON.stringify(others[0] ?? subject)} is an unexpected argument`)
  }
  const given: Readonly<Record<string, string | boolean | undefined>> = values
  const textOf = (name: string) => (typeof given[name] === 'string' ? given[name] : undefined)
  const assumed = Object.entries(assumptions).map(
    ([name, it]) => [name, positive(it.flag, textOf(it.flag), it.value)] as const,
  )
  const isQuick = given.quick === true
  return {
    isPlanOnly: subject === 'plan',
    isQuick,
    rounds: whole('rounds', textOf('rounds'), isQuick ? 2 : counts.rounds, 2),
    tenants: whole('tenants', textOf('tenants'), isQuick ? 6 : counts.tenants, 2),
    giant: whole('giant', textOf('giant'), isQuick ? 2000 : counts.giant, 2),
    // A value for each name.
    assumed: Object.fromEntries(assumed) as Assumptions,
  }
}

function positive(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise
  const value = Number(text.replaceAll(/[_,]/g, ''))
  if (text.trim() !== '' && Number.isFinite(value) && value > 0) return value
  throw new UsageError(`--${name} takes a number above 0, not "${text}"`)
}

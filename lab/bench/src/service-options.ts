import { flag, oneOf, parseOptions, text, UsageError, whole } from './options.ts'
import { type ScenarioName, scenarioNames } from './scenarios/scenario.ts'

/** The command-line options of the benchmark. */
export type Options = {
  readonly output: 'table' | 'json' | 'markdown'
  readonly referrals: number
  readonly rounds: number
  readonly seconds: number
  readonly scenarios: readonly ScenarioName[]
  /** How many tenants the load is spread over, after a run with one; null to measure by size instead. */
  readonly tenants: number | null
  /** Whether the programs have milestones, for which conversions count a referrer's friends. */
  readonly milestones: boolean
  readonly profile: ScenarioName | null
  /** Whether to measure the first 40 seconds of a new database instead. */
  readonly freshDatabase: boolean
  /** How many referrals to load for a profile; null for as few as the smallest size has. */
  readonly profileReferrals: number | null
}

export const serviceUsage = `Usage: npm run bench -- [options]

Measures one process of the service, started on an empty database of its own, and beside each figure the ceiling that
the same machine reaches without the service. Where PostgreSQL 15 is installed, the same is measured on it as well.
Progress goes to standard error.

  --json              print one array of results on standard output, and nothing else there
  --markdown          print the tables as the performance guide has them
  --referrals <n>     load so many referrals instead of 1000000; a tenth of them are one referrer's
  --quick             see that it works: 20000 referrals, and one short round of each
  --rounds <n>        rounds of each scenario and of its ceiling, in turn (3)
  --seconds <n>       how long a round lasts (4)
  --scenario <name>   measure this one alone; may be given again
  --tenants <n>       spread the load over so many tenants, and compare with one
  --milestones        give the programs milestones, for which conversions count friends
  --fresh-database    measure the first 40 seconds of a new database, in windows of 4 seconds
  --profile <name>    show where one scenario spends its time, in the service and in PostgreSQL; at 8000 referrals, or
                      as many as --referrals says
  --help              print this

npm run bench -- cluster measures a Citus cluster instead, and has options of its own: see npm run bench -- cluster --help.
npm run bench -- compare measures what evidence, fraud rules and milestones cost.
npm run bench -- imports measures imports of files: see npm run bench -- imports --help.
npm run bench -- year measures a year of bills at a local gateway: see npm run bench -- year --help.

Scenarios: ${scenarioNames.join(', ')}.`

/** @throws UsageError */
export function readServiceOptions(args: readonly string[]): Options {
  const { values } = parseOptions(args, {
    json: flag,
    markdown: flag,
    quick: flag,
    milestones: flag,
    'fresh-database': flag,
    referrals: text,
    rounds: text,
    seconds: text,
    tenants: text,
    profile: text,
    scenario: { ...text, multiple: true },
  })
  if (values.json === true && values.markdown === true)
    throw new UsageError('--json and --markdown exclude each other')
  const isQuick = values.quick === true
  const referrals = whole('referrals', values.referrals, null, 1000)
  return {
    output: values.json === true ? 'json' : values.markdown === true ? 'markdown' : 'table',
    referrals: referrals ?? (isQuick ? 20_000 : 1_000_000),
    rounds: whole('rounds', values.rounds, isQuick ? 1 : 3),
    seconds: whole('seconds', values.seconds, isQuick ? 1 : 4),
    scenarios: values.scenario?.map((it) => oneOf('scenario', it, scenarioNames)) ?? scenarioNames,
    tenants: whole('tenants', values.tenants, null, 2),
    milestones: values.milestones === true,
    freshDatabase: values['fresh-database'] === true,
    profile: values.profile === undefined ? null : oneOf('profile', values.profile, scenarioNames),
    profileReferrals: referrals,
  }
}

import { benchCluster } from './cluster/bench-cluster.ts'
import { clusterUsage } from './cluster/options.ts'
import { benchCompare, compareUsage } from './compare/bench-compare.ts'
import { benchCost, costUsage } from './cost/bench-cost.ts'
import { measureFreshDatabases } from './fresh/fresh-database.ts'
import { benchImports, importsUsage } from './imports/bench-imports.ts'
import { type Options, readOptions, UsageError, usage } from './options.ts'
import { plansText } from './plans/plan-text.ts'
import { stopEverything } from './processes/stop-later.ts'
import { profile } from './profile/profile.ts'
import { profileText } from './profile/profile-text.ts'
import { createProgress } from './progress.ts'
import { jsonReport } from './report/json.ts'
import { markdownReport } from './report/markdown.ts'
import { tableReport } from './report/table.ts'
import { run } from './run.ts'
import { allScenarios } from './scenarios/all-scenarios.ts'
import type { ScenarioName } from './scenarios/scenario.ts'
import { fullnessFor } from './states.ts'
import { benchYear, yearUsage } from './year/bench-year.ts'

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopEverything().then(() => process.exit(130)))
}

const args = process.argv.slice(2)
const [subject, ...rest] = args

try {
  if (subject === 'cluster') await benchCluster(rest)
  else if (subject === 'compare') await benchCompare(rest)
  else if (subject === 'cost') await benchCost(rest)
  else if (subject === 'imports') await benchImports(rest)
  else if (subject === 'year') await benchYear(rest)
  else await benchService(args)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  const usages: Readonly<Record<string, string>> = {
    cluster: clusterUsage,
    compare: compareUsage,
    cost: costUsage,
    imports: importsUsage,
    year: yearUsage,
  }
  console.error(`${error.message}\n\n${usages[subject ?? ''] ?? usage}`)
  process.exitCode = 1
}

async function benchService(given: readonly string[]): Promise<void> {
  const options = readOptions(given)
  if (options === null) console.log(usage)
  else if (options.freshDatabase) await showFreshDatabases()
  else if (options.profile === null) await measureAll(options)
  else await showProfile(options.profile, options)
}

async function measureAll(options: Options): Promise<void> {
  const outcome = await run(options, createProgress(console.error))
  const { results, plans } = outcome
  if (options.output === 'json') console.log(jsonReport(results))
  else if (options.output === 'markdown') console.log(markdownReport(outcome))
  else console.log(`${tableReport(outcome)}\n\n${plansText(plans)}`)
  const bad = plans.filter((it) => it.wholeReads.length > 0)
  if (bad.length === 0) return
  console.error(`These statements read a big table as a whole:\n\n${plansText(bad)}`)
  process.exitCode = 1
}

async function showFreshDatabases(): Promise<void> {
  for await (const text of measureFreshDatabases()) console.log(text)
}

async function showProfile(name: ScenarioName, options: Options): Promise<void> {
  const scenario = allScenarios.find((it) => it.name === name)
  if (scenario === undefined) throw new Error('scenario not found')
  console.log(
    profileText(await profile(scenario, fullnessFor(options.profileReferrals ?? 8000), options.seconds)),
  )
}

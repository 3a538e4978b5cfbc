import { wireRequest } from '@goodword/trials/laboratory/load/wire-request'
import { quantile } from '@goodword/trials/laboratory/report/quantiles'
import autocannon from 'autocannon'
import { benchCluster } from './cluster/bench-cluster.ts'
import { clusterUsage } from './cluster/options.ts'
import { benchCompare, compareUsage } from './compare/bench-compare.ts'
import { benchCost, costUsage } from './cost/bench-cost.ts'
import { fillReferrers } from './dataset/fill.ts'
import { readUsers } from './dataset/sample-users.ts'
import { makeTenants, openDataset, type Tenant } from './dataset/tenants.ts'
import { benchImports, importsUsage } from './imports/bench-imports.ts'
import { CALLERS } from './load/run-load.ts'
import { UsageError } from './options.ts'
import { plansText } from './plans/plan-text.ts'
import { onPostgresql15 } from './processes/own-databases.ts'
import { postmaster, processorTimeTogetherMs } from './processes/server-usage.ts'
import { type ServiceStart, startServiceProcess } from './processes/service-process.ts'
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
import { type Options, readServiceOptions, serviceUsage } from './service-options.ts'
import { fullnessFor } from './states.ts'
import { benchYear, yearUsage } from './year/bench-year.ts'

const windows = { count: 10, seconds: 4 }

/** Sends the first calls that a new service gets: attributions, identifications and conversions of one referrer's friends. */
async function measureFresh(start: ServiceStart): Promise<readonly Window[]> {
  const service = await startServiceProcess(start)
  const { dataset, close } = openDataset(service)
  try {
    const [tenant] = await makeTenants(service, 'fresh', 1)
    if (tenant === undefined) throw new Error('tenant could not be created')
    await fillReferrers(dataset.owner, tenant.id, { letter: 'r', from: 1, count: 1 })
    const [referrer] = await readUsers(dataset.owner, tenant.id, ['r1'])
    if (referrer === undefined) throw new Error('referrer not found after insert')
    const pid = await postmaster(dataset.owner)
    const databaseMs = () => processorTimeTogetherMs(pid)
    return await runLoadForWindows(service.url, newAccounts(tenant, referrer.code), databaseMs, windows)
  } finally {
    await close()
    await service.stop()
  }
}

const STEADY_AFTER_SECONDS = 30

/** The windows as a table, with the ratio of each rate to the rate after 30 seconds. */
function freshText(name: string, seconds: number, windows: readonly Window[]): string {
  const last = windows.slice(Math.ceil(STEADY_AFTER_SECONDS / seconds))
  const steady = last.reduce((sum, it) => sum + it.calls, 0) / last.length
  const lines = windows.map(({ calls, errors, p99Ms, databaseMs }, index) =>
    [
      `${index * seconds}–${(index + 1) * seconds} s`.padEnd(8),
      `${Math.round(calls / seconds)}/s`.padStart(8),
      (calls / steady).toFixed(2).padStart(6),
      `${errors} errors`.padStart(10),
      `p99 ${p99Ms.toFixed(1)} ms`.padStart(14),
      databaseMs === null ? '' : `  PostgreSQL ${databaseMs.toFixed(2)} ms of processor per call`,
    ].join(' '),
  )
  return [`${name}, a new database: calls/s, ratio to the rate after 30 s`, ...lines].join('\n')
}

/**
 * Makes what callers send: each in turn attributes a new account to the owner of the code, identifies its person,
 * converts it, and identifies a person of another new account.
 */
function newAccounts({ id, apiKey }: Tenant, code: string): () => () => string {
  const sync = (body: object) => wireRequest('POST', `/api/v1/${id}/accountsync`, { apiKey, body })
  let callers = 0
  return () => {
    callers += 1
    const caller = callers
    let sent = 0
    return () => {
      const friend = `f${caller}_${Math.floor(sent / 4)}`
      const step = sent % 4
      sent += 1
      if (step === 0) return sync({ id: friend, subscription: { status: 'TRIAL' }, referral: { code } })
      if (step === 2) return sync({ id: friend, subscription: { status: 'PAID' } })
      const name = step === 1 ? friend : `i${caller}_${sent}`
      return wireRequest('POST', `/api/v1/${id}/open/identify`, {
        body: { account_id: name, user_id: `${name}_user`, email: `${name}@example.com` },
      })
    }
  }
}

/** The answers within one window. */
type Window = {
  readonly calls: number
  readonly errors: number
  readonly p99Ms: number
  /** Processor time of the database per call; null if the system does not report it. */
  readonly databaseMs: number | null
}

type Windows = { readonly count: number; readonly seconds: number }

/**
 * Sends requests over 32 connections for so many windows; `requestsOf` makes what one connection sends next, which it
 * sends once the request before is answered.
 */
async function runLoadForWindows(
  url: string,
  requestsOf: () => () => string,
  readDatabaseMs: () => Promise<number | null>,
  { count, seconds }: Windows,
): Promise<readonly Window[]> {
  const seen = Array.from({ length: count }, () => ({ latencies: [] as number[], errors: 0 }))
  const startedAt = performance.now()
  const now = () => seen[Math.floor((performance.now() - startedAt) / 1000 / seconds)]
  const databaseMs = [readDatabaseMs()]
  const timer = setInterval(() => databaseMs.push(readDatabaseMs()), seconds * 1000)
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(
      {
        url,
        connections: CALLERS,
        duration: count * seconds,
        timeout: 30,
        setupClient(client) {
          Object.assign(client, { getRequestBuffer: requestsOf() })
        },
      },
      (error) => (error ? reject(error) : resolve()),
    )
    run.on('response', (_client, status, _bytes, tookMs) => {
      const window = now()
      window?.latencies.push(tookMs)
      if (window !== undefined && (status < 200 || status > 299)) window.errors += 1
    })
    run.on('reqError', () => {
      const window = now()
      if (window !== undefined) window.errors += 1
    })
  }).finally(() => clearInterval(timer))
  databaseMs.push(readDatabaseMs())
  const readings = await Promise.all(databaseMs)
  return seen.map(({ latencies, errors }, index) => {
    const sorted = latencies.sort((a, b) => a - b)
    const p99Ms = quantile(sorted, 0.99)
    const [from = null, to = null] = readings.slice(index, index + 2)
    const perCall = from === null || to === null ? null : (to - from) / sorted.length
    return { calls: sorted.length, errors, p99Ms, databaseMs: perCall }
  })
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void stopEverything().then(() => process.exit(130)))
}

type Command = { readonly usage: string; readonly run: (args: readonly string[]) => Promise<void> }

const commands: Readonly<Record<string, Command>> = {
  cluster: { usage: clusterUsage, run: benchCluster },
  compare: { usage: compareUsage, run: benchCompare },
  cost: { usage: costUsage, run: benchCost },
  imports: { usage: importsUsage, run: benchImports },
  year: { usage: yearUsage, run: benchYear },
}
const [subject = '', ...rest] = process.argv.slice(2)
const command = commands[subject]
const { usage, run: runCommand } = command ?? { usage: serviceUsage, run: benchService }
const args = command === undefined ? process.argv.slice(2) : rest

try {
  if (args.includes('--help')) console.log(usage)
  else await runCommand(args)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(`${error.message}\n\n${usage}`)
  process.exitCode = 1
}

async function benchService(given: readonly string[]): Promise<void> {
  const options = readServiceOptions(given)
  if (options.freshDatabase) await showFreshDatabases()
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

/** Measures the first 40 seconds on each PostgreSQL that is here. */
async function showFreshDatabases(): Promise<void> {
  const show = async (name: string, start: ServiceStart) =>
    console.log(freshText(name, windows.seconds, await measureFresh(start)))
  await show('the embedded PostgreSQL', {})
  await onPostgresql15((start) => show('PostgreSQL 15', start))
}

async function showProfile(name: ScenarioName, options: Options): Promise<void> {
  const scenario = allScenarios.find((it) => it.name === name)
  if (scenario === undefined) throw new Error('scenario not found')
  console.log(
    profileText(await profile(scenario, fullnessFor(options.profileReferrals ?? 8000), options.seconds)),
  )
}

import { makeEnvironment } from '@goodword/server/testing/program'
import { peakResidentMb } from '@goodword/testing/resident-memory'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSteadyLoad, type SteadyLoadResult, type Stream } from './laboratory/load/steady-load.ts'
import { wireRequest } from './laboratory/load/wire-request.ts'
import { createTenant, type RunningService, type Tenant } from './laboratory/processes/goodword.ts'
import { markdownTable } from './laboratory/report/markdown-table.ts'
import { quantile } from './laboratory/report/quantiles.ts'
import { servicesOfTests } from './neighbours/route-requests.ts'
import { trialSize } from './trial-size.ts'

const { env, drop } = await makeEnvironment()
let unlimited: RunningService
let limited: RunningService
let loud: Tenant
let calm: Tenant

beforeAll(async () => {
  unlimited = await startService(env)
  ;[limited, loud, calm] = await Promise.all([
    startService({ ...env, RATE_LIMITS: 'on', RATE_LIMIT_LIVE: '40' }),
    createTenant(env, 'loud'),
    createTenant(env, 'calm'),
  ])
})

afterAll(drop)
const startService = servicesOfTests()

const TIMEOUT_MS = 300_000
const RESIDENT_CEILING_MB = trialSize(512, 768)
/** More than one tenant may have under way, by far. */
const crowd = trialSize(1200, 4000)
const seconds = trialSize(2, 30)

test(
  'I19: under three times what it manages, the service turns requests away, serves the tenant that asks little, and recovers',
  async () => {
    const { port, pid } = unlimited
    const alone = { port, connections: 64, seconds: seconds / 2, perSecond: null, request: syncs(loud) }
    await runSteadyLoad(alone)
    const before = await untilServed(alone)
    const { flood, aside } = await untilRejected(unlimited, crowd, before.answers / alone.seconds)
    const after = await untilServed(alone)
    const residentMb = await peakResidentMb(pid)
    report({ before, flood, aside, after }, residentMb)

    for (const { withoutRetryAfter, broken } of [flood, aside]) {
      expect({ withoutRetryAfter, broken }).toEqual({ withoutRetryAfter: 0, broken: 0 })
    }
    expect(Object.keys(flood.byStatus).sort()).toEqual(['200', '503'])
    expect(aside.byStatus['200']).toBeGreaterThan(aside.answers * 0.9)
    expect(residentMb).toBeLessThan(RESIDENT_CEILING_MB)
  },
  TIMEOUT_MS,
)

test(
  'I19: a tenant that exceeds its rate gets 429 with Retry-After, and does not affect another',
  async () => {
    const { flood, aside } = await untilLimited()
    report({ flood, aside })
    expect(Object.keys(flood.byStatus).sort()).toEqual(['200', '429'])
    expect(flood).toMatchObject({ withoutRetryAfter: 0, broken: 0 })
    expect(Object.keys(aside.byStatus)).toEqual(['200'])
  },
  TIMEOUT_MS,
)

/** Nothing else is asked meanwhile: a machine that was held up, or a flood before it, may still turn some away at first. */
async function untilServed(stream: Stream): Promise<SteadyLoadResult> {
  for (;;) {
    const result = await runSteadyLoad(stream)
    const { byStatus, withoutRetryAfter, broken } = result
    expect({ withoutRetryAfter, broken }).toEqual({ withoutRetryAfter: 0, broken: 0 })
    if (Object.keys(byStatus).join() === '200') return result
  }
}

/** Again while load shedding answers too: a machine that is held up stalls the database, and every tenant gets a 503. */
async function untilLimited(): Promise<Record<'flood' | 'aside', SteadyLoadResult>> {
  for (;;) {
    const result = await untilRejected(limited, 32, null)
    if (![result.flood, result.aside].some(({ byStatus }) => '503' in byStatus)) return result
  }
}

/**
 * Sends three times the load that the service manages, or as much as the connections take, until it rejects a request; beside it
 * a tenant with little load. A flood of which it takes all measures anew what it manages: it was busy elsewhere, or held
 * up, when it was measured before, or the flood was.
 */
async function untilRejected(
  { port }: RunningService,
  connections: number,
  managed: number | null,
): Promise<Record<'flood' | 'aside', SteadyLoadResult>> {
  for (let most = managed; ; ) {
    const perSecond = most === null ? null : most * 3
    const [flood, aside] = await Promise.all([
      runSteadyLoad({ port, connections, perSecond, seconds, request: syncs(loud) }),
      runSteadyLoad({ port, connections: 4, perSecond: 20, seconds, request: syncs(calm) }),
    ])
    if (Object.keys(flood.byStatus).some((status) => status !== '200')) return { flood, aside }
    if (most !== null) most = Math.max(most, flood.answers / seconds)
  }
}

/** New accounts, one after the other. */
function syncs({ alias, apiKey }: Tenant): () => string {
  const path = `/api/v1/${alias}/accountsync`
  return () => wireRequest('POST', path, { apiKey, body: { id: crypto.randomUUID() } })
}

/** Prints the figures of the long form. */
function report(streams: Readonly<Record<string, SteadyLoadResult>>, residentMb?: number): void {
  if (!trialSize(false, true)) return
  const rows = Object.entries(streams).map(([name, it]) => [
    name,
    JSON.stringify(it.byStatus),
    `${it.unsent}`,
    quantile(it.latenciesMs, 0.5).toFixed(0),
    quantile(it.latenciesMs, 0.99).toFixed(0),
  ])
  console.log(markdownTable(['', 'answers', 'not sent', 'p50 ms', 'p99 ms'], rows))
  if (residentMb !== undefined) console.log(`At most ${residentMb} MB resident.`)
}

import { once } from 'node:events'
import { resolve } from 'node:path'
import { Worker } from 'node:worker_threads'
import { makeEnvironment } from '@goodword/server/testing/program'
import { afterAll, beforeAll } from 'vitest'
import { runSteadyLoad, type SteadyLoadResult } from '../laboratory/load/steady-load.ts'
import { wireRequest } from '../laboratory/load/wire-request.ts'
import { createBothModes, createTenant, type Tenant } from '../laboratory/processes/goodword.ts'
import { servicesOfTests } from '../laboratory/processes/services-of-tests.ts'
import { quantile } from '../laboratory/report/quantiles.ts'
import { trialSize } from '../trial-size.ts'
import type { Order } from './attacker.ts'
import { basicOf, keyOf, post } from './attacks.ts'

/** The p99 of a short form says nothing. */
export const isQuietMeasured = trialSize(false, true)
/** The most that a tenant may wait longer beside an attack than in the quiet before it. */
export const MAX_SLOWDOWN = 3
/** Below it a ratio says more of the machine than of the service. */
export const MIN_QUIET_P99_MS = 20
/** A test program may be filled a fifth as fast. */
const people = { live: trialSize(1000, 20_000), test: trialSize(1000, 4000) } as const

export type Neighbourhood = {
  readonly env: Readonly<Record<string, string>>
  readonly port: number
  /** A merchant who asks little. */
  readonly calm: Tenant
  /** A merchant with thousands of people, and the operator of what attacks. */
  readonly loud: Readonly<Record<'live' | 'test', Tenant>>
  /** What the merchant who asks little gets in so many seconds. */
  readonly neighbour: (seconds: number) => Promise<SteadyLoadResult>
  /** Attacks from a thread of its own; returns how many answers of each status it got. */
  readonly attack: (order: Omit<Order, 'attacked'>) => Promise<Readonly<Record<string, number>>>
}

/** A service with limits and two merchants, for the tests of a file. */
export async function startNeighbourhood(): Promise<() => Neighbourhood> {
  const { env, drop } = await makeEnvironment()
  afterAll(drop)
  const startService = servicesOfTests()
  let found: Neighbourhood | null = null
  beforeAll(async () => {
    const { port } = await startService({ ...env, RATE_LIMITS: 'on', ALLOW_LOCAL_TARGETS: 'on' })
    const [calm, loud] = await Promise.all([createTenant(env, 'calm'), createBothModes(env, 'loud')])
    await Promise.all((['live', 'test'] as const).map((mode) => fillProgram(port, loud[mode], people[mode])))
    found = {
      ...{ env, port, calm, loud },
      neighbour: (seconds) => neighbour(port, calm, seconds),
      attack: (order) => attack({ ...order, attacked: { port, ...loud } }),
    }
  }, 600_000)
  return () => {
    if (found === null) throw new Error('the service has not been started')
    return found
  }
}

async function attack(order: Order): Promise<Readonly<Record<string, number>>> {
  const attacker = new Worker(resolve(import.meta.dirname, 'attacker.ts'), { workerData: order })
  const [statuses] = await once(attacker, 'message')
  await attacker.terminate()
  return statuses
}

/** A tenant that asks little: it reports subscriptions, and reads what it reported. */
function neighbour(port: number, { alias, apiKey }: Tenant, seconds: number): Promise<SteadyLoadResult> {
  const key = keyOf({ alias, apiKey })
  return runSteadyLoad({
    ...{ port, connections: 8, perSecond: 40, seconds },
    request: (index) =>
      index % 2 === 0
        ? post(
            `/api/v1/${alias}/accountsync`,
            JSON.stringify({ id: `acct_${index}`, subscription: { status: 'TRIAL' } }),
            `${key}Content-Type: application/json\r\n`,
          )
        : `GET /api/v1/${alias}/users?limit=10 HTTP/1.1\r\nHost: a\r\n${key}\r\n`,
  })
}

/** People whose lists are long, each with a referral. */
async function fillProgram(port: number, tenant: Tenant, most: number): Promise<void> {
  const call = (path: string, body: unknown) =>
    wireRequest('POST', `/api/v1/${tenant.alias}${path}`, { apiKey: tenant.apiKey, body })
  await fetch(`http://127.0.0.1:${port}/api/v1/${tenant.alias}/user`, {
    method: 'POST',
    headers: { authorization: basicOf(tenant), 'content-type': 'application/json' },
    body: JSON.stringify({ accountId: 'sharer', id: 'sharer', referralCode: CODE }),
  })
  let filled = 0
  while (filled < most) {
    const { byStatus } = await runSteadyLoad({
      ...{ port, connections: 32, perSecond: null, seconds: 1 },
      request: (index) =>
        index % 2 === 0
          ? call('/user', { accountId: `acct_${filled}_${index}`, id: 'user', firstName: 'Maria' })
          : call('/accountsync', {
              id: `friend_${filled}_${index}`,
              referral: { code: CODE },
              subscription: { status: 'TRIAL' },
            }),
    })
    filled += byStatus['200'] ?? 0
  }
}

/** The code of a person with many friends. */
export const CODE = 'SHARED'

export function summary({ byStatus, broken, unsent, latenciesMs }: SteadyLoadResult) {
  return {
    ...{ byStatus, broken, unsent },
    p50: quantile(latenciesMs, 0.5),
    p99: quantile(latenciesMs, 0.99),
  }
}

import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { makeEnvironment } from '@goodword/server/testing/program'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runSteadyLoad, type SteadyLoadResult } from '../laboratory/load/steady-load.ts'
import { wireRequest } from '../laboratory/load/wire-request.ts'
import { createBothModes, createTenant, type Tenant } from '../laboratory/processes/goodword.ts'
import { servicesOfTests } from '../laboratory/processes/services-of-tests.ts'
import { median, quantile } from '../laboratory/report/quantiles.ts'
import { trialSize } from '../trial-size.ts'
import type { Order } from './attacker.ts'
import { attacks, keyOf, limitedAttacks, post } from './attacks.ts'

const { env, drop } = await makeEnvironment()
const seconds = trialSize(1, 8)
/** Its p99 is compared in the long form only. */
const isQuietMeasured = trialSize(false, true)
/**
 * Quiet and attack in turn, and the medians are compared: another program on the machine slows neither of them down in most
 * of the rounds.
 */
const rounds = trialSize(1, 3)
/** The rest in which what an attack has begun comes to its end. */
const REST_MS = trialSize(0, 3000)
/** The most that a tenant may wait longer beside an attack than in the quiet before it. */
const MAX_SLOWDOWN = 3
/** Below it a ratio says more of the machine than of the service. */
const LEAST_QUIET_P99_MS = 20
/** A test program may be filled a fifth as fast. */
const people = { live: trialSize(1000, 20_000), test: trialSize(1000, 4000) } as const

let port = 0
let calm: Tenant
let loud: Readonly<Record<'live' | 'test', Tenant>>

beforeAll(async () => {
  const settings = { RATE_LIMITS: 'on', ALLOW_LOCAL_TARGETS: 'on' }
  port = (await startService({ ...env, ...settings })).port
  ;[calm, loud] = await Promise.all([createTenant(env, 'calm'), createBothModes(env, 'loud')])
  await fill()
}, 600_000)

afterAll(drop)
const startService = servicesOfTests()

test.each(Object.keys(attacks))(
  'I32: %s of a merchant or of a stranger keep no other tenant from being served',
  async (name) => {
    const quiets: number[] = []
    const attackeds: number[] = []
    while (attackeds.length < rounds) {
      const quietBefore = isQuietMeasured ? await neighbour() : null
      const [beside, statuses] = await Promise.all([neighbour(), attack(name)])
      await pause(REST_MS)
      const quiet = quietBefore ?? ('503' in beside.byStatus ? await neighbour() : null)
      // A machine that is held up stalls the database, and every tenant gets a 503: that says nothing.
      if (quiet !== null && '503' in quiet.byStatus) continue
      if (isQuietMeasured) {
        console.log(name, JSON.stringify([quiet, beside].map((it) => it && summary(it))), statuses)
      }
      expect(statuses).not.toHaveProperty('500')
      if (limitedAttacks.includes(name)) expect(statuses['429']).toBeGreaterThan(0)
      expect(beside.broken).toBe(0)
      expect(Object.keys(beside.byStatus)).toEqual(['200'])
      if (quiet !== null) quiets.push(quantile(quiet.latenciesMs, 0.99))
      attackeds.push(quantile(beside.latenciesMs, 0.99))
    }
    if (!isQuietMeasured) return
    const [quiet, attacked] = [median(quiets), median(attackeds)]
    console.log(`${name}: p99 ${quiet.toFixed(1)} ms in the quiet, ${attacked.toFixed(1)} ms beside it`)
    expect(attacked).toBeLessThan(MAX_SLOWDOWN * Math.max(LEAST_QUIET_P99_MS, quiet))
  },
  600_000,
)

/** Attacks from a thread of its own; returns the statuses that it got. */
async function attack(name: string): Promise<Readonly<Record<string, number>>> {
  const order: Order = { name, attacked: { port, ...loud }, seconds }
  const attacker = new Worker(resolve(import.meta.dirname, 'attacker.ts'), { workerData: order })
  const [statuses] = await once(attacker, 'message')
  await attacker.terminate()
  return statuses
}

/** A tenant that asks little: it reports subscriptions, and reads what it reported. */
function neighbour(): Promise<SteadyLoadResult> {
  return runSteadyLoad({
    ...{ port, connections: 8, perSecond: 40, seconds },
    request: (index) =>
      index % 2 === 0
        ? post(
            `/api/v1/${calm.alias}/accountsync`,
            JSON.stringify({ id: `acct_${index}`, subscription: { status: 'TRIAL' } }),
            `${keyOf(calm)}Content-Type: application/json\r\n`,
          )
        : `GET /api/v1/${calm.alias}/users?limit=10 HTTP/1.1\r\nHost: a\r\n${keyOf(calm)}\r\n`,
  })
}

/** People whose lists are long. */
async function fill(): Promise<void> {
  await Promise.all((['live', 'test'] as const).map((mode) => fillProgram(loud[mode], people[mode])))
}

async function fillProgram(tenant: Tenant, most: number): Promise<void> {
  let filled = 0
  while (filled < most) {
    const { byStatus } = await runSteadyLoad({
      ...{ port, connections: 32, perSecond: null, seconds: 1 },
      request: (index) =>
        wireRequest('POST', `/api/v1/${tenant.alias}/user`, {
          apiKey: tenant.apiKey,
          body: { accountId: `acct_${filled}_${index}`, id: 'user' },
        }),
    })
    filled += byStatus['200'] ?? 0
  }
}

function summary(result: SteadyLoadResult) {
  const { byStatus, broken, unsent } = result
  return {
    byStatus,
    broken,
    unsent,
    p50: quantile(result.latenciesMs, 0.5),
    p99: quantile(result.latenciesMs, 0.99),
  }
}

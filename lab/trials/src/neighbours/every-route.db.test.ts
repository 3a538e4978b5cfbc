import { expect, test } from 'vitest'
import { quantile } from '../laboratory/report/quantiles.ts'
import { trialSize } from '../trial-size.ts'
import {
  isQuietMeasured,
  MAX_SLOWDOWN,
  MIN_QUIET_P99_MS,
  type RouteRequest,
  routeRequests,
  startNeighbourhood,
  summary,
} from './route-requests.ts'

const CONNECTIONS = 16
const connectionsOfWorst = [1, 8, 16] as const
/** Each route is tried for a short time, and those beside which others waited longest for a long one. */
const seconds = trialSize(0.1, 1)
const SECONDS_OF_WORST = 8
const WORST = 8
/** The short form tries one route of so many. */
const every = trialSize(20, 1)

const found = await startNeighbourhood()

test('I32: no route, called as often as connections can, keeps another tenant from being served', async () => {
  const { neighbour, attack } = found()
  const all = (await routeRequests(found())).filter((_, index) => index % every === 0)
  const quiets: number[] = []
  const tried: { readonly it: RouteRequest; readonly p99: number }[] = []
  for (const [index, it] of all.entries()) {
    if (index % 20 === 0) quiets.push(quantile((await neighbour(seconds)).latenciesMs, 0.99))
    // The first call of some routes loads what they need, once in the life of a process.
    await attack({ way: { requests: [it.text], connections: 1 }, seconds: 0.1 })
    const { beside, statuses } = await tryRoute(it, CONNECTIONS, seconds)
    tried.push({ it, p99: quantile(beside.latenciesMs, 0.99) })
    if (isQuietMeasured) console.log(it.name, JSON.stringify(summary(beside)), JSON.stringify(statuses))
  }
  if (!isQuietMeasured) return

  const worst = tried.toSorted((one, other) => other.p99 - one.p99).slice(0, WORST)
  const tooSlow: string[] = []
  for (const { it } of worst) {
    for (const connections of connectionsOfWorst) {
      const quiet = quantile((await neighbour(SECONDS_OF_WORST)).latenciesMs, 0.99)
      const { beside } = await tryRoute(it, connections, SECONDS_OF_WORST)
      const p99 = quantile(beside.latenciesMs, 0.99)
      const line = `${it.name}, ${connections} connections: p99 ${quiet.toFixed(1)} ms in the quiet, ${p99.toFixed(1)} ms beside it`
      console.log(line)
      if (p99 > MAX_SLOWDOWN * Math.max(MIN_QUIET_P99_MS, quiet)) tooSlow.push(line)
    }
  }
  console.log(`quiet p99 over ${quiets.length} looks: ${quiets.map((it) => it.toFixed(1)).join(', ')}`)
  expect(tooSlow).toEqual([])

  async function tryRoute({ text, name }: RouteRequest, connections: number, forSeconds: number) {
    const way = { requests: [text], connections }
    const [beside, statuses] = await Promise.all([
      neighbour(forSeconds),
      attack({ way, seconds: forSeconds }),
    ])
    expect([name, statuses]).not.toEqual([name, expect.objectContaining({ 500: expect.anything() })])
    expect([name, beside.broken, Object.keys(beside.byStatus)]).toEqual([name, 0, ['200']])
    return { beside, statuses }
  }
}, 3_600_000)

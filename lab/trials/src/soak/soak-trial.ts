import { rm } from 'node:fs/promises'
import { makeDataFolder } from '@goodword/server/testing/database/data-folder'
import { watchMemory } from '@goodword/testing/resident-memory'
import { runSteadyLoad, type SteadyLoadResult } from '../laboratory/load/steady-load.ts'
import { wireRequest } from '../laboratory/load/wire-request.ts'
import {
  createTenant,
  startGoodword,
  type Tenant,
  trialEnvironment,
  untilListening,
} from '../laboratory/processes/goodword.ts'
import { markdownTable } from '../laboratory/report/markdown-table.ts'
import { median, quantile } from '../laboratory/report/quantiles.ts'

/** How long the service is measured, for how long it then works at half of that, and how often its memory is looked at. */
type SoakSizes = {
  readonly measureSeconds: number
  readonly seconds: number
  readonly lookEverySeconds: number
}

export type SoakReport = {
  readonly perSecondAtMost: number
  readonly perSecond: number
  readonly soaked: SteadyLoadResult
  /** One look after the other. */
  readonly residentMb: readonly number[]
}

const CONNECTIONS = 32

/** Runs the service on a database of its own at half of its greatest load here, for a long time. */
export async function soak(
  { measureSeconds, seconds, lookEverySeconds }: SoakSizes,
  print: (line: string) => void,
): Promise<SoakReport> {
  const { folder, remove } = await makeDataFolder('goodword-trial-')
  const env = { ...trialEnvironment, DATA_DIR: folder, PORT: '0' }
  const program = startGoodword({ env })
  let location = folder
  try {
    const { pid, port } = await untilListening(program)
    // A start as root keeps the database elsewhere.
    const [, dataDirectory = folder] = await program.waitForOutput(/"dataDirectory":"([^"]+)"/)
    location = dataDirectory
    const requests = everydayRequests(await createTenant(env, 'soak'))
    let sent = 0
    const stream = {
      port,
      connections: CONNECTIONS,
      request: () => requests(sent++),
    }
    const measured = await runSteadyLoad({ ...stream, perSecond: null, seconds: measureSeconds })
    expectSuccesses(measured)
    const perSecondAtMost = measured.answers / measureSeconds
    const perSecond = Math.floor(perSecondAtMost / 2)
    print(`It manages ${Math.round(perSecondAtMost)} requests a second; ${seconds} s at ${perSecond}.`)
    const looks = watchMemory(pid, lookEverySeconds * 1000, eachMinute(print))
    const soaked = await runSteadyLoad({ ...stream, perSecond, seconds })
    return { perSecondAtMost, perSecond, soaked, residentMb: (await looks()).map(Math.round) }
  } finally {
    await program.endBy('SIGTERM')
    await remove()
    await rm(location, { recursive: true, force: true, maxRetries: 50 })
  }
}

/** The report as a table. */
export function tableOf({ perSecondAtMost, perSecond, soaked, residentMb: looks }: SoakReport): string {
  const { warm, end } = warmAndEnd(looks)
  const rows = [
    ['managed at most', `${Math.round(perSecondAtMost)}/s`],
    ['asked', `${perSecond}/s`],
    ['answers', JSON.stringify(soaked.byStatus)],
    [
      'p50, p99',
      `${quantile(soaked.latenciesMs, 0.5).toFixed(1)} ms, ${quantile(soaked.latenciesMs, 0.99).toFixed(1)} ms`,
    ],
    ['resident when warm, at the end', `${warm} MB, ${end} MB`],
  ]
  return markdownTable(['soak', ''], rows)
}

function expectSuccesses({ byStatus, broken }: SteadyLoadResult): void {
  const others = Object.keys(byStatus).filter((status) => status !== '200')
  if (others.length === 0 && broken === 0) return
  throw new Error(`the service answered ${JSON.stringify(byStatus)} and broke ${broken} connections`)
}

/** Prints the memory that was seen when another minute has passed. */
function eachMinute(print: (line: string) => void): (megabytes: number) => void {
  const startedAt = performance.now()
  let minutes = 0
  return (megabytes) => {
    const passed = Math.floor((performance.now() - startedAt) / 60_000)
    if (passed === minutes) return
    minutes = passed
    print(`${minutes} min: ${Math.round(megabytes)} MB resident`)
  }
}

/** How much of a run is warm-up, and how much of it at its beginning and end is compared. */
const PART = 1 / 4
const GROWTH = 1.1

/**
 * Whether a process that was watched at even distances stopped to grow once it was warm: in the last quarter of the run it
 * has about what it had in the second. Medians, because a collection of garbage may come at any moment; and some room for
 * what a heap takes without need.
 */
export function isFlat(residentMb: readonly number[], toleranceMb: number): boolean {
  const { warm, end } = warmAndEnd(residentMb)
  return end <= warm * GROWTH + toleranceMb
}

/** The medians that are compared. */
function warmAndEnd(residentMb: readonly number[]): { readonly warm: number; readonly end: number } {
  const size = Math.floor(residentMb.length * PART)
  if (size === 0) throw new Error('at least four samples are needed')
  return { warm: median(residentMb.slice(size, 2 * size)), end: median(residentMb.slice(-size)) }
}

/** How far behind its attribution the conversion of an account comes, in turns. */
const LAG = 200
const REFERRERS = 50

/** The everyday requests of a shop, as texts: friends come, return, look at their rewards and pay. Every request succeeds. */
function everydayRequests({ alias, apiKey }: Tenant): (index: number) => string {
  const requestText = (method: 'GET' | 'POST', path: string, body?: unknown): string =>
    wireRequest(method, `/api/v1/${alias}${path}`, { ...(path.startsWith('/open/') ? {} : { apiKey }), body })
  const kinds: readonly ((turn: number) => string)[] = [
    (turn) => requestText('POST', '/user', { accountId: `friend_${turn}`, id: 'user' }),
    (turn) => requestText('POST', '/accountsync', { id: `friend_${turn}`, referral: { code: codeOf(turn) } }),
    (turn) => requestText('GET', `/code/${codeOf(turn)}`),
    (turn) => requestText('POST', '/open/identify', { account_id: `friend_${turn}`, user_id: 'user' }),
    (turn) =>
      requestText('POST', '/open/identify', { account_id: `friend_${before(turn)}`, user_id: 'user' }),
    (turn) => requestText('GET', `/account/shop_${turn % REFERRERS}/reward`),
    (turn) =>
      requestText('POST', '/accountsync', { id: `friend_${before(turn)}`, subscription: { status: 'PAID' } }),
  ]
  return (index) => {
    const turn = Math.floor(index / kinds.length) - REFERRERS
    // The first turns make the referrers known.
    if (turn < 0) {
      const number = turn + REFERRERS
      return requestText('POST', '/user', {
        accountId: `shop_${number}`,
        id: 'user',
        referralCode: codeOf(number),
      })
    }
    return (kinds[index % kinds.length] ?? kinds[0])?.(turn) ?? ''
  }
}

const codeOf = (turn: number): string => `SHOP-${turn % REFERRERS}`
const before = (turn: number): number => Math.max(0, turn - LAG)

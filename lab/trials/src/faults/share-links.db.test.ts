import { get, type IncomingHttpHeaders } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDatabase, type TrialDatabase } from '../crash/goodword-targets.ts'
import { trialSize } from '../trial-size.ts'
import { type BehindProxy, startBehindProxy } from './behind-proxy.ts'
import type { Fault } from './fault-proxy.ts'
import { addReferrer } from './send-request.ts'

const LANDING_PAGE = 'https://shop.example.com/welcome'
const CLICKS = trialSize(20, 200)
const TIMEOUT_MS = 30_000
const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0' }

let database: TrialDatabase
let service: BehindProxy
let link: string

beforeAll(async () => {
  database = await startDatabase()
  service = await startBehindProxy(database.address, 'linked')
  const { url, tenant } = service
  link = `${url}/r/${tenant.alias}/${await addReferrer(url, tenant)}`
})

afterAll(async () => {
  await service.stop()
  await database.stop()
})

const faults: readonly [string, Fault][] = [
  ['is gone', { kind: 'down' }],
  ['swallows everything', { kind: 'blackhole' }],
  ...trialSize<readonly [string, Fault][]>(
    [],
    [
      ['resets every connection', { kind: 'reset' }],
      ['answers two seconds late', { kind: 'late', byMs: 2000 }],
    ],
  ),
]

test.each(faults)(
  'I27: while the database %s, links that were followed lately lead on, and each lost click is counted',
  async (_, fault) => {
    await untilRecorded()
    const before = await figure('lost')
    await service.proxy.set(fault)
    const clicks = await Promise.all(Array.from({ length: CLICKS }, () => follow(link)))
    const lost = (await figure('lost')) - before
    await service.proxy.set({ kind: 'none' })

    for (const it of clicks) expect(it).toMatchObject({ status: 302 })
    expect(clicks.every(({ headers }) => headers.location?.startsWith(`${LANDING_PAGE}?refCode=`))).toBe(true)
    expect(lost).toBe(CLICKS)
    await untilRecorded()
  },
)

/** Follows a link as a browser does: the headers of `fetch` would show that it is no navigation. */
function follow(address: string): Promise<{ status: number | undefined; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    get(address, { headers: browser, signal }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers }))
    }).on('error', reject)
  })
}

/** Follows the link until a click is recorded: it is remembered from then on. */
async function untilRecorded(): Promise<void> {
  const before = await figure('recorded')
  do await follow(link)
  while ((await figure('recorded')) === before)
}

async function figure(kind: 'recorded' | 'lost'): Promise<number> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const lines = text.matchAll(new RegExp(`^goodword_clicks_${kind}_total\\S* (\\d+)$`, 'gm'))
  return [...lines].reduce((sum, [, count]) => sum + Number(count), 0)
}

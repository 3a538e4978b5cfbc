import { type Database, openDatabase } from '@goodword/server/engine/driver/database'
import { findRunningDatabase } from '@goodword/server/engine/embedded-database/start'
import { fillReferrals } from '@goodword/server/testing/database/many-referrals'
import { tablesOf, tidyUp } from '@goodword/server/testing/database/tidy-up'
import { buildPortalIfStale } from '@goodword/testing/build-portal'
import type { Browser } from 'playwright-core'
import { startBrowser } from '../testing/start-browser.ts'
import { addressOf, isLoaded } from './page-state.ts'
import { type RunningPortal, startPortal } from './running-portal.ts'

/**
 * Fills every list of a tenant by SQL alone: friends with their referrals, which all wait for a decision, rewards, deliveries
 * of a webhook, notifications and entries of the audit log. Needs the owner's database.
 */
async function fillLists(owner: Database, alias: string, rows: number, webhook: string): Promise<void> {
  await fillReferrals(owner, alias as Parameters<typeof fillReferrals>[1], rows)
  const [pending, ...others] = fillings
  await owner.query({ name: '', text: pending ?? '' }, [alias])
  for (const text of others) {
    const values = text.includes('$3') ? [alias, rows, webhook] : [alias, rows]
    await owner.query({ name: '', text }, values)
  }
  await tidyUp(owner, ['referral', ...tablesOf(others)])
}

/** A uuid of version 7 of a moment some seconds after another. */
const key = (kind: string) => {
  const hash = `md5('${kind} ' || i)`
  return `(lpad(to_hex((extract(epoch from ${at}) * 1000)::int8), 12, '0') || '7' || left(${hash}, 3) || '8' || substr(${hash}, 4, 15))::uuid`
}
const at = `(now() - interval '2 days' + i * interval '1 second')`
const numbers = 'generate_series(1, $2::int) as i'

const fillings = [
  `update referral set referrer_moderation = 'PENDING' where tenant_id = $1`,
  `insert into webhook_delivery (tenant_id, id, receiver_id, event_id, type, state, attempts, created_at)
   select $1, ${key('delivery')}, $3::uuid, ${key('event')}, 'referral.converted', 'SUCCEEDED', 1, ${at} from ${numbers}`,
  `insert into processor_notification (tenant_id, id, connection_id, payload_hash, kind, sent_at, received_at, processed_at,
     outcome)
   select $1, ${key('notification')}, ${key('connection')}, decode(md5('payload ' || i), 'hex'),
     'subscription_charged_successfully', ${at}, ${at}, ${at}, 'CUSTOMER_FOUND'
   from ${numbers}`,
  `insert into audit_entry (tenant_id, id, actor, action, details, created_at)
   select $1, ${key('entry')}, 'key ****0000', 'updateWebhook', '{}', ${at} from ${numbers}`,
]

/** Each list: the page, its path of the API, and the text of its rows. */
const lists = [
  ['users', '/users?limit=25'],
  ['referrals', '/referrals?limit=25'],
  ['rewards', '/rewards?limit=25'],
  ['review', '/referrals?limit=25&moderationStatus=PENDING&order=OLDEST'],
  ['webhooks/{webhook}', '/webhooks/{webhook}/deliveries?limit=25'],
  ['install?tab=notifications', '/notifications?limit=25'],
  ['settings?tab=security', '/audit?limit=25'],
] as const

const ROWS = 100_000
const CALLS = 20
const LOADS = 3
const FIRST_LOADS = 5

/**
 * `npm run portal:speed`: how long the first page takes in a browser without a cache, and how lists with 100,000 rows
 * compare with short ones, in one run on this machine.
 */
await buildPortalIfStale()
const portal = await startPortal()
const browser = await startBrowser()
try {
  await printFirstPage(portal, browser)
  const webhooks = Object((await portal.tenant.requestOk('GET', '/webhooks')).webhooks)
  const webhook = String(webhooks[0].id)
  const few = await timesOf(portal, browser, webhook)
  await fill(portal, webhook)
  const many = await timesOf(portal, browser, webhook)
  console.log(`\nmedians in ms: sample data, ${ROWS.toLocaleString('en')} rows, ratio`)
  for (const [index, [page]] of lists.entries()) {
    const [one, other] = [few[index], many[index]]
    if (one === undefined || other === undefined) throw new Error('list not measured')
    console.log(
      `${page.padEnd(28)} API ${compared(one.apiMs, other.apiMs)}   page ${compared(one.pageMs, other.pageMs)}`,
    )
  }
} finally {
  await browser.close()
  await portal.stop()
}

/** Measures from the navigation to the figures of the home page, with an empty cache each time. */
async function printFirstPage({ url, alias, signedIn }: RunningPortal, inBrowser: Browser): Promise<void> {
  const times: number[] = []
  let waterfall: readonly string[] = []
  for (let load = 0; load < FIRST_LOADS; load += 1) {
    const context = await signedIn(inBrowser)
    const page = await context.newPage()
    const start = performance.now()
    await page.goto(addressOf({ url, alias }, 'home'), { waitUntil: 'commit' })
    await page.getByRole('list', { name: 'From click to customer' }).waitFor()
    times.push(performance.now() - start)
    waterfall = await page.evaluate(() =>
      performance.getEntriesByType('resource').map((it) => {
        const { name, startTime, duration } = it
        return `${startTime.toFixed(0).padStart(6)} +${duration.toFixed(0).padStart(4)} ms  ${new URL(name).pathname}`
      }),
    )
    await context.close()
  }
  console.log(`first page usable: ${times.map((it) => it.toFixed(0)).join(', ')} ms`)
  console.log(waterfall.join('\n'))
}

async function fill({ env, alias }: RunningPortal, webhook: string): Promise<void> {
  const address = await findRunningDatabase({ dataDir: env.DATA_DIR ?? '' })
  if (address === undefined) throw new Error('database of the service not found')
  const owner = openDatabase(address, 'owner', 1)
  try {
    await fillLists(owner, alias, ROWS, webhook)
  } finally {
    await owner.close()
  }
}

async function timesOf({ url, alias, tenant, signedIn }: RunningPortal, inBrowser: Browser, webhook: string) {
  const context = await signedIn(inBrowser)
  const page = await context.newPage()
  const found: { readonly apiMs: number; readonly pageMs: number }[] = []
  for (const [path, api] of lists) {
    const calls: number[] = []
    for (let call = 0; call < CALLS; call += 1) {
      const start = performance.now()
      await tenant.requestOk('GET', api.replace('{webhook}', webhook))
      calls.push(performance.now() - start)
    }
    const loads: number[] = []
    for (let load = 0; load < LOADS; load += 1) {
      const start = performance.now()
      await page.goto(addressOf({ url, alias }, path.replace('{webhook}', webhook)), { waitUntil: 'commit' })
      await isLoaded(page)
      loads.push(performance.now() - start)
    }
    found.push({ apiMs: medianOf(calls), pageMs: medianOf(loads) })
  }
  await context.close()
  return found
}

function compared(one: number, other: number): string {
  return `${one.toFixed(1).padStart(7)} ${other.toFixed(1).padStart(7)} ${(other / one).toFixed(2).padStart(5)}`
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0
}

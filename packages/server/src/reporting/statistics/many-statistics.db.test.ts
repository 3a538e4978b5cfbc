import type { TenantId } from '@goodword/domain/values/ids'
import { afterAll, expect, test } from 'vitest'
import { openDatabase } from '../../engine/driver/database.ts'
import { countReads } from '../../testing/database/counted-reads.ts'
import { tidyUp } from '../../testing/database/tidy-up.ts'
import { NO_TIMEOUTS } from '../../testing/endless.ts'
import { fillHistory, fillReferrers } from '../../testing/statistics/fill-history.ts'
import { testContext } from '../../testing/test-context.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, START } from '../../testing/test-tenant.ts'
import { countStatistics } from './counting/count-statistics.ts'
import { listReferrers } from './list-referrers.ts'
import { readStatistics } from './read-statistics.ts'

/** The number that npm test has time for; the long tests ask for a million, with ten clicks for each. */
const REFERRALS = Number(process.env.GOODWORD_TEST_REFERRALS ?? 2000)
const SHORT_DAYS = 100
const LONG_DAYS = 400
const PER_DAY = Math.ceil(REFERRALS / LONG_DAYS)
const LIMIT_MS = 120_000 + REFERRALS * 10
const DAY_MS = 86_400_000

const db = await createTestDatabase()
const { owner } = db
const single = openDatabase(db.serviceAddress, 'service', 1, NO_TIMEOUTS)
afterAll(() => single.close())
/** Midnight, UTC: every day of a history is a whole one. */
const end = Math.floor(START / DAY_MS) * DAY_MS
const ctx = testContext(single, { now: () => end - 1 })
const history = {
  newest: 1,
  referralsPerDay: PER_DAY,
  clicksPerDay: 10 * PER_DAY,
  referrers: Math.max(10, PER_DAY * 40),
}
const { signal } = new AbortController()

/** A tenant with a history of so many days, all of it counted. */
async function tenantOf(days: number): Promise<TenantId> {
  const { id } = await makeTestTenant(db, `days_${days}`)
  const since = new Date(end - (days + 1) * DAY_MS)
  await owner.query({ name: '', text: 'select app.open_click_months($1)' }, [since])
  await fillReferrers(owner, id, history.referrers)
  await fillHistory(owner, id, end, { ...history, oldest: days })
  await countStatistics(ctx, id, signal, async () => end)
  await tidyUp(owner)
  return id
}

/** The last 30 days, unless `from` says something else. */
function read(id: TenantId, from: string | null = null) {
  return readStatistics(ctx, id, { from, to: null, interval: 'DAY', hasPrevious: true })
}

function referrers(id: TenantId, from: string | null) {
  const page = { limit: 10, cursor: null, countAll: false }
  return listReferrers(ctx, id, { from, to: null, rank: 'CONVERTED' }, page)
}

async function pagesOf(id: TenantId): Promise<Record<string, number>> {
  const pages: Record<string, number> = {}
  for (const [name, work] of Object.entries({
    'figures of the last day': () => read(id, `${end - 1}`),
    'figures of the last 30 days': () => read(id),
    'referrers of the last 30 days': () => referrers(id, null),
    'referrers of all time': () => referrers(id, '2000-01-01'),
  })) {
    // The first time reads the catalog as well.
    await work()
    pages[name] = (await countReads(owner, single, work)).pages
  }
  return pages
}

test(
  `figures of ${REFERRALS} referrals and ten times as many clicks cost what they cost for a quarter of them`,
  async () => {
    const short = await tenantOf(SHORT_DAYS)
    const before = await pagesOf(short)
    const long = await tenantOf(LONG_DAYS)
    const after = await pagesOf(long)
    for (const [name, pages] of Object.entries(after)) {
      // The trees of indexes may grow by a level.
      expect(pages, name).toBeLessThanOrEqual(Math.ceil((before[name] ?? 0) * 1.3) + 40)
    }
    const { funnel, channels, media, rewards, money } = await read(long)
    expect(channels).toContainEqual(expect.objectContaining({ channel: 'CODE', attributed: 30 * PER_DAY }))
    expect(await read(short)).toMatchObject({ funnel, channels, media, rewards, money })
    expect(funnel.clicks).toBe(300 * PER_DAY)
  },
  LIMIT_MS,
)

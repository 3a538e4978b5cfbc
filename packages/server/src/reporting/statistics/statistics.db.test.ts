import type { UserKey } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { recordClick } from '../../referring/clicks/record-click.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { clockReaches, openClick } from '../../testing/statistics/open-click.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { START } from '../../testing/test-tenant.ts'
import { listReferrers } from './list-referrers.ts'
import { loadCommittedUntil } from './rows/raw-clicks.ts'

const service = await startTestService()
const { ctx, live, test: testKeys } = service
const story = new StatisticsStory(service)
const acme = story.merchant

const DAY_MS = 86_400_000
/** A busy machine loses no click. */
const PATIENCE_MS = 60_000

describe('clicks', () => {
  test('clicks count at once, and count the same once a job has counted them', async () => {
    const { key } = await story.referrer()
    const before = (await story.read()).funnel
    await story.click(live.alias, key, 9)
    const expected = { clicks: before.clicks + 9, visitors: before.visitors + 9 }
    expect((await story.read()).funnel).toMatchObject(expected)
    await story.settle()
    expect((await story.read()).funnel).toMatchObject(expected)
    const [row] = await story.query<{ counted: number }>(
      `select sum(amount)::int8 as counted from app.statistic_count where tenant_id = $1 and metric = 'CLICKS' and period = 'DAY'`,
      [live.alias],
    )
    expect(row?.counted).toBe(expected.clicks)
  })

  test('everybody whose link was followed is listed, those with the most clicks first, with and without friends', async () => {
    const few = await story.referrer()
    const many = await story.referrer()
    await story.referrer()
    await story.click(live.alias, few.key, 2000)
    await story.click(live.alias, many.key, 3000)
    await story.settle()
    const asked = { from: '2000-01-01', to: null, rank: 'CLICKS' } as const
    for (const range of [asked, { ...asked, from: null }]) {
      const page = { limit: 2, cursor: null, countAll: true }
      const first = await listReferrers(ctx, live.alias, range, page)
      expect(first.rows.map((it) => [it.accountId, it.clicks, it.attributed])).toEqual([
        [many.account, 3000, 0],
        [few.account, 2000, 0],
      ])
      const all = await listReferrers(ctx, live.alias, range, { ...page, limit: 1000 })
      expect(all.rows.every((it) => it.clicks > 0)).toBe(true)
      expect(all.rows).toHaveLength(Number(first.total))
    }
  })

  test('clicks of a transaction that is still open hold back what is counted, with the distance before it', async () => {
    const { key } = await story.referrer()
    const committedUntil = () => ctx.readTenant(live.alias, loadCommittedUntil)
    const late = await openClick(ctx.db, live.alias, key)
    try {
      await clockReaches(service.owner, late.stored + 1)
      expect(await committedUntil()).toBeLessThanOrEqual(late.stored - 15_000)
    } finally {
      await late.rollback()
    }
    await expect.poll(committedUntil).toBeGreaterThan(late.stored - 15_000)
  })

  test('clicks of one millisecond are counted together, however many there are', async () => {
    const { key } = await story.referrer()
    const before = (await story.read()).funnel.clicks
    await story.click(live.alias, key, 4500)
    await story.settle()
    expect((await story.read()).funnel.clicks).toBe(before + 4500)
  })

  test('clicks that are too many to be counted while they are read are announced', async () => {
    const { key } = await story.referrer()
    await story.settle()
    await story.click(live.alias, key, 4000)
    await story.click(live.alias, key, 4000)
    const behind = await story.read()
    expect(behind.dateClicksCounted).not.toBeNull()
    await story.settle()
    const counted = await story.read()
    expect(counted.dateClicksCounted).toBeNull()
    expect(counted.funnel.clicks - behind.funnel.clicks).toBe(4000)
  })
})

describe('a tenant', () => {
  test('a tenant has its own figures, in both modes', async () => {
    await story.settle()
    await story.settle(testKeys.alias)
    const [before, ofTest, ofOther] = [
      (await story.read()).funnel,
      (await story.read(testKeys.alias)).funnel,
      (await story.read(service.other.alias)).funnel,
    ]
    await story.convert()
    await story.settle()
    expect((await story.read()).funnel.converted).toBe(before.converted + 1)
    expect((await story.read(testKeys.alias)).funnel).toEqual(ofTest)
    expect((await story.read(service.other.alias)).funnel).toEqual(ofOther)
  })

  test('a tenant whose test clock was moved has its figures on the days of that clock', async () => {
    const merchant = merchantAt(service.call, testKeys)
    const { key } = await story.referrer(merchant)
    await story.click(testKeys.alias, key)
    const now = service.clock.now + 100 * DAY_MS
    await merchant.moveClock(now)
    const visitor = { address: '192.0.2.7', userAgent: 'Mozilla/5.0' }
    const click = { owner: key as UserKey, via: 'email', visitor } as const
    expect(await recordClick(ctx, testKeys.alias, click, PATIENCE_MS)).toBe('recorded')
    // By the clock of the database it was stored at the beginning of the story, not today.
    await story.query('update app.click set clicked_at = $2 where tenant_id = $1 and ahead_ms > 0', [
      testKeys.alias,
      new Date(START),
    ])
    expect((await story.read(testKeys.alias)).funnel).toMatchObject({ clicks: 1, visitors: 1 })
    await story.convert(merchant)
    await story.settle(testKeys.alias)
    const recent = await story.read(testKeys.alias)
    expect(recent.dateEnds).toBeGreaterThan(now)
    expect(recent.funnel).toMatchObject({ clicks: 1, visitors: 1, converted: 1 })
    const whole = await story.read(testKeys.alias, { from: `${now - 120 * DAY_MS}` })
    expect(whole.funnel).toMatchObject({ clicks: 2, visitors: 2, converted: 1 })
  })

  test('a tenant whose test clock was moved gets the same figures from a recount for another time zone', async () => {
    const whole = { from: `${service.clock.now - 20 * DAY_MS}` }
    const { funnel, media } = await story.read(testKeys.alias, whole)
    await merchantAt(service.call, testKeys).program({ timeZone: 'Asia/Kathmandu' })
    await story.settle(testKeys.alias)
    const again = await story.read(testKeys.alias, whole)
    expect(again).toMatchObject({ timeZone: 'Asia/Kathmandu', recounting: false })
    expect([again.funnel, again.media]).toEqual([funnel, media])
  })

  test('a tenant keeps its figures when a person and their clicks are erased', async () => {
    const { code, key, account } = await story.referrer()
    await story.click(live.alias, key, 3)
    await acme.friend('witness', code)
    await acme.pay('witness')
    await story.settle()
    const before = await story.read()
    const own = before.referrers.find((it) => it.accountId === account)
    expect(own).toMatchObject({ clicks: 3, attributed: 1, converted: 1 })
    await story.query('delete from app.click where tenant_id = $1 and user_id = $2', [live.alias, key])
    await story.query('delete from app.account_user where tenant_id = $1 and id = $2', [live.alias, key])
    const after = await story.read()
    expect(after.funnel).toEqual(before.funnel)
    expect(after.referrers).toContainEqual({ ...own, accountId: null, userId: null, referralCode: null })
  })
})

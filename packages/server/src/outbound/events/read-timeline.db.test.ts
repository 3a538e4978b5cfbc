import type { TimelineEvent } from '@goodword/contract/accounts/timeline-event'
import type { AccountId } from '@goodword/domain/values/ids'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/test-database.ts'
import { makeTestTenant, type TestTenant } from '../../testing/test-tenant.ts'
import { readTimeline } from './read-timeline.ts'

const db = await createTestDatabase()

async function pagesOf(tenant: TestTenant, account: string, limit: number): Promise<TimelineEvent[]> {
  const events: TimelineEvent[] = []
  let cursor: string | null = null
  do {
    const page = await readTimeline(tenant.ctx, tenant.id, account as AccountId, {
      limit,
      cursor,
      countAll: false,
    })
    events.push(...page.rows)
    cursor = page.nextCursor
    if (cursor === null) expect(page.total).toBe(events.length)
  } while (cursor !== null)
  return events
}

async function story(tenant: TestTenant): Promise<void> {
  const code = await tenant.referrer('ada')
  const attribute = { kind: 'attribute', evidence: 'explicit', code } as const
  for (const friend of ['bob', 'cyd']) {
    tenant.clock.now += 1
    await tenant.track(friend, 'server', tenant.identify('u'), attribute)
  }
  tenant.clock.now += 1
  await tenant.track('bob', 'browser', tenant.identify('u'), { kind: 'report', status: 'PAID' })
  tenant.clock.now += 1
  await tenant.track('bob', 'server', { kind: 'report', status: 'CANCELLED' })
}

test('a timeline holds what happened to an account and to the referrals that it made, newest first', async () => {
  const tenant = await makeTestTenant(db, 'timeline')
  await story(tenant)
  const typesOf = async (account: string) =>
    (await pagesOf(tenant, account, 100)).map((it) => it.type).toReversed()
  expect(await typesOf('ada')).toEqual([
    'user.created',
    'referral.started',
    'referral.started',
    'referral.converted',
    'reward.created',
    'referral.ended',
    'reward.cancelled',
  ])
  expect(await typesOf('cyd')).toEqual(['user.created', 'referral.started', 'reward.created'])
  expect(await typesOf('bob')).toEqual(
    expect.arrayContaining(['referral.started', 'referral.converted', 'referral.ended', 'reward.cancelled']),
  )
})

test('a timeline comes in pages of any size, each event once', async () => {
  const tenant = await makeTestTenant(db, 'pages')
  await story(tenant)
  for (const account of ['ada', 'bob', 'cyd']) {
    const all = await pagesOf(tenant, account, 100)
    expect(all.map((it) => it.id)).toEqual([...new Set(all.map((it) => it.id))].sort().reverse())
    for (const limit of [1, 2, 3, all.length]) expect(await pagesOf(tenant, account, limit)).toEqual(all)
  }
})

test('the timeline of an unknown account is refused, and so is a cursor that is none of ours', async () => {
  const tenant = await makeTestTenant(db, 'unknown')
  const question = { limit: 10, cursor: null, countAll: false }
  const unknown = readTimeline(tenant.ctx, tenant.id, 'nobody' as AccountId, question)
  await expect(unknown).rejects.toMatchObject({ code: 'ACCOUNT_NOT_FOUND' })
})

import type { TenantId } from '@goodword/domain/values/ids'
import { describe, expect, test } from 'vitest'
import { merchantAt } from '../../testing/merchant.ts'
import type { WireAnswer } from '../../testing/requests/wire-rules.ts'
import { startTestService } from '../../testing/test-service.ts'
import { publishEvents } from '../publishing/publish-events.ts'
import { sweepEvents } from './sweep-events.ts'

const service = await startTestService()
const merchant = merchantAt(service.call, service.live)
const { signal } = new AbortController()
const DAY_MS = 86_400_000

const publish = (alias: TenantId = service.live.alias) => publishEvents(service.ctx, alias, signal)
const list = (query = '') => merchant.request('GET', `/events${query}`)

type Event = { type: string; reason: string; version: number; data: Record<string, unknown> }

function eventsOf({ body }: WireAnswer): readonly Event[] {
  // The answers were held to the contract.
  return body.events as readonly Event[]
}

async function eventsAfter(work: () => Promise<unknown>): Promise<readonly Event[]> {
  await publish()
  const { body } = await list('?limit=1000')
  const after = `&after=${body.nextCursor}`
  await work()
  await publish()
  return eventsOf(await list(`?limit=1000${after}`))
}

const summary = (events: readonly Event[]) => events.map((it) => `${it.type} ${it.reason}`)

describe('the story of the feed', () => {
  test('the feed tells a story from the code over the payment to the end', async () => {
    await service.setProgram({
      referredReward: { type: 'CREDIT', unit: 'EUR', credit: 500 },
      referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 10 },
    })
    const code = await merchant.user('ada')
    const started = await eventsAfter(() => merchant.friend('bob', code))
    expect(summary(started).sort()).toEqual([
      'referral.started EXPLICIT_CODE',
      'reward.created ATTRIBUTED',
      'user.created IDENTIFIED',
    ])
    expect(started.find((it) => it.type === 'user.created')?.data).toEqual({
      accountId: 'bob',
      userId: 'bob_user',
      referralCode: expect.any(String),
      dateCreated: service.clock.now,
    })
    const referral = {
      referralCodeUsed: code,
      status: 'IN_PROGRESS',
      referringAccountId: 'ada',
      referrerUserId: 'ada_user',
      referredAccountId: 'bob',
      referredUserId: 'bob_user',
      referrerModerationStatus: 'APPROVED',
      referredModerationStatus: 'APPROVED',
      dateReferralStarted: service.clock.now,
      dateConverted: null,
      dateReferralEnded: null,
    }
    expect(started.find((it) => it.type === 'referral.started')?.data).toMatchObject(referral)

    const converted = await eventsAfter(() => merchant.pay('bob'))
    expect(summary(converted).sort()).toEqual([
      'referral.converted FIRST_PAYMENT',
      'reward.balance.changed CONVERTED',
      'reward.created CONVERTED',
    ])
    expect(converted.find((it) => it.type === 'reward.created')?.data).toMatchObject({
      accountId: 'ada',
      userId: 'ada_user',
      rewardSource: 'FRIEND_SIGNUP',
      statuses: ['AVAILABLE'],
    })
    expect(converted.at(-1)?.data).toEqual({ accountId: 'bob', unit: 'EUR', available: 500 })

    const ended = await eventsAfter(() => merchant.leave('bob'))
    expect(summary(ended).sort()).toEqual([
      'referral.ended SUBSCRIPTION_CANCELLED',
      'reward.cancelled REFERRAL_ENDED',
    ])
  })

  test('the feed has credit in each change of a balance, and once in changes made together', async () => {
    await merchant.sync('carol')
    const coffee = { type: 'CREDIT', unit: 'COFFEE', credit: 5 } as const
    const given = await eventsAfter(async () => {
      await merchant.give('carol', coffee)
      await merchant.give('carol', coffee)
    })
    expect(summary(given)).toEqual([
      'reward.created GIVEN_BY_HAND',
      'reward.created GIVEN_BY_HAND',
      'reward.balance.changed GIVEN_BY_HAND',
    ])
    expect(given.at(-1)?.data).toEqual({ accountId: 'carol', unit: 'COFFEE', available: 10 })
    const redeemed = await eventsAfter(() => merchant.redeem('carol', 'COFFEE', 7))
    expect(redeemed.map((it) => it.data)).toEqual([
      {
        accountId: 'carol',
        redemptionId: expect.any(String),
        unit: 'COFFEE',
        creditRedeemed: 7,
        creditAvailable: 3,
      },
      { accountId: 'carol', unit: 'COFFEE', available: 3 },
    ])
    const { body } = await merchant.request('GET', '/rewards?accountId=carol&status=AVAILABLE')
    const [left] = body.rewards as { id: string }[]
    const cancelled = await eventsAfter(() => merchant.requestOk('POST', `/reward/${left?.id}/cancel`))
    expect(summary(cancelled)).toEqual([
      'reward.cancelled CANCELLED_BY_HAND',
      'reward.balance.changed CANCELLED_BY_HAND',
    ])
    expect(cancelled.at(-1)?.data).toEqual({ accountId: 'carol', unit: 'COFFEE', available: 0 })
    const scheduled = await eventsAfter(() =>
      merchant.give('carol', coffee, { dateScheduledFor: service.clock.now + DAY_MS }),
    )
    expect(summary(scheduled)).toEqual(['reward.created GIVEN_BY_HAND'])
  })
})

describe('a page', () => {
  test('a page has the oldest events first, and the cursor goes on from the last one, also at the end', async () => {
    await publish()
    const whole = await list('?limit=1000')
    const seen: unknown[] = []
    let query = ''
    for (;;) {
      const page = await list(`?limit=4${query}`)
      seen.push(...eventsOf(page))
      query = `&after=${page.body.nextCursor}`
      if (page.body.count === 0) break
    }
    expect(seen).toEqual(eventsOf(whole))
    expect(whole.body.totalCount).toBe(seen.length)
    expect(whole.body.count).toBe(seen.length)
    const versions = eventsOf(whole).map((it) => it.version)
    expect(versions).toEqual([...versions].sort((one, other) => one - other))
    expect((await list()).body.count).toBe(10)
  })

  test('a page has the events of one type, of one account, or of both', async () => {
    const all = eventsOf(await list('?limit=1000'))
    const ofType = await list('?type=reward.created&limit=1000')
    expect(eventsOf(ofType)).toEqual(all.filter((it) => it.type === 'reward.created'))
    expect(ofType.body.totalCount).toBe(eventsOf(ofType).length)
    const ofAccount = eventsOf(await list('?accountId=bob&limit=1000'))
    expect(summary(ofAccount)).toContain('referral.ended SUBSCRIPTION_CANCELLED')
    expect(new Set(ofAccount.map((it) => it.data.accountId ?? it.data.referredAccountId))).toEqual(
      new Set(['bob']),
    )
    const both = eventsOf(await list('?accountId=bob&type=referral.ended'))
    expect(both).toEqual(ofAccount.filter((it) => it.type === 'referral.ended'))
    expect((await list('?accountId=nobody')).body).toMatchObject({ count: 0, totalCount: 0, events: [] })
  })

  test.each([
    ['?after=nonsense', 'after must be the unchanged nextCursor'],
    ['?after=AQD_______8', 'after must be'],
    ['?after=AQAAAAAA____', 'has published no event with this cursor'],
    ['?type=reward.eaten', 'type'],
    ['?type=reward.given', 'type'],
    ['?limit=0', 'limit'],
    ['?cursor=AQAAAAAAAAAB&after=x&after=y', 'after'],
  ])('a page with %s is refused and says why', async (query, message) => {
    const { status, body } = await list(query)
    expect([status, body.apiErrorCode]).toEqual([400, 'VALIDATION_FAILED'])
    expect(body.message).toContain(message)
  })

  test('a page needs a key with the scope read', async () => {
    const { apiKey } = await service.newKey(['write', 'money', 'admin'])
    expect((await service.call('GET', '/events', { key: apiKey })).status).toBe(403)
    expect((await service.call('GET', '/events', { key: null })).status).toBe(401)
  })
})

test('stored events have no names, addresses, codes or IDs of the merchant; the feed has today’s IDs and codes', async () => {
  const canary = 'canary'
  const person = { firstName: 'Canaryfirst', lastName: 'Canarylast', email: 'canary@example.com' }
  await merchant.requestOk('POST', '/user', {
    accountId: `${canary}_account`,
    id: `${canary}_user`,
    referralCode: 'CANARYCODE',
    ...person,
  })
  await merchant.requestOk('POST', '/user', { accountId: `${canary}_friend`, id: `${canary}_friend_user` })
  await merchant.sync(`${canary}_friend`, { referral: { code: 'CANARYCODE' } })
  await merchant.pay(`${canary}_friend`)
  await publish()
  const text = `select coalesce(string_agg(x::text, ''), '') as stored, count(*) as rows from app.published_event x`
  const [row] = await service.owner.query<{ stored: string; rows: number }>({ name: '', text }, [])
  expect(row?.rows).toBeGreaterThan(10)
  expect(row?.stored.toLowerCase()).not.toContain(canary)
  const feed = JSON.stringify(eventsOf(await list('?limit=1000')))
  for (const found of ['canary_account', 'canary_user', 'canary_friend', 'CANARYCODE'])
    expect(feed).toContain(found)
  for (const absent of Object.values(person)) expect(feed).not.toContain(absent)
})

test('events are kept for 30 days, and an older cursor is refused', async () => {
  const first = await list('?limit=1')
  service.clock.now += 20 * DAY_MS
  await eventsAfter(() => merchant.sync('young_account').then(() => merchant.user('young')))
  const between = (await list('?limit=1000')).body.nextCursor
  expect(await sweepEvents(service.ctx, service.live.alias, signal)).toBeGreaterThan(service.clock.now)
  expect((await list(`?after=${first.body.nextCursor}`)).status).toBe(200)
  service.clock.now += 11 * DAY_MS
  const again = await sweepEvents(service.ctx, service.live.alias, signal)
  expect(again).toBe(service.clock.now + 19 * DAY_MS)
  const refused = await list(`?after=${first.body.nextCursor}`)
  expect([refused.status, refused.body.param]).toEqual([400, 'after'])
  expect(refused.body.message).toContain('not kept any more')
  expect(summary(eventsOf(await list()))).toEqual(['user.created IDENTIFIED'])
  expect((await list(`?after=${between}`)).body).toMatchObject({ count: 0, nextCursor: between })
  service.clock.now += 20 * DAY_MS
  expect(await sweepEvents(service.ctx, service.live.alias, signal)).toBeNull()
  expect((await list()).body).toMatchObject({ count: 0, totalCount: 0, nextCursor: between })
  const later = await eventsAfter(() => merchant.user('latest'))
  expect(summary(later)).toEqual(['user.created IDENTIFIED'])
})

test('old events are deleted in pieces', async () => {
  const alias = service.other.alias
  const rows = `insert into app.published_event (tenant_id, position, event_id, type, reason, data, created_at, published_at)
    select $1, it, gen_random_uuid(), 'test', 'TEST_REQUESTED', '{"message": ""}', now(), $2 from generate_series(1, 1700) it`
  const published = new Date(service.clock.now - 31 * DAY_MS)
  await service.owner.query({ name: '', text: rows }, [alias, published])
  await service.owner.query({ name: '', text: 'insert into app.event_feed values ($1, 1700, 0)' }, [alias])
  const abort = new AbortController()
  abort.abort()
  await sweepEvents(service.ctx, alias, abort.signal)
  const count = async () => {
    const { body } = await service.call('GET', '/events?totalCount=exact', {
      alias,
      key: service.other.apiKey,
    })
    return body.totalCount
  }
  expect(await count()).toBe(1200)
  expect(await sweepEvents(service.ctx, alias, signal)).toBeNull()
  expect(await count()).toBe(0)
})

import type { ReferrerFigures, Statistics } from '@goodword/contract/statistics/statistics'
import { LAST_TIME } from '@goodword/domain/values/last-time'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTenant } from '../../administration/tenants/create-tenant.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const story = new StatisticsStory(service)
const acme = merchantAt(service.call, service.live)

const HOUR_MS = 3_600_000
/** The first payments of the four friends who pay. */
const firstPayments = {
  currency: 'EUR',
  charged: 0,
  refunded: 0,
  reported: 199.6,
  reportedConversions: 4,
  discounts: 0,
  creditRedeemed: 0,
}
/** The actions of a friend: the code, and whether they pay and leave. */
const friends = [
  ['bob', 'ada', 'pays'],
  ['cyd', 'ada', 'pays'],
  ['dan', 'ada', 'tries'],
  ['eve', 'zoe', 'pays'],
  ['fay', 'zoe', 'leaves'],
] as const

async function statistics(query = ''): Promise<Statistics> {
  // The answers are held to the contract.
  return (await acme.requestOk('GET', `/statistics${query}`)) as unknown as Statistics
}

type Page = {
  readonly referrers: readonly ReferrerFigures[]
  readonly nextCursor: string | null
  readonly totalCount: number
}

async function referrers(query: string): Promise<Page> {
  return (await acme.requestOk('GET', `/statistics/referrers${query}`)) as unknown as Page
}

beforeAll(async () => {
  // In New York the clocks go forward on 8 March 2026 and back on 1 November.
  await acme.program({ timeZone: 'America/New_York' })
  service.clock.now = Date.parse('2026-03-08T04:59:59.999Z')
  const codes = {
    ada: await acme.user('ada', { firstName: 'Ada', lastName: 'Lovelace' }),
    zoe: await acme.user('zoe'),
  }
  service.clock.now += 1
  for (const [name, owner, fate] of friends) {
    await acme.friend(name, codes[owner])
    if (fate !== 'tries')
      await acme.sync(name, { currency: 'EUR', subscription: { status: 'PAID', value: 49.9 } })
    if (fate === 'leaves') await acme.leave(name)
  }
  await story.settle()
})

describe('GET statistics', () => {
  test('GET statistics has the figures of days of the program’s time zone, which may have 23 or 25 hours', async () => {
    const { intervals, ...whole } = await statistics('?from=2026-03-07&to=2026-03-08')
    const none = { clicks: 0, visitors: 0, identified: 0, attributed: 0, converted: 0, ended: 0 }
    const day = { ...none, identified: 5, attributed: 5, converted: 4, ended: 1 }
    expect(intervals).toEqual([
      { from: '2026-03-07', to: '2026-03-07', ...none, identified: 2, money: [] },
      { from: '2026-03-08', to: '2026-03-08', ...day, money: [firstPayments] },
    ])
    expect(whole).toMatchObject({
      from: '2026-03-07',
      to: '2026-03-08',
      timeZone: 'America/New_York',
      recounting: false,
      dateClicksCounted: null,
      funnel: { ...day, identified: 7, conversionRate: 80 },
    })
    expect((whole.dateEnds - whole.dateStarts) / HOUR_MS).toBe(24 + 23)
    const autumn = await statistics('?from=2026-11-01&to=2026-11-01')
    expect((autumn.dateEnds - autumn.dateStarts) / HOUR_MS).toBe(25)
  })

  test('GET statistics takes a moment for its day, and says until today and for 30 days without', async () => {
    const asked = await statistics(`?from=${service.clock.now}&to=${service.clock.now + 5}`)
    expect([asked.from, asked.to]).toEqual(['2026-03-08', '2026-03-08'])
    const usual = await statistics()
    expect([usual.from, usual.to]).toEqual(['2026-02-07', '2026-03-08'])
    expect(usual.intervals).toHaveLength(30)
  })

  test('GET statistics adds up by channel, cohort, reward and currency', async () => {
    const { channels, cohorts, rewards, money } = await statistics('?interval=MONTH')
    expect(channels).toContainEqual({ channel: 'CODE', attributed: 5, converted: 4, ended: 1 })
    expect(cohorts).toEqual([
      {
        month: '2026-03',
        attributed: 5,
        converted: 4,
        conversionRate: 80,
        conversions: [{ month: '2026-03', converted: 4 }],
      },
    ])
    // Five friends, four referrers' rewards; both of the one who left were taken back.
    const percentages = {
      type: 'PCT_DISCOUNT',
      unit: null,
      given: 9,
      redeemed: 0,
      expired: 0,
      cancelled: 2,
      owed: 7,
    }
    expect(rewards).toEqual([percentages])
    expect(money).toEqual([firstPayments])
  })

  test('GET statistics compares with as many days before the range, if that is asked for', async () => {
    const range = 'from=2026-03-09&to=2026-03-10'
    expect(await statistics(`?${range}`)).toMatchObject({ previous: null, money: [] })
    const { funnel, previous } = await statistics(`?${range}&compare=PREVIOUS_PERIOD`)
    expect(funnel).toMatchObject({ attributed: 0, converted: 0 })
    expect(previous).toMatchObject({
      from: '2026-03-07',
      to: '2026-03-08',
      funnel: { identified: 7, attributed: 5, converted: 4, ended: 1, conversionRate: 80 },
      money: [firstPayments],
    })
    // The day on which clocks went forward has 23 hours.
    expect(Number(previous?.dateEnds) - Number(previous?.dateStarts)).toBe((24 + 23) * HOUR_MS)
  })

  test('GET statistics has weeks from Monday, and ends the first and the last one with the range', async () => {
    const { intervals } = await statistics('?from=2026-03-04&to=2026-03-10&interval=WEEK')
    expect(intervals.map((it) => [it.from, it.to, it.attributed])).toEqual([
      ['2026-03-04', '2026-03-08', 5],
      ['2026-03-09', '2026-03-10', 0],
    ])
  })

  test.for([
    ['?from=2026-02-30', 'from'],
    ['?to=yesterday', 'to'],
    ['?from=2026-03-02&to=2026-03-01', 'to'],
    ['?from=2025-01-01&to=2026-03-01', 'from'],
    ['?from=1970-01-01&to=8999-12-31&interval=MONTH', 'from'],
    ['?interval=YEAR', 'interval'],
    ['?compare=LAST_YEAR', 'compare'],
    ['?from=2026-03-01&from=2026-03-02', 'from'],
  ] as const)('GET statistics with %s is refused, and names %s', async ([query, param]) => {
    const { status, body } = await acme.request('GET', `/statistics${query}`)
    expect([status, body.apiErrorCode, body.param]).toEqual([400, 'VALIDATION_FAILED', param])
  })

  test('GET statistics needs a key that may read', async () => {
    const { apiKey } = await service.newKey(['write'])
    expect((await service.call('GET', '/statistics', { key: apiKey })).status).toBe(403)
    expect((await service.call('GET', '/statistics', { key: null })).status).toBe(401)
  })
})

describe('GET statistics/referrers', () => {
  const range = 'from=2026-03-01&to=2026-03-09'

  test('GET statistics/referrers ranks by conversions or attributions, page by page', async () => {
    for (const query of [range, 'from=2026-03-01&to=2026-03-31', 'from=2000-01-01&to=2026-03-08']) {
      const first = await referrers(`?${query}&rankedBy=ATTRIBUTED&limit=1`)
      expect(first).toMatchObject({ count: 1, totalCount: 2 })
      const second = await referrers(`?${query}&rankedBy=ATTRIBUTED&limit=1&cursor=${first.nextCursor}`)
      expect(second.nextCursor).toBeNull()
      expect([...first.referrers, ...second.referrers]).toMatchObject([
        {
          accountId: 'ada',
          userId: 'ada_user',
          firstName: 'Ada',
          lastName: 'Lovelace',
          attributed: 3,
          converted: 2,
          ended: 0,
          conversionRate: 66.67,
        },
        { accountId: 'zoe', userId: 'zoe_user', attributed: 2, converted: 2, ended: 1, conversionRate: 100 },
      ])
    }
    const byConversions = await referrers(`?${range}`)
    expect(byConversions.referrers.map((it) => it.converted)).toEqual([2, 2])
    expect((await referrers('?from=2026-03-07&to=2026-03-07')).referrers).toEqual([])
  })

  test('GET statistics/referrers counts for the first page: its cursor carries the number, for the same question', async () => {
    const { nextCursor } = await referrers(`?${range}&limit=1`)
    const [amount, user, question, counted] = Buffer.from(String(nextCursor), 'base64url')
      .toString()
      .split(' ')
    expect(counted).toBe('2')
    const following = (...parts: unknown[]) =>
      referrers(`?${range}&limit=1&cursor=${Buffer.from(parts.join(' ')).toString('base64url')}`)
    expect(await following(amount, user, question, 77)).toMatchObject({ count: 1, totalCount: 77 })
    expect(await following(amount, user, 1, 77)).toMatchObject({ count: 1, totalCount: 2 })
    // As earlier releases made them.
    expect(await following(amount, user)).toMatchObject({ count: 1, totalCount: 2 })
  })

  test.for(['cursor=AAAA', 'cursor=MiB4', 'rankedBy=VISITORS', 'limit=0', 'from=x'])(
    'GET statistics/referrers with %s is refused',
    async (query) => {
      expect((await acme.request('GET', `/statistics/referrers?${query}`)).status).toBe(400)
    },
  )
})

test('a time zone must have a name of the IANA database', async () => {
  const { body: program } = await acme.request('GET', '/program')
  for (const timeZone of ['+05:45', 'Mars/Olympus', '', 'Europe/Berlin\u0000']) {
    const { status, body } = await acme.request('PUT', '/program', { ...program, timeZone })
    expect([timeZone, status, body.param]).toEqual([timeZone, 400, 'timeZone'])
  }
})

test('percentages that are used one after another are counted apart from those that add up', async () => {
  const { test: keys } = await createTenant(service.operator, { alias: 'queued' })
  const merchant = merchantAt(service.call, keys)
  await merchant.user('ada')
  const free = { type: 'PCT_DISCOUNT', discountPercent: 100, monthsDiscountIsValid: 1 }
  const given = [free, { ...free, stacking: 'QUEUE' }, { ...free, stacking: 'QUEUE' }]
  for (const [index, reward] of given.entries())
    await merchant.requestOk('POST', '/rewards', { accountId: 'ada', reward }, `gift-${index}`)
  await story.settle(keys.alias)
  const { rewards } = await merchant.requestOk('GET', '/statistics')
  const none = { redeemed: 0, expired: 0, cancelled: 0 }
  expect(rewards).toEqual([
    { type: 'PCT_DISCOUNT', unit: null, given: 1, ...none, owed: 1 },
    { type: 'PCT_DISCOUNT', stacking: 'QUEUE', unit: null, given: 2, ...none, owed: 2 },
  ])
})

describe('a test clock at its last moment', () => {
  // The year 10000 has begun in the first one.
  const timeZones = [
    ['Pacific/Kiritimati', 'east', '8999-12-30'],
    ['UTC', 'middle', '8999-12-30'],
    ['Pacific/Pago_Pago', 'west', '8999-12-29'],
  ] as const

  test.each(timeZones)(
    'what happens in %s at the last moment of a test clock is counted on the last day',
    async (timeZone, alias, lastDay) => {
      const { test: keys } = await createTenant(service.operator, { alias })
      const merchant = merchantAt(service.call, keys)
      await merchant.program({ timeZone })
      await merchant.moveClock(LAST_TIME)
      await merchant.friend('bob', await merchant.user('ada'))
      await merchant.pay('bob')
      await story.settle(keys.alias)
      for (const interval of ['DAY', 'WEEK', 'MONTH']) {
        const read = await merchant.requestOk('GET', `/statistics?interval=${interval}`)
        expect(read).toMatchObject({ to: lastDay, funnel: { attributed: 1, converted: 1 } })
      }
      expect(await merchant.requestOk('GET', '/statistics/referrers')).toMatchObject({ totalCount: 1 })
      const past = await merchant.requestOk('GET', '/statistics?to=1970-01-01&interval=MONTH')
      expect(past).toMatchObject({ from: '1969-12-03', funnel: { converted: 0 } })
    },
  )
})

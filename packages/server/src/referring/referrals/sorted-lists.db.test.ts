import { beforeAll, describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock } = service
const merchant = merchantAt(service.call, service.live)
const { request, requestOk } = merchant

const days: Record<string, number> = {}

async function on(day: string, work: () => Promise<unknown>): Promise<void> {
  clock.now += 86_400_000
  days[day] = clock.now
  await work()
}

/** The friends of a list of referrals, page by page. */
async function friends(query: string, limit = 2): Promise<unknown[]> {
  const all: unknown[] = []
  let cursor: unknown = null
  do {
    const next = cursor === null ? '' : `&cursor=${cursor}`
    const page = await requestOk('GET', `/referrals?limit=${limit}&${query}${next}`)
    all.push(...entriesOf(page.referrals).map((it) => it.referredAccountId))
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

beforeAll(async () => {
  const code = await merchant.user('ada')
  for (const name of ['a', 'b', 'c', 'd', 'e']) await on(name, () => merchant.friend(name, code))
  await on('c pays', () => merchant.pay('c'))
  // At one moment.
  await on('a and e pay', async () => {
    await merchant.pay('a')
    await merchant.pay('e')
  })
  await on('b pays', () => merchant.pay('b'))
  await on('c leaves', () => merchant.leave('c'))
  await on('b leaves', () => merchant.leave('b'))
})

describe('GET referrals in an order', () => {
  test('conversions are listed in both directions, page by page, without referrals that have not converted', async () => {
    for (const limit of [1, 2, 3, 10]) {
      expect(await friends('sort=dateConverted', limit)).toEqual(['b', 'e', 'a', 'c'])
      expect(await friends('sort=dateConverted&order=OLDEST', limit)).toEqual(['c', 'a', 'e', 'b'])
    }
    expect(await requestOk('GET', '/referrals?sort=dateConverted')).toMatchObject({ totalCount: 4 })
  })

  test('ends are listed in both directions', async () => {
    expect(await friends('sort=dateReferralEnded', 1)).toEqual(['b', 'c'])
    expect(await friends('sort=dateReferralEnded&order=OLDEST', 1)).toEqual(['c', 'b'])
  })

  test('a range of the same date can be combined with it', async () => {
    const from = days['a and e pay']
    expect(await friends(`sort=dateConverted&order=OLDEST&dateConverted=${from}`, 1)).toEqual(['a', 'e', 'b'])
    expect(await friends(`sort=dateConverted&dateConverted=0,${from}`, 1)).toEqual(['e', 'a', 'c'])
  })

  test.each([
    ['sort=dateConverted&status=CONVERTED', 'sort'],
    ['sort=dateConverted&referringAccountId=ada', 'sort'],
    ['sort=dateConverted&dateReferralEnded=0', 'sort'],
    ['sort=dateReferralStarted', 'sort'],
    ['sort=dateConverted&cursor=AZwT7J4AcACFS7PuI1Zftw', 'cursor'],
  ])('a sorted list with %s is refused', async (query, param) => {
    const { status, body } = await request('GET', `/referrals?${query}`)
    expect([status, body.param]).toEqual([400, param])
  })

  test('a cursor of one order is no cursor of another', async () => {
    const { nextCursor } = await requestOk('GET', '/referrals?limit=1&sort=dateConverted')
    const { status, body } = await request('GET', `/referrals?limit=1&cursor=${nextCursor}`)
    expect([status, body.param]).toEqual([400, 'cursor'])
  })
})

describe('other lists in an order', () => {
  const ids = async (path: string, plural: string) =>
    entriesOf((await requestOk('GET', path))[plural]).map((it) => it.id)

  test.each([
    ['/users', 'users', ''],
    ['/users', 'users', 'accountId=ada&'],
    ['/rewards', 'rewards', ''],
    ['/rewards', 'rewards', 'accountId=ada&'],
    ['/discounts', 'discounts', ''],
  ])('%s can be read from its oldest entry on: %s %s', async (path, plural, filter) => {
    const newest = await ids(`${path}?${filter}limit=100`, plural)
    expect(await ids(`${path}?${filter}limit=100&order=OLDEST`, plural)).toEqual(newest.toReversed())
  })

  test('users and rewards can be chosen by the time at which they were created', async () => {
    const range = `${days.b},${days.c}`
    expect(await ids(`/users?dateCreated=${range}`, 'users')).toEqual(['c_user', 'b_user'])
    const { rewards } = await requestOk('GET', `/rewards?dateCreated=${range}`)
    expect(entriesOf(rewards).map((it) => it.accountId)).toEqual(['c', 'b'])
  })

  test('rewards are sorted by when they expire, and those that do not expire are left out', async () => {
    await merchant.give('ada', { type: 'CREDIT', unit: 'EUR', credit: 5, monthsCreditIsValid: 1 })
    await merchant.give('ada', { type: 'CREDIT', unit: 'EUR', credit: 6 })
    const { rewards } = await requestOk('GET', '/rewards?sort=dateExpires&order=OLDEST&limit=100')
    const dates = entriesOf(rewards).map((it) => Number(it.dateExpires))
    expect(dates.length).toBeGreaterThan(1)
    expect(dates).toEqual(dates.toSorted((one, other) => one - other))
    expect(entriesOf(rewards)[0]).toMatchObject({ credit: 5 })
    const first = dates[0] ?? 0
    expect(await requestOk('GET', `/rewards?dateExpires=0,${first}`)).toMatchObject({ totalCount: 1 })
  })

  test.each(['order=OLDEST&query=a', 'order=OLDEST&blocked=true', 'dateCreated=0&query=a'])(
    'users cannot be listed by %s',
    async (query) => {
      expect((await request('GET', `/users?${query}`)).status).toBe(400)
    },
  )

  test('a user has figures where they are asked for: friends by what became of them, and rewards', async () => {
    const { users } = await requestOk('GET', '/users?accountId=ada&figures=true')
    expect(entriesOf(users)[0]?.figures).toEqual({
      inProgress: 1,
      converted: 2,
      ended: 2,
      // The rewards for the two conversions whose friends left were cancelled; two credits were given by hand.
      rewards: 4,
      complete: true,
    })
    const friend = entriesOf((await requestOk('GET', '/users?accountId=d&figures=true')).users)[0]
    expect(friend?.figures).toMatchObject({ inProgress: 0, converted: 0, ended: 0, rewards: 1 })
    expect(entriesOf((await requestOk('GET', '/users?accountId=ada')).users)[0]).not.toHaveProperty('figures')
  })
})

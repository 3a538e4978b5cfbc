import { addMonths } from '@goodword/domain/values/interval'
import { describe, expect, test } from 'vitest'
import { entriesOf, type Merchant, merchantAt } from '../testing/merchant.ts'
import { startTestService } from '../testing/test-service.ts'
import { brokenInvariants } from '../testing/tracking/tracking-invariants.ts'

// Runs on a test program whose clock is moved, as a merchant rehearses a year before going live.
const service = await startTestService()
const shop = merchantAt(service.call, service.test)
const DAY_MS = 86_400_000

const now = async () => Number((await shop.requestOk('GET', '/test/clock')).now)
const wait = async (days: number) => shop.moveClock((await now()) + days * DAY_MS)
const holds = () => brokenInvariants(service.owner, service.test.alias)

/** The discounts of so many monthly bills of 49.90, the first of them when the friend pays. */
async function bills(it: Merchant, id: string, firstBill: number, count: number): Promise<unknown[]> {
  const discounts: unknown[] = []
  for (let month = 0; month < count; month += 1) {
    const due = addMonths(firstBill, month)
    if (due > (await now())) await it.moveClock(due)
    discounts.push((await it.discount(id, '?value=49.90')).discountAmount)
  }
  return discounts
}

const months = (count: number, amount: number) => Array.from({ length: count }, () => amount)

describe('ten percent for twelve months on both sides', () => {
  test('ten percent for twelve months come off exactly twelve monthly bills of the friend, and of the referrer', async () => {
    await shop.program({})
    const code = await shop.user('ada')
    await shop.friend('bob', code)
    await shop.pay('bob')
    const paidAt = await now()
    for (let month = 0; month < 14; month += 1) {
      const due = addMonths(paidAt, month)
      if (month > 0) await shop.moveClock(due)
      const amounts = await Promise.all(
        ['ada', 'bob'].map(async (id) => (await shop.discount(id, '?value=49.90')).discountAmount),
      )
      expect([month, ...amounts]).toEqual([month, ...months(2, month < 12 ? 4.99 : 0)])
    }
    expect(await shop.referral('bob')).toMatchObject({
      status: 'CONVERTED',
      referrerReward: { statuses: ['EXPIRED'] },
      referredReward: { statuses: ['EXPIRED'] },
    })
  })

  test.each([
    ['at noon, reported five seconds later', 12, 5_000],
    ['at 06:00, reported in the afternoon', 6, 9 * 3_600_000],
    ['at midnight, reported at once', 0, 0],
  ])(
    'ten percent for twelve months come off twelve bills of the friend that are made %s',
    async (_story, hour, reportDelayMs) => {
      const friend = `billed_at_${hour}`
      await shop.friend(friend, await shop.user(`referrer_of_${hour}`))
      const firstBill = new Date((await now()) + DAY_MS).setUTCHours(hour, 0, 0, 0)
      await shop.moveClock(firstBill)
      expect(await shop.discount(friend, '?value=49.90')).toMatchObject({ discountAmount: 4.99 })
      if (reportDelayMs > 0) await shop.moveClock(firstBill + reportDelayMs)
      await shop.pay(friend)
      expect(await bills(shop, friend, addMonths(firstBill, 1), 12)).toEqual([...months(11, 4.99), 0])
    },
  )

  test('ten percent for twelve months are not eaten by a trial of three months: the friend still gets twelve bills', async () => {
    await shop.friend('carol', await shop.user('cleo'))
    const started = await now()
    expect(await shop.discount('carol')).toMatchObject({ discountPercentage: 10 })
    await shop.moveClock(addMonths(started, 3))
    await shop.pay('carol')
    expect(await bills(shop, 'carol', await now(), 13)).toEqual([...months(12, 4.99), 0])
  })

  test('ten percent on both sides end when the friend leaves mid-way, and do not come back', async () => {
    await shop.friend('dave', await shop.user('dora'))
    await shop.pay('dave')
    const paidAt = await now()
    expect(await bills(shop, 'dave', paidAt, 5)).toEqual(months(5, 4.99))
    await wait(10)
    await shop.leave('dave')
    await shop.pay('dave')
    for (const id of ['dave', 'dora']) {
      expect(await bills(shop, id, addMonths(paidAt, 5), 3)).toEqual(months(3, 0))
    }
  })

  test('ten percent on both sides follow moderation back and forth, and their months go on meanwhile', async () => {
    await shop.friend('erik', await shop.user('elsa'))
    await shop.pay('erik')
    const paidAt = await now()
    const { id } = await shop.referral('erik')
    const seen: unknown[] = []
    for (let month = 0; month < 13; month += 1) {
      if (month > 0) await shop.moveClock(addMonths(paidAt, month))
      if (month === 2) await shop.moderate('DENY', String(id))
      if (month === 4) await shop.moderate('APPROVE_REFERRED', String(id))
      if (month === 6) await shop.moderate('APPROVE', String(id))
      if (month === 8) await shop.moderate('PEND_REFERRER', String(id))
      seen.push([
        (await shop.discount('elsa')).discountPercentage,
        (await shop.discount('erik')).discountPercentage,
      ])
    }
    const [both, none, friend] = [
      [10, 10],
      [0, 0],
      [0, 10],
    ]
    expect(seen).toEqual([
      both,
      both,
      none,
      none,
      friend,
      friend,
      both,
      both,
      friend,
      friend,
      friend,
      friend,
      none,
    ])
  })

  test('ten percent add up over friends, and each friend’s share ends by itself', async () => {
    const code = await shop.user('fred')
    const start = await now()
    for (const friend of ['fay', 'fox', 'fern']) {
      await shop.friend(friend, code)
      await shop.pay(friend)
      await shop.moveClock(addMonths(await now(), 1))
    }
    await shop.leave('fox')
    const seen: unknown[] = []
    for (const month of [3, 11, 12, 13, 14]) {
      if (addMonths(start, month) > (await now())) await shop.moveClock(addMonths(start, month) + DAY_MS)
      seen.push((await shop.discount('fred')).referrerDiscountPercent)
    }
    expect(seen).toEqual([20, 20, 10, 10, 0])
  })
})

describe('a hold', () => {
  test('a hold delays the referrer’s reward, not the end of its months, and a friend who leaves in it ends it', async () => {
    await shop.program({ referrerHoldDays: 30 })
    const code = await shop.user('gina')
    for (const friend of ['gus', 'gabe']) {
      await shop.friend(friend, code)
      await shop.pay(friend)
    }
    const paidAt = await now()
    expect(await shop.referral('gus')).toMatchObject({ reasons: ['REWARD_SCHEDULED'] })
    await wait(29)
    expect(await shop.discount('gina')).toMatchObject({ discountPercentage: 0 })
    await shop.leave('gabe')
    await wait(1)
    expect(await shop.discount('gina')).toMatchObject({ discountPercentage: 10 })
    expect(await shop.referral('gus')).toMatchObject({ reasons: [] })
    await shop.moveClock(addMonths(paidAt, 12) - 1)
    expect(await shop.discount('gina')).toMatchObject({ discountPercentage: 10 })
    await shop.moveClock(addMonths(paidAt, 12))
    expect(await shop.discount('gina')).toMatchObject({ discountPercentage: 0 })
    await shop.program({})
  })
})

describe('credits', () => {
  const points = (credit: number) => ({ type: 'CREDIT', unit: 'POINT', credit }) as const

  test('credits expire one after the other, are spent by expiry, and a scheduled reward is given on time', async () => {
    await shop.program({ referrerReward: { ...points(100), monthsCreditIsValid: 6 } })
    const code = await shop.user('hana')
    const start = await now()
    for (const [month, friend] of ['hal', 'hugo', 'hope'].entries()) {
      if (month > 0) await shop.moveClock(addMonths(start, month))
      await shop.friend(friend, code)
      await shop.pay(friend)
    }
    await shop.give('hana', points(50), { dateScheduledFor: addMonths(start, 7) })
    expect(await shop.credit('hana', 'POINT')).toBe(300)
    // Takes 100 of the first friend's and 30 of the second's.
    expect(await shop.redeem('hana', 'POINT', 130)).toMatchObject({ creditAvailable: 170 })
    const balances: number[] = []
    for (const month of [5, 6, 7, 8, 12]) {
      await shop.moveClock(addMonths(start, month))
      balances.push(await shop.credit('hana', 'POINT'))
    }
    // The second's rest of 70 expires in month 7, when the manual reward of 50 is given; the third's 100 in month 8.
    expect(balances).toEqual([170, 170, 150, 50, 50])
    const refused = { accountId: 'hana', unit: 'POINT', amount: 51 }
    expect((await shop.request('POST', '/credit/redeem', refused, 'too-much')).body).toMatchObject({
      apiErrorCode: 'INSUFFICIENT_CREDIT',
    })
    expect(await shop.redeem('hana', 'POINT', 50)).toMatchObject({ creditAvailable: 0 })
    const { rewards } = await shop.requestOk('GET', '/rewards?accountId=hana')
    expect(entriesOf(rewards).map((it) => [String(it.statuses), it.redeemedCredit])).toEqual([
      ['REDEEMED', 50],
      ['EXPIRED', 0],
      ['EXPIRED', 30],
      ['REDEEMED', 100],
    ])
  })

  test('credits that were granted stay when the friend leaves; what is held or waits never comes', async () => {
    await shop.program({ referrerReward: points(100), referredReward: points(40) })
    const code = await shop.user('iris')
    await shop.friend('ivan', code)
    expect(await shop.credit('ivan', 'POINT')).toBe(0)
    await shop.pay('ivan')
    await shop.leave('ivan')
    await shop.friend('ines', code)
    await shop.leave('ines')
    await shop.program({ referrerReward: points(100), referrerHoldDays: 14 })
    await shop.friend('igor', code)
    await shop.pay('igor')
    await wait(13)
    await shop.leave('igor')
    await wait(300)
    expect(await shop.credit('iris', 'POINT')).toBe(100)
    expect(await shop.credit('ivan', 'POINT')).toBe(40)
    expect(await shop.credit('ines', 'POINT')).toBe(0)
  })

  test('a denial takes the rest of a partly spent credit, and an approval gives it back', async () => {
    await shop.program({ referrerReward: points(100) })
    await shop.friend('jack', await shop.user('jane'))
    await shop.pay('jack')
    const { id } = await shop.referral('jack')
    await shop.redeem('jane', 'POINT', 60)
    await wait(1)
    await shop.moderate('DENY', String(id))
    expect(await shop.credit('jane', 'POINT')).toBe(0)
    await wait(1)
    await shop.moderate('APPROVE', String(id))
    expect(await shop.credit('jane', 'POINT')).toBe(40)
    await shop.redeem('jane', 'POINT', 40)
    await wait(1)
    await shop.moderate('DENY', String(id))
    expect((await shop.requestOk('GET', '/rewards?accountId=jane')).rewards).toMatchObject([
      { statuses: ['REDEEMED'], redeemedCredit: 100 },
    ])
  })
})

describe('at most two rewards per referrer', () => {
  test('the third friend converts without one, and room that is made is used again', async () => {
    await shop.program({ maxReferrerRewards: 2 })
    const code = await shop.user('kate')
    for (const friend of ['kim', 'ken', 'kurt']) {
      await shop.friend(friend, code)
      await shop.pay(friend)
    }
    const percent = async () => (await shop.discount('kate')).referrerDiscountPercent
    expect(await percent()).toBe(20)
    expect(await shop.referral('kurt')).toMatchObject({ status: 'CONVERTED', referrerReward: null })
    expect(await shop.discount('kurt')).toMatchObject({ discountPercentage: 10 })
    const { events } = await shop.requestOk('GET', '/account/kurt/timeline')
    expect(entriesOf(events).map((it) => it.reason)).toContain('REWARD_LIMIT_REACHED')
    await shop.leave('kim')
    expect(await percent()).toBe(10)
    await shop.friend('kai', code)
    await shop.pay('kai')
    expect(await percent()).toBe(20)
    // The limit also holds for decisions by staff.
    const { id } = await shop.referral('kurt')
    await shop.moderate('DENY', String(id))
    await shop.moderate('APPROVE', String(id))
    expect(await percent()).toBe(20)
    await shop.program({})
  })
})

test('the ledger, the rewards and the referrals agree through all of it', async () => {
  expect(await holds()).toEqual([])
})

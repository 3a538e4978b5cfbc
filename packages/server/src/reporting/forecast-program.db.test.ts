import { endpoints } from '@goodword/contract/all-endpoints'
import type { Currency } from '@goodword/domain/values/money'
import { expect, test } from 'vitest'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()

const forecast = (body: object) => service.call('POST', '/program/forecast', { body })

test('a forecast of settings that are not saved has twelve months, which add up to its total', async () => {
  const before = await service.call('GET', '/program')
  const { body: asked, answer } = endpoints.forecastProgram.example
  const { status, body } = await forecast(asked)
  expect(status).toBe(200)
  expect(body).toEqual(answer)
  expect((await service.call('GET', '/program')).body).toEqual(before.body)
})

test('without settings a forecast is of the saved program, and figures that are left out are said in the answer', async () => {
  const referredReward = { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 1 } as const
  await service.setProgram({ currency: 'JPY' as Currency, referredReward, referrerReward: null })
  const { body } = await forecast({ price: 3000 })
  expect(body).toMatchObject({
    currency: 'JPY',
    figures: {
      price: 3000,
      billingIntervalType: 'MONTH',
      friendsPerMonth: 10,
      conversionRate: 25,
      cancellationRate: 3,
      friendsPerReferrer: 1,
    },
    // 2.5 friends a month, of 600 yen each.
    total: { converted: 30, friendDiscounts: 18_000, referrerDiscounts: 0 },
    referrers: 30,
  })
})

test('a forecast of yearly bills has milestones and rewards in time', async () => {
  const { body } = await forecast({
    program: {
      referrerReward: { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 },
      milestones: [{ friends: 1, reward: { type: 'CREDIT', unit: 'USD', credit: 1200 } }],
    },
    price: 240,
    billingIntervalType: 'YEAR',
    friendsPerMonth: 24,
    conversionRate: 100,
    cancellationRate: 0,
  })
  // A twelfth of those who came before a month have their bill in it: 2, 4, … 22 people.
  const discounts = Array.from({ length: 12 }, (_, month) => month * 2 * 12)
  expect(body.months).toMatchObject(discounts.map((referrerDiscounts) => ({ bills: 24, referrerDiscounts })))
  expect(body).toMatchObject({ milestoneDiscounts: 66 * 2 * 12, total: { revenue: 288 * 240 } })
  expect(body.assumptions).toContainEqual(expect.stringContaining('Rewards that bills do not show'))
  expect(body.assumptions).toContainEqual(expect.stringContaining('have their bill in each month'))
})

test.each([
  [{ price: 19.995 }, 'price'],
  [{ price: 20, friendsPerReferrer: 101 }, 'friendsPerReferrer'],
  [{ price: 20, friendsPerMonth: -1 }, 'friendsPerMonth'],
  [{ price: 20, conversionRate: 101 }, 'conversionRate'],
  [{ price: 20, billingIntervalType: 'WEEK' }, 'billingIntervalType'],
  [{ price: 20, cancelationRate: 3 }, 'cancelationRate'],
  [{ price: 20, program: { referrerHoldDay: 3 } }, 'program.referrerHoldDay'],
  [{ program: {} }, 'price'],
])('a forecast with a wrong value is refused with its field: %o', async (wrong, param) => {
  await service.setProgram({ currency: 'USD' as Currency })
  expect(await forecast(wrong)).toMatchObject({
    status: 400,
    body: { apiErrorCode: 'VALIDATION_FAILED', param },
  })
})

test('a forecast of milestones that are not in order is refused', async () => {
  const reward = { type: 'CREDIT', unit: 'USD', credit: 500 }
  const milestones = [5, 3].map((friends) => ({ friends, reward }))
  expect(await forecast({ price: 20, program: { milestones } })).toMatchObject({
    status: 400,
    body: { param: 'milestones.1.friends' },
  })
})

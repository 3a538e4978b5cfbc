import { addMonths } from '@goodword/domain/values/interval'
import { propertyRuns } from '@goodword/testing/property-runs'
import { testSeed } from '@goodword/testing/test-seed'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { givenOwnBills, OWN_BILLS_START } from '../testing/processor/own-bills.ts'
import { startTestService } from '../testing/test-service.ts'

const service = await startTestService()
const DAY_MS = 86_400_000

/** Bills of so many months each, each some days late, of some price in whole units, 0 for a free one. */
const calendar = fc
  .record({
    side: fc.constantFrom('ada', 'bob'),
    months: fc.constantFrom(1, 2, 3, 6, 12, 24),
    every: fc.constantFrom(1, 1, 3, 6, 12),
    late: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 30, maxLength: 30 }),
    prices: fc.array(fc.constantFrom(30, 30, 50, 0), { minLength: 30, maxLength: 30 }),
  })
  .filter(({ months, every }) => months % every === 0)

test('months are as many bills of any calendar of a merchant’s own, as the API says before each of them', async () => {
  const property = fc.asyncProperty(calendar, async ({ side, months, every, late, prices }) => {
    const { report, user, call, wanted, moveTo, bills } = await givenOwnBills(service, months)
    const code = await user('ada')
    const subscription = { billingIntervalValue: every, billingIntervalType: 'MONTH' }
    await call('POST', '/accountsync', { id: 'bob', referral: { code }, subscription })
    if (side === 'ada') {
      await call('POST', '/accountsync', { id: 'ada', subscription })
      await report('bob', { discount: 3 }, { nextBillDate: null })
    }
    const due = months / every
    const taken: number[] = []
    // A bill of the moment of the conversion does not follow it.
    let date = side === 'ada' ? OWN_BILLS_START + DAY_MS : OWN_BILLS_START
    for (const [index, price] of prices.entries()) {
      if (date > OWN_BILLS_START) await moveTo(new Date(date).toISOString().slice(0, 16))
      const { body } = await call('GET', `/account/${side}/reward?value=${price}`)
      const discount = Number(body.discountAmount)
      const [said] = await wanted(side)
      const before = prices[index - 1]
      // The discount is of the price of the last bill.
      if (price === before && said !== undefined) expect([index, said]).toEqual([index, discount])
      if (price > 0) taken.push(discount / price)
      date = addMonths(date, every) + (late[index] ?? 0) * DAY_MS
      expect((await report(side, { price, discount }, { nextBillDate: date })).status).toBe(201)
      if (taken.length === due + 2) break
    }
    expect(taken).toEqual([...Array.from({ length: due }, () => 0.1), 0, 0].slice(0, taken.length))
    expect((await bills(side)).filter((it) => !it.endsWith('RIGHT'))).toEqual([])
  })
  await fc.assert(property, { numRuns: propertyRuns(3), seed: testSeed, endOnFailure: true })
}, 600_000)

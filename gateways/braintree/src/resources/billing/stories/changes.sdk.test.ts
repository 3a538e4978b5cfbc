import { afterEach, expect, test } from 'vitest'
import type { Merchant } from '../../../model/merchant.ts'
import { givenStory, type Story } from '../../../testing/given-story.ts'

let story: Story
afterEach(() => story.close())

const tenPerCent = { add: [{ inheritedFromId: 'referral_discount', amount: '3.00' }] }

test('an upgrade is charged for the days that are left, with the discount of before', async () => {
  story = await givenStory(onTheFirst)
  await story.begins({ discounts: tenPerCent })
  await story.advanceTo('2026-04-10', 'day ten of thirty')
  await story.changes('upgrade from 30.00 to 60.00', { price: '60.00' })
  await story.bills(2)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-04-01 | it begins                          |     1 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-04-10 | day ten of thirty                  |     1 |   30.00 |      3.00 |                                    |    0.00 | Active
2026-04-10 | upgrade from 30.00 to 60.00        |     1 |   60.00 |      3.00 | 20.00                              |    0.00 | Active
2026-05-01 | bill                               |     2 |   60.00 |      3.00 | 57.00                              |    0.00 | Active
2026-06-01 | bill                               |     3 |   60.00 |      3.00 | 57.00                              |    0.00 | Active
`)
})

test('an upgrade with the discount recomputed is charged for both at once', async () => {
  story = await givenStory(onTheFirst)
  await story.begins({ discounts: tenPerCent })
  await story.advanceTo('2026-04-10', 'day ten of thirty')
  await story.changes('upgrade, 10 % of 60.00 off', {
    price: '60.00',
    discounts: { update: [{ existingId: 'referral_discount', amount: '6.00' }] },
  })
  await story.bills(2)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-04-01 | it begins                          |     1 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-04-10 | day ten of thirty                  |     1 |   30.00 |      3.00 |                                    |    0.00 | Active
2026-04-10 | upgrade, 10 % of 60.00 off         |     1 |   60.00 |      6.00 | 18.00                              |    0.00 | Active
2026-05-01 | bill                               |     2 |   60.00 |      6.00 | 54.00                              |    0.00 | Active
2026-06-01 | bill                               |     3 |   60.00 |      6.00 | 54.00                              |    0.00 | Active
`)
})

test('a downgrade counts from the next bill, with the discount of before', async () => {
  story = await givenStory(onTheFirst)
  await story.begins({ price: '60.00', discounts: tenPerCent })
  await story.advanceTo('2026-04-10', 'day ten of thirty')
  await story.changes('downgrade from 60.00 to 30.00', { price: '30.00' })
  await story.bills(2)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-04-01 | it begins                          |     1 |   60.00 |      3.00 | 57.00                              |    0.00 | Active
2026-04-10 | day ten of thirty                  |     1 |   60.00 |      3.00 |                                    |    0.00 | Active
2026-04-10 | downgrade from 60.00 to 30.00      |     1 |   30.00 |      3.00 |                                    |    0.00 | Active
2026-05-01 | bill                               |     2 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-06-01 | bill                               |     3 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
`)
})

test('a downgrade that is prorated, with the discount recomputed, is credit for the next bills', async () => {
  story = await givenStory(onTheFirst)
  await story.begins({
    price: '60.00',
    discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '6.00' }] },
  })
  await story.advanceTo('2026-04-10', 'day ten of thirty')
  await story.changes('downgrade, 10 % of 30.00 off', {
    price: '30.00',
    discounts: { update: [{ existingId: 'referral_discount', amount: '3.00' }] },
    options: { prorateCharges: true },
  })
  await story.changes('and up to 40.00, from the credit', { price: '40.00' })
  await story.bills(2)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-04-01 | it begins                          |     1 |   60.00 |      6.00 | 54.00                              |    0.00 | Active
2026-04-10 | day ten of thirty                  |     1 |   60.00 |      6.00 |                                    |    0.00 | Active
2026-04-10 | downgrade, 10 % of 30.00 off       |     1 |   30.00 |      3.00 |                                    |  -18.00 | Active
2026-04-10 | and up to 40.00, from the credit   |     1 |   40.00 |      3.00 |                                    |  -11.33 | Active
2026-05-01 | bill                               |     2 |   40.00 |      3.00 | 25.67                              |    0.00 | Active
2026-06-01 | bill                               |     3 |   40.00 |      3.00 | 37.00                              |    0.00 | Active
`)
})

test('an upgrade that cannot be charged is taken back, or owed with the next bill', async () => {
  story = await givenStory(onTheFirst)
  await story.begins({})
  await story.advanceTo('2026-04-16', 'half of April is left')
  await story.changes('an upgrade that is taken back', {
    price: '4530.00',
    options: { revertSubscriptionOnProrationFailure: true },
  })
  await story.changes('an upgrade that is kept', {
    price: '4560.00',
    options: { revertSubscriptionOnProrationFailure: false },
  })
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-04-01 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-04-16 | half of April is left              |     1 |   30.00 |      0.00 |                                    |    0.00 | Active
2026-04-16 | an upgrade that is taken back      |     1 |   30.00 |      0.00 | 2100.00 declined, taken back       |    0.00 | Active
2026-04-16 | an upgrade that is kept            |     1 | 4560.00 |      0.00 | 2114.00 declined                   | 2114.00 | Active
2026-05-01 | bill                               |     2 | 4560.00 |      0.00 | 6674.00                            |    0.00 | Active
`)
})

/** April has thirty days. */
function onTheFirst(merchant: Merchant): void {
  merchant.clock.at = Date.UTC(2026, 3, 1, 12)
}

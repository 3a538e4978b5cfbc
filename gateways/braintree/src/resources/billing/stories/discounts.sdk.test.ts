import { afterEach, expect, test } from 'vitest'
import { givenStory, type Story } from '../../../testing/given-story.ts'

let story: Story
afterEach(() => story.close())

test('ten per cent off, as an amount, are taken off each of twelve bills', async () => {
  story = await givenStory()
  await story.begins({ discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '3.00' }] } })
  await story.bills(11)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-03-31 | bill                               |     3 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-04-30 | bill                               |     4 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-05-31 | bill                               |     5 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-06-30 | bill                               |     6 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-07-31 | bill                               |     7 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-08-31 | bill                               |     8 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-09-30 | bill                               |     9 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-10-31 | bill                               |    10 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-11-30 | bill                               |    11 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-12-31 | bill                               |    12 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
`)
})

test('a discount above the price becomes credit for the bills that follow', async () => {
  story = await givenStory()
  await story.begins({})
  await story.changes('a reward of 50.00, for next month', {
    discounts: {
      add: [{ inheritedFromId: 'referral_discount', amount: '50.00', numberOfBillingCycles: 1 }],
    },
    options: { prorateCharges: false },
  })
  await story.bills(3)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-01-31 | a reward of 50.00, for next month  |     1 |   30.00 |     50.00 |                                    |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |     50.00 |                                    |  -20.00 | Active
2026-03-31 | bill                               |     3 |   30.00 |      0.00 | 10.00                              |    0.00 | Active
2026-04-30 | bill                               |     4 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

test('a discount ends after its number of cycles', async () => {
  story = await givenStory()
  await story.begins({
    discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '5.00', numberOfBillingCycles: 3 }] },
  })
  await story.bills(4)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      5.00 | 25.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      5.00 | 25.00                              |    0.00 | Active
2026-03-31 | bill                               |     3 |   30.00 |      5.00 | 25.00                              |    0.00 | Active
2026-04-30 | bill                               |     4 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-05-31 | bill                               |     5 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

test('a discount that is changed between two bills counts with the next one', async () => {
  story = await givenStory()
  await story.begins({ discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '3.00' }] } })
  await story.bills(1)
  await story.changes('two friends subscribed', {
    discounts: { update: [{ existingId: 'referral_discount', quantity: 2 }] },
    options: { prorateCharges: false },
  })
  await story.bills(1)
  await story.changes('both left again', {
    discounts: { remove: ['referral_discount'] },
    options: { prorateCharges: false },
  })
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      3.00 | 27.00                              |    0.00 | Active
2026-02-28 | two friends subscribed             |     2 |   30.00 |      6.00 |                                    |    0.00 | Active
2026-03-31 | bill                               |     3 |   30.00 |      6.00 | 24.00                              |    0.00 | Active
2026-03-31 | both left again                    |     3 |   30.00 |      0.00 |                                    |    0.00 | Active
2026-04-30 | bill                               |     4 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

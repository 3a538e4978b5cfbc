import { afterEach, expect, test } from 'vitest'
import type { Merchant } from '../../../model/merchant.ts'
import { decline } from '../../../testing/given-decline.ts'
import { givenStory, type Story } from '../../../testing/given-story.ts'
import { givenCard } from '../../../testing/given-subscriber.ts'

let story: Story
afterEach(() => story.close())

test('a declined bill is tried again twice, and is paid by the second', async () => {
  story = await givenStory(retrying('stay_past_due'))
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-03', 'first retry')
  story.merchant.faults = []
  await story.advanceTo('2026-03-08', 'second retry')
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-03 | first retry                        |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-08 | second retry                       |     2 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-03-31 | bill                               |     3 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

test('what is owed grows with each cycle while retries go on at the next billing date', async () => {
  story = await givenStory(retrying('wait_for_next_billing_date'))
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-03', 'first retry')
  await story.advanceTo('2026-03-08', 'second retry')
  await story.bills(1)
  story.merchant.faults = []
  await story.advanceTo('2026-04-04', 'first retry, with the money')
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-03 | first retry                        |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-08 | second retry                       |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-31 | bill                               |     3 |   30.00 |      0.00 | 60.00 declined                     |   60.00 | Past Due
2026-04-04 | first retry, with the money        |     3 |   30.00 |      0.00 | 60.00                              |    0.00 | Active
2026-04-30 | bill                               |     4 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

test('unless the merchant decides otherwise, each billing date is another attempt', async () => {
  story = await givenStory()
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-10', 'first retry')
  await story.advanceTo('2026-03-20', 'second retry')
  await story.bills(1)
  await story.advanceTo('2026-04-20', 'two more retries')
  story.merchant.faults = []
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-10 | first retry                        |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-20 | second retry                       |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-31 | bill                               |     3 |   30.00 |      0.00 | 60.00 declined                     |   60.00 | Past Due
2026-04-20 | two more retries                   |     3 |   30.00 |      0.00 | 60.00 declined, 60.00 declined     |   60.00 | Past Due
2026-04-30 | bill                               |     4 |   30.00 |      0.00 | 90.00                              |    0.00 | Active
`)
})

test('a subscription that is left past due is charged no more, and owes each cycle', async () => {
  story = await givenStory(retrying('stay_past_due'))
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-03', 'first retry')
  await story.advanceTo('2026-03-08', 'second retry')
  await story.bills(1)
  story.merchant.faults = []
  await story.does('a retry by hand', async () => {
    await story.gateway.subscription.retryCharge(story.id, undefined, true)
  })
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-03 | first retry                        |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-08 | second retry                       |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-31 | bill                               |     3 |   30.00 |      0.00 |                                    |   60.00 | Past Due
2026-03-31 | a retry by hand                    |     3 |   30.00 |      0.00 | 60.00                              |    0.00 | Active
2026-04-30 | bill                               |     4 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

test('a subscription is canceled once its retries have failed, and keeps what it owes', async () => {
  story = await givenStory(retrying('cancel'))
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-03', 'first retry')
  await story.advanceTo('2026-03-08', 'second retry')
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-03 | first retry                        |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-08 | second retry                       |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Canceled
`)
})

test('another card is charged at once for what is owed', async () => {
  story = await givenStory(retrying('stay_past_due'))
  givenCard(story.merchant, 'jane', 'new_card', '5555555555554444')
  await story.begins({})
  decline(story.merchant, 'jane_card')
  await story.bills(1)
  await story.changes('a new card', { paymentMethodToken: 'new_card' })
  await story.bills(1)
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-02-28 | a new card                         |     2 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-03-31 | bill                               |     3 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
`)
})

test('a debt outlives the last cycle, and the subscription expires once it is paid', async () => {
  story = await givenStory(retrying('stay_past_due'))
  await story.begins({ numberOfBillingCycles: 2 })
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-03', 'first retry')
  await story.advanceTo('2026-03-08', 'second retry')
  await story.advanceTo('2026-05-01', 'the last cycle is over')
  story.merchant.faults = []
  await story.does('a retry by hand', async () => {
    await story.gateway.subscription.retryCharge(story.id, undefined, true)
  })
  expect(story.table()).toBe(`
day        | what happens                       | cycle |   price | discounts | charged                            | balance | status
2026-01-31 | it begins                          |     1 |   30.00 |      0.00 | 30.00                              |    0.00 | Active
2026-02-28 | bill                               |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-03 | first retry                        |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-03-08 | second retry                       |     2 |   30.00 |      0.00 | 30.00 declined                     |   30.00 | Past Due
2026-05-01 | the last cycle is over             |     2 |   30.00 |      0.00 |                                    |   30.00 | Past Due
2026-05-01 | a retry by hand                    |     2 |   30.00 |      0.00 | 30.00                              |    0.00 | Expired
`)
})

function retrying(afterRetries: Merchant['settings']['afterRetries']) {
  return (merchant: Merchant) => {
    merchant.settings = { ...merchant.settings, retryAfterDays: [3, 5], afterRetries }
  }
}

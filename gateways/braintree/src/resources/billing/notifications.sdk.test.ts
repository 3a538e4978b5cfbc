import { givenListener } from '@goodword/sandbox/testing/given-listener'
import { journalOf } from '@goodword/sandbox/testing/journal-of'
import { afterAll, afterEach, expect, test } from 'vitest'
import { dayOf } from '../../model/day.ts'
import type { Merchant } from '../../model/merchant.ts'
import type { Trial } from '../../model/plan.ts'
import { decline } from '../../testing/given-decline.ts'
import { givenPlan } from '../../testing/given-shop.ts'
import { givenStory, type Story } from '../../testing/given-story.ts'
import { givenCard } from '../../testing/given-subscriber.ts'

const listener = await givenListener()
let story: Story
afterEach(() => story.close())
afterAll(() => listener.close())

test('a subscription that is paid when it begins went active, and was charged', async () => {
  story = await givenStory(listening)
  await story.begins({})
  await story.bills(1)
  expect(sentKinds()).toEqual([
    '2026-01-31 went_active',
    '2026-01-31 charged_successfully',
    '2026-02-28 charged_successfully',
  ])
})

test('a trial ends, and its first charge is no going active', async () => {
  story = await givenStory(listening)
  const trial: Trial = { duration: 3, unit: 'day' }
  givenPlan(story.merchant, 'trial', { trial })
  await story.begins({ planId: 'trial' })
  await story.bills(1)
  expect(sentKinds()).toEqual(['2026-02-03 trial_ended', '2026-02-03 charged_successfully'])
})

test('a subscription that begins later goes active with its first bill', async () => {
  story = await givenStory(listening)
  await story.begins({ billingDayOfMonth: 5 })
  expect(sentKinds()).toEqual([])
  await story.bills(1)
  expect(sentKinds()).toEqual(['2026-02-05 went_active', '2026-02-05 charged_successfully'])
})

test('a bill of nothing is skipped, and the first that is paid is what makes it active', async () => {
  story = await givenStory(listening)
  await story.begins({
    discounts: { add: [{ inheritedFromId: 'referral_discount', amount: '50.00', numberOfBillingCycles: 1 }] },
  })
  await story.bills(1)
  expect(sentKinds()).toEqual([
    '2026-01-31 billing_skipped',
    '2026-02-28 went_active',
    '2026-02-28 charged_successfully',
  ])
})

test('every declined attempt has a notification, going past due and becoming active have one each', async () => {
  story = await givenStory(listening)
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  await story.advanceTo('2026-03-03', 'first retry')
  story.merchant.faults = []
  await story.advanceTo('2026-03-08', 'second retry')
  expect(sentKinds().slice(2)).toEqual([
    '2026-02-28 charged_unsuccessfully',
    '2026-02-28 went_past_due',
    '2026-03-03 charged_unsuccessfully',
    '2026-03-08 went_active',
    '2026-03-08 charged_successfully',
  ])
})

test('a declined manual retry and a declined first charge have no notification', async () => {
  story = await givenStory(listening)
  await story.begins({})
  decline(story.merchant)
  await story.bills(1)
  const before = sentKinds().length
  await story.gateway.subscription.retryCharge(story.id, undefined, true)
  await story.gateway.subscription.create({ paymentMethodToken: 'jane_card', planId: 'monthly' })
  expect(sentKinds()).toHaveLength(before)
})

test('another card that pays what was owed makes the subscription active', async () => {
  story = await givenStory(listening)
  givenCard(story.merchant, 'jane', 'new_card', '5555555555554444')
  await story.begins({})
  decline(story.merchant, 'jane_card')
  await story.bills(1)
  await story.changes('a new card', { paymentMethodToken: 'new_card' })
  expect(sentKinds().slice(-2)).toEqual(['2026-02-28 went_active', '2026-02-28 charged_successfully'])
})

test('each expiry and each cancellation has one notification', async () => {
  story = await givenStory(listening)
  await story.begins({ numberOfBillingCycles: 2 })
  await story.advanceTo('2026-05-01', 'two cycles are over')
  await story.begins({})
  await story.gateway.subscription.cancel(story.id)
  await story.gateway.subscription.cancel(story.id)
  expect(sentKinds()).toEqual([
    '2026-01-31 went_active',
    '2026-01-31 charged_successfully',
    '2026-02-28 charged_successfully',
    '2026-03-31 expired',
    '2026-05-01 went_active',
    '2026-05-01 charged_successfully',
    '2026-05-01 canceled',
  ])
})

test('a proration is a charge like others', async () => {
  story = await givenStory(listening)
  await story.begins({})
  await story.changes('an upgrade', { price: '60.00' })
  expect(sentKinds().slice(-1)).toEqual(['2026-01-31 charged_successfully'])
})

function listening(merchant: Merchant): void {
  merchant.settings = { ...merchant.settings, retryAfterDays: [3, 5] }
  merchant.destinations = [{ id: 'listener', url: listener.url, kinds: null }]
}

/** Day and kind of all notifications, in order. */
function sentKinds(): readonly string[] {
  return journalOf(story.merchant).map(
    ({ kind, createdAt }) => `${dayOf(createdAt)} ${kind.replace('subscription_', '')}`,
  )
}

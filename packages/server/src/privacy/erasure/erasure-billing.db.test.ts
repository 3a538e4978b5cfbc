import { expect, test } from 'vitest'
import { tracesIn } from '../../testing/erasure/erased-traces.ts'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { owner } = service

test('I15: a live subscription keeps its discount after an erasure, and what names its customer goes when it ends', async () => {
  const story = await BillingStory.begin(service)
  const code = await story.user('ada')
  const word = 'subscriberix'
  const bob = await story.subscribe(word)
  await story.link(bob, code)
  await story.call('POST', '/user', { accountId: word, id: `${word}_user`, email: `${word}@example.com` })
  await story.moveTo('2040-03-01T12:00')

  const path = `/account/${word}/user/${word}_user`
  expect((await story.call('DELETE', path)).body).toMatchObject({ state: 'ERASING', accountErased: true })
  await story.moveTo('2040-03-02T12:00')
  expect((await story.call('DELETE', path)).body).toMatchObject({ state: 'WAITING', dateErased: null })
  // Only the processor's IDs are left.
  expect(await tracesIn(owner, [`${word}_user`, `${word}@example.com`])).toEqual([])
  const left = (await tracesIn(owner, [word])).map((it) => / in (\w+) /.exec(it)?.[1])
  expect(new Set(left)).toEqual(new Set(['account', 'processor_customer', 'processor_subscription', 'job']))

  // The account is still found by its former ID, and its bills stay right for the twelve months.
  expect((await story.call('GET', `/account/${word}/reward`)).body).toMatchObject({ discountPercentage: 10 })
  await story.moveTo('2041-04-01T12:00')
  const payments = await story.payments(bob.subscriptionId)
  expect(payments.slice(1, 12)).toEqual(Array.from({ length: 11 }, () => '27.00'))
  expect(payments[12]).toBe('30.00')
  expect(await story.refunds(bob)).toEqual(['3.00'])

  await story.tenant.shop.sdk.subscription.cancel(bob.subscriptionId)
  await story.notify()
  await story.moveTo('2041-04-06T12:00')
  // It has waited for the customer to be read on that day.
  await story.moveTo('2041-04-06T13:00')
  expect((await story.call('DELETE', path)).body).toMatchObject({ state: 'ERASED' })
  expect(await tracesIn(owner, [word])).toEqual([])
})

test('a notification about an erased customer is processed, and its payload is not kept', async () => {
  const story = await BillingStory.begin(service)
  const word = 'notificandus'
  const customer = await story.subscribe(word)
  await story.bind(customer)
  await story.call('POST', '/user', { accountId: word, id: `${word}_user` })
  await story.call('DELETE', `/account/${word}/user/${word}_user`)
  await story.moveTo('2040-02-02T12:00')
  const { sdk } = story.tenant.shop
  const { bt_signature, bt_payload } = await sdk.webhookTesting.sampleNotification(
    'subscription_charged_successfully' as never,
    customer.subscriptionId,
  )
  const { statusCode } = await service.app.inject({
    method: 'POST',
    url: story.tenant.hook,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ bt_signature, bt_payload }).toString(),
  })
  expect(statusCode).toBe(200)
  await story.runJobs()
  const stored = await owner.query(
    {
      name: '',
      text: `select payload, outcome from app.processor_notification where tenant_id = '${story.alias}'`,
    },
    [],
  )
  expect(stored).toEqual([{ payload: null, outcome: 'CUSTOMER_FOUND' }])
})

import { afterAll, expect, test } from 'vitest'
import { ledgerOf } from '../../testing/processor/kept-bills.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { beginDraftStory } from '../../testing/processor/stripe/draft-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

const AFTER_FIRST_BILL = Date.parse('2040-02-29T14:00:00Z')

/** Ada has 10 % off a subscription of 3.00 for each cup. */
async function begin() {
  const it = await beginDraftStory(service, sandbox)
  const { story, sdk } = it
  const meter = await sdk.billing.meters.create({
    display_name: 'Cups',
    event_name: 'cup',
    default_aggregation: { formula: 'sum' },
  })
  const recurring = { interval: 'month', usage_type: 'metered', meter: meter.id } as const
  const price = await story.tenant.shop.addPrice(3_00, recurring)
  const customer = await story.tenant.shop.addCustomer()
  const { id } = await sdk.subscriptions.create({ customer, items: [{ price }] })
  const ada = { name: 'ada', customerId: customer, subscriptionId: id }
  await story.user('ada')
  await story.bind(ada)
  await it.percent('ada')
  return {
    ...it,
    ada,
    use: async (cups: number) => {
      const payload = { stripe_customer_id: customer, value: `${cups}` }
      await sdk.billing.meterEvents.create({ event_name: 'cup', payload })
      await story.ok('POST', '/connection/reconcile', { accountId: 'ada' })
    },
    discount: async () => (await story.call('GET', '/discounts?accountId=ada')).body.discounts,
  }
}

test('a bill by usage has its percentage off, once, and until then the discount is that of what was used so far', async () => {
  const { story, ada, use, discount, totals, holds } = await begin()
  expect(await discount()).toMatchObject([{ expectedAmount: 0, actualAmount: 0, state: 'IN_STEP' }])
  await use(20)
  expect(await discount()).toMatchObject([{ expectedAmount: 6, actualAmount: 6, state: 'IN_STEP' }])
  await story.passTo(AFTER_FIRST_BILL)
  expect(await totals(ada)).toEqual(['0.00', '54.00'])
  const { bills } = await story.ok('GET', '/bills?accountId=ada')
  expect(bills).toMatchObject([{ price: 60, expectedDiscount: 6, actualDiscount: 6, state: 'RIGHT' }])
  expect(await ledgerOf(story)).not.toContain('WRONG')
  expect(await holds()).toEqual([])
})

test('without a forecast the amounts are not known, and the discount is removed with the connection all the same', async () => {
  const { story, sdk, control, ada, use, discount } = await begin()
  const preview = { method: 'POST', path: '/invoices/create_preview' }
  await control('POST', '/faults', { ...preview, action: { kind: 'status', status: 403 } })
  await use(20)
  expect(await discount()).toMatchObject([
    { expectedAmount: null, actualAmount: null, state: 'IN_STEP', reason: 'PRICE_UNKNOWN' },
  ])
  const removed = await story.call('DELETE', '/connection?discounts=REMOVE')
  expect(removed.body).toMatchObject({ state: 'REMOVING', discountsLeft: 1 })
  await story.runJobs()
  expect((await sdk.subscriptions.retrieve(ada.subscriptionId)).discounts).toEqual([])
})

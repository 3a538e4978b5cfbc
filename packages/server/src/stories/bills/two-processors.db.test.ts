import { afterAll, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { monthly } from '../../testing/processor/scenarios/bill-table.ts'
import { describeBills, describeStripeBills } from '../../testing/processor/scenarios/describe-bills.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())
const [atBraintree, atStripe] = [
  await BillingStory.begin(service, 2),
  await StripeStory.begin(service, sandbox, { months: 2 }),
]

const bills = {
  ada: monthly(0, 300, 300, 0),
  bob: monthly(300, 300, 0, 0),
}
const until = '2040-05-02'

/** Both go on at the same time, and the accounts of both tenants have the same IDs. */
await Promise.all([
  describeBills('at Braintree, while another program of the service is connected to Stripe', {
    story: atBraintree,
    until,
    scenarios: [
      {
        name: 'a friend and a referrer have 10 % off two bills each',
        acts: {
          '2040-01-31': (it) => it.pair({ discount: '3.00' }),
        },
        bills,
      },
    ],
  }),
  describeStripeBills('at Stripe, while another program of the service is connected to Braintree', {
    story: atStripe,
    until,
    scenarios: [
      {
        name: 'a friend and a referrer have 10 % off two bills each',
        acts: {
          '2040-01-31': (it) => it.pair({ percent: 10 }),
        },
        bills,
      },
    ],
  }),
])

test('a program that moves from Braintree to Stripe takes its discounts off there, and keeps its people and referrals', async () => {
  const before = await BillingStory.begin(service)
  const code = await before.user('ada')
  const ada = await before.subscribe('ada')
  await before.bind(ada)
  await before.link(await before.subscribe('bob', { discount: '3.00' }), code)
  expect(await before.discount(ada.subscriptionId)).toBe('3.00')
  await before.ok('DELETE', '/connection?discounts=REMOVE')
  await before.moveTo('2040-01-31T13:00')
  expect((await before.call('GET', '/connection')).status).toBe(404)
  expect(await before.discount(ada.subscriptionId)).toBeNull()

  const after = await StripeStory.moved(before, sandbox)
  const cyd = await after.subscribe('cyd', { percent: 10 })
  expect((await after.link(cyd, code)).status).toBe(201)
  await after.passTo(Date.parse('2040-03-01T12:00:00Z'))
  const totals = async ({ subscriptionId: subscription }: { readonly subscriptionId: string }) =>
    (await after.tenant.shop.sdk.invoices.list({ subscription })).data.map(({ total }) => total)
  expect(await totals(cyd)).toEqual([27_00, 27_00])
  expect((await after.call('GET', '/account/ada/reward')).body).toMatchObject({ referrerDiscountPercent: 20 })

  // Stripe does not have the customers of Braintree, so that the accounts can be linked to those that it has.
  const [adaThere, bobThere] = [await after.subscribe('ada'), await after.subscribe('bob')]
  for (const it of [adaThere, bobThere]) await after.bind(it)
  await after.passTo(Date.parse('2040-05-02T12:00:00Z'))
  expect(await totals(adaThere)).toEqual([24_00, 24_00, 30_00])
  // The account keeps its customer.
  expect(
    (await after.call('POST', '/accountsync', { id: 'ada', paymentProviderId: 'cus_another' })).status,
  ).toBe(409)
})

import type Stripe from 'stripe'
import { afterAll, expect, test } from 'vitest'
import { billsOf } from '../../testing/processor/kept-bills.ts'
import { startLocalSandbox } from '../../testing/processor/local-sandbox.ts'
import { beginDraftStory } from '../../testing/processor/stripe/draft-story.ts'
import { StripeStory } from '../../testing/processor/stripe/stripe-story.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const sandbox = await startLocalSandbox('stripe')
afterAll(() => sandbox.close())

/** Items of a subscription: the price of each month in minor units, and the tax rates of that item in percent. */
type Case = {
  readonly items: readonly { readonly minor: number; readonly rates: readonly number[] }[]
  readonly inclusive?: boolean
  readonly currency?: string
}

const cases: readonly [string, Case, paid: number, back: number][] = [
  ['no tax', { items: [{ minor: 30_00, rates: [] }] }, 30_00, 3_00],
  ['a tax on top of the price', { items: [{ minor: 30_00, rates: [20] }] }, 36_00, 3_60],
  ['a tax within the price', { items: [{ minor: 30_00, rates: [20] }], inclusive: true }, 30_00, 3_00],
  ['two taxes on one price', { items: [{ minor: 33_33, rates: [5, 9.975] }] }, 38_32, 3_83],
  [
    'two rates in one invoice',
    {
      items: [
        { minor: 20_00, rates: [20] },
        { minor: 10_00, rates: [5] },
      ],
    },
    34_50,
    3_45,
  ],
  ['a currency without decimals', { items: [{ minor: 990, rates: [10] }], currency: 'jpy' }, 1089, 109],
  [
    'a currency with three decimals',
    { items: [{ minor: 9_900, rates: [5] }], currency: 'kwd' },
    10_400,
    1_040,
  ],
]

async function subscriptionOf(sdk: Stripe, { items, inclusive = false, currency = 'usd' }: Case) {
  const product = await sdk.products.create({ name: 'Tea' })
  const priced = items.map(async ({ minor, rates }) => {
    const recurring = { interval: 'month' } as const
    const price = await sdk.prices.create({ currency, unit_amount: minor, product: product.id, recurring })
    const made = rates.map((percentage) =>
      sdk.taxRates.create({ display_name: 'VAT', percentage, inclusive }),
    )
    const tax_rates = (await Promise.all(made)).map(({ id }) => id)
    return { price: price.id, ...(tax_rates.length > 0 && { tax_rates }) }
  })
  return Promise.all(priced)
}

const story = await StripeStory.begin(service, sandbox)
const code = await story.user('ada')
let friends = 0

test.each(cases)(
  'a friend whose code was not looked up has paid what the discount leaves, after %s, by a credit note',
  async (_what, wanted, paid, back) => {
    const { sdk, addCustomer } = story.tenant.shop
    const items = await subscriptionOf(sdk, wanted)
    friends += 1
    const name = `friend_${friends}`
    const subscribe = async (coupons: readonly string[]) => {
      const customer = await addCustomer()
      const discounts = coupons.map((coupon) => ({ coupon }))
      const { id } = await sdk.subscriptions.create({
        customer,
        items,
        ...(coupons.length > 0 && { discounts }),
      })
      const [invoice] = (await sdk.invoices.list({ subscription: id })).data
      if (invoice === undefined) throw new Error('no invoice')
      return { subscriber: { name, customerId: customer, subscriptionId: id }, invoice }
    }
    const bob = await subscribe([])
    const lookedUp = await subscribe([await story.ourCoupon(10)])
    await story.link(bob.subscriber, code)
    await story.runJobs()

    const [note, ...more] = (await sdk.creditNotes.list({ invoice: bob.invoice.id })).data
    expect(more).toEqual([])
    const taxOf = (taxes: readonly { readonly amount: number }[] | null) =>
      (taxes ?? []).reduce((sum, { amount }) => sum + amount, 0)
    expect({
      paid: bob.invoice.total,
      back: note?.total,
      refunds: note?.refunds.map((it) => it.amount_refunded),
      left: bob.invoice.total - (note?.total ?? 0),
      tax: taxOf(bob.invoice.total_taxes) - taxOf(note?.total_taxes ?? null),
    }).toEqual({
      paid,
      back,
      refunds: [back],
      left: lookedUp.invoice.total,
      tax: taxOf(lookedUp.invoice.total_taxes),
    })
    const unit = wanted.currency === 'jpy' ? 1 : wanted.currency === 'kwd' ? 1000 : 100
    expect(await billsOf(story, `&accountId=${name}`)).toMatchObject([
      {
        state: 'MENDED',
        reason: 'FIRST_BILL_REFUNDED',
        charged: paid / unit,
        refunded: back / unit,
        owed: 0,
      },
    ])
  },
)

test.each([
  ['nothing', 0, 3_60],
  ['less', 1_00, 2_60],
  ['as much', 3_60, 0],
  ['more', 20_00, 0],
])(
  'after staff gave back %s by a credit note to the balance, the rest is credited, with its tax',
  async (_what, byHand, rest) => {
    const it = await beginDraftStory(service, sandbox, { isHeard: false })
    const { sdk } = it
    const [item] = await subscriptionOf(sdk, { items: [{ minor: 30_00, rates: [20] }] })
    const customerId = await it.story.tenant.shop.addCustomer()
    const { id } = await sdk.subscriptions.create({
      customer: customerId,
      items: item === undefined ? [] : [item],
    })
    await it.story.user('ada')
    await it.story.bind({ name: 'ada', customerId, subscriptionId: id })
    await it.percent('ada')
    const coupon = async () => (await sdk.subscriptions.retrieve(id)).discounts
    expect(await coupon()).toHaveLength(1)
    await sdk.subscriptions.update(id, { discounts: '' })
    await it.story.passTo(Date.parse('2040-02-29T15:00Z'))
    const [invoice] = (await sdk.invoices.list({ subscription: id })).data
    if (invoice === undefined) throw new Error('no invoice')
    expect(invoice.total).toBe(36_00)
    if (byHand > 0)
      await sdk.creditNotes.create({ invoice: invoice.id, amount: byHand, credit_amount: byHand })
    await it.passUnheard(Date.parse('2040-02-29T15:00Z'))
    await it.story.runJobs()
    await it.story.runJobs()
    const notes = (await sdk.creditNotes.list({ invoice: invoice.id })).data.map(({ total }) => total)
    expect(notes.toReversed()).toEqual([byHand, rest].filter((each) => each > 0))
    const reason = rest === 0 ? 'GIVEN_BACK_BY_OTHERS' : 'CREDITED'
    expect(await billsOf(it.story)).toMatchObject([
      { state: 'MENDED', reason, addedTax: 6, refunded: (byHand + rest) / 100, owed: 0 },
    ])
    expect(await sdk.customers.retrieve(customerId)).toMatchObject({ balance: 0 - byHand - rest })
  },
)

test('a credit note for all of the converting payment holds the referrer’s side, as a refund of it does', async () => {
  const { sdk } = story.tenant.shop
  const bob = await story.subscribe('bob', { percent: 10 })
  await story.link(bob, code)
  const referral = async () => (await story.account('bob')).referral
  expect(await referral()).toMatchObject({ status: 'CONVERTED', referrerReward: { statuses: ['AVAILABLE'] } })
  const [invoice] = (await sdk.invoices.list({ customer: bob.customerId })).data
  await sdk.creditNotes.create({ invoice: invoice?.id ?? '', amount: 27_00, credit_amount: 27_00 })
  await story.ok('POST', '/connection/reconcile', { accountId: 'bob' })
  const { body } = await story.call('GET', '/referrals?referredAccountId=bob')
  expect(body.referrals).toMatchObject([
    { referrerModerationStatus: 'PENDING', fraudSignals: [{ rule: 'FIRST_PAYMENT_REFUNDED' }] },
  ])
})

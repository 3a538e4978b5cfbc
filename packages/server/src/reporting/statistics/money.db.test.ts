import { describe, expect, test } from 'vitest'
import { BillingStory } from '../../testing/processor/billing-story.ts'
import { billsOf, setByHand } from '../../testing/processor/kept-bills.ts'
import { StatisticsStory } from '../../testing/statistics/statistics-story.ts'
import { startTestService } from '../../testing/test-service.ts'
import { savePayments } from '../../tracking/rows/statistics/payments.ts'
import { recountStatistics } from './recount-statistics.ts'

const service = await startTestService()
const { ctx, live, operator } = service
const story = new StatisticsStory(service)
const acme = story.merchant

describe('money', () => {
  const payment = {
    payment_id: 'p1',
    currency: 'EUR' as never,
    paid_at: 0,
    charged_minor: 2700,
    refunded_minor: 0,
    discount_minor: 300,
    referring_user_id: null,
  }
  const save = (changes: Partial<typeof payment>) =>
    ctx.writeTenant(live.alias, async (tx) => {
      const account_id = tx.newId<never>()
      savePayments(tx, [{ ...payment, paid_at: tx.now, account_id, ...changes }])
    })
  const euros = async () => (await story.read()).money.find((it) => it.currency === 'EUR')

  test('the money is what the processor says last of each payment', async () => {
    await save({})
    await story.settle()
    expect(await euros()).toEqual({
      currency: 'EUR',
      charged: 27,
      refunded: 0,
      reported: 0,
      reportedConversions: 0,
      discounts: 3,
      creditRedeemed: 0,
    })
    await save({})
    await save({ payment_id: 'p2', charged_minor: 3000, discount_minor: 0 })
    await save({ charged_minor: 0, discount_minor: 0 })
    await story.settle()
    expect(await euros()).toMatchObject({ charged: 30, discounts: 0 })
    await save({ payment_id: 'p2', charged_minor: 3000, refunded_minor: 250, discount_minor: 0 })
    await story.settle()
    expect(await euros()).toMatchObject({ charged: 30, refunded: 2.5 })
    expect(await recountStatistics(operator, live.alias)).toMatchObject({ differences: 0 })
    expect(await euros()).toMatchObject({ charged: 30, refunded: 2.5 })
  })

  test('the money that was reported is the price at the conversion, in its own currency', async () => {
    const { code } = await story.referrer()
    for (const [id, currency, value] of [
      ['yen', 'JPY', 4900],
      ['dinar', 'KWD', 4.905],
    ] as const) {
      await acme.friend(id, code)
      await acme.sync(id, { currency, subscription: { status: 'PAID', value } })
      await acme.sync(id, { currency, subscription: { value: 1 } })
    }
    await story.settle()
    // A conversion without a price is in no sum.
    await acme.friend('unpriced', code)
    await acme.pay('unpriced')
    await story.settle()
    const { money } = await story.read()
    expect(money.map((it) => it.reportedConversions)).toEqual([0, 1, 1])
    const reported = Object.fromEntries(money.map((it) => [it.currency, it.reported]))
    expect(reported).toMatchObject({ JPY: 4900, KWD: 4.905 })
  })

  test('the money of redeemed credit is counted as credit and as rewards', async () => {
    await acme.sync('saver')
    await acme.give('saver', { type: 'CREDIT', unit: 'CHF', credit: 1000 })
    await acme.give('saver', { type: 'CREDIT', unit: 'COFFEE', credit: 5 })
    await acme.redeem('saver', 'CHF', 400)
    await acme.redeem('saver', 'COFFEE', 2)
    await story.settle()
    const { money, rewards } = await story.read()
    expect(money.find((it) => it.currency === 'CHF')).toMatchObject({ creditRedeemed: 4, charged: 0 })
    expect(money.map((it) => it.currency)).not.toContain('COFFEE')
    const figures = (unit: string) => rewards.find((it) => it.unit === unit)
    const none = { expired: 0, cancelled: 0 }
    expect(figures('CHF')).toEqual({
      type: 'CREDIT',
      unit: 'CHF',
      given: 1000,
      redeemed: 400,
      owed: 600,
      ...none,
    })
    expect(figures('COFFEE')).toEqual({
      type: 'CREDIT',
      unit: 'COFFEE',
      given: 5,
      redeemed: 2,
      owed: 3,
      ...none,
    })
  })

  test('the money is what the payment processor really charged, gave back and took off', async () => {
    const billing = await BillingStory.begin(service)
    const code = await billing.user('ada')
    // With the discount from the first bill on: 27.00 on three bills.
    const bob = await billing.subscribe('bob', { discount: '3.00' })
    await billing.link(bob, code)
    // Without it on the first bill, which is refunded: 30.00, 27.00, 27.00.
    const cyd = await billing.subscribe('cyd')
    await billing.link(cyd, code)
    // The account is not referred, so its payments are no revenue of the program.
    const dan = await billing.subscribe('dan')
    await billing.bind(dan)
    await billing.moveTo('2040-04-15T12:00')
    await story.settle(billing.alias)
    const { money, referrers } = await story.read(billing.alias, { from: '2040-01-01' })
    const paid = [bob, cyd].map((it) => billing.payments(it.subscriptionId))
    expect((await Promise.all(paid)).flat()).toEqual(['27.00', '27.00', '27.00', '30.00', '27.00', '27.00'])
    expect(money).toEqual([
      {
        currency: 'USD',
        charged: 165,
        refunded: 3,
        reported: 0,
        reportedConversions: 0,
        // Five bills of 3.00 less, and the refund of the missing part on another.
        discounts: 18,
        creditRedeemed: 0,
      },
    ])
    const brought = [{ currency: 'USD', amount: 162 }]
    expect(referrers).toEqual([expect.objectContaining({ accountId: 'ada', converted: 2, brought })])
    expect((await billing.call('GET', '/account/ada/user/ada_user/figures')).body).toMatchObject({ brought })
    const { body } = await billing.call('GET', '/statistics/referrers?from=2040-01-01&to=2040-02-10')
    expect(body.referrers).toEqual([expect.objectContaining({ brought: [{ currency: 'USD', amount: 57 }] })])
  })

  test('the money has the discounts of bills that came to nothing, and what was refunded of missing ones', async () => {
    const billing = await BillingStory.begin(service)
    await billing.user('ada')
    // The account is not referred: its payments are no revenue, and its rewards are a cost all the same.
    const ada = await billing.subscribe('ada')
    await billing.bind(ada)
    const reward = { type: 'CREDIT', unit: 'USD', credit: 4000 }
    await billing.call('POST', '/rewards', { accountId: 'ada', reward }, { 'idempotency-key': 'credit' })
    await billing.runJobs()
    await billing.moveTo('2040-03-31T05:30')
    await setByHand(billing, ada, null)
    await billing.moveTo('2040-04-02T12:00')
    const [bill] = await billsOf(billing, '&state=WRONG')
    await billing.call('POST', `/bills/${String(bill?.id)}/mend`)
    await billing.runJobs()
    expect(await billing.refunds(ada)).toEqual(['10.00'])
    await story.settle(billing.alias)
    const { money } = await story.read(billing.alias, { from: '2040-01-01' })
    expect(money).toMatchObject([{ currency: 'USD', charged: 0, refunded: 0, discounts: 40 }])
  })
})

import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY, givenShop, HOUR, useCard } from '../testing/given-shop.ts'
import { type GivenStripe, givenStripe } from '../testing/given-stripe.ts'

const RENEWAL = 28 * DAY

let given: GivenStripe
let stripe: Stripe
beforeAll(async () => {
  given = await givenStripe()
  stripe = given.stripe
})
afterAll(() => given.close())

describe('the balance', () => {
  test('credit is taken by the next invoices until it is used up, after the total', async () => {
    const shop = await givenShop(given)
    await stripe.customers.createBalanceTransaction(shop.customer, {
      amount: -70_00,
      currency: 'usd',
      description: 'Reward',
    })
    await shop.subscribe()
    await shop.advance(RENEWAL + 2 * HOUR)
    const [first, second] = await shop.invoices()
    expect(first).toMatchObject({
      total: 50_00,
      starting_balance: -70_00,
      ending_balance: -20_00,
      amount_due: 0,
      status: 'paid',
    })
    expect(second).toMatchObject({
      total: 50_00,
      starting_balance: -20_00,
      ending_balance: 0,
      amount_due: 30_00,
      amount_paid: 30_00,
    })
    expect(await stripe.customers.retrieve(shop.customer)).toMatchObject({ balance: 0 })
    const { data } = await stripe.customers.listBalanceTransactions(shop.customer)
    expect(data.map(({ type, amount, ending_balance }) => [type, amount, ending_balance])).toEqual([
      ['applied_to_invoice', 20_00, 0],
      ['applied_to_invoice', 50_00, -20_00],
      ['adjustment', -70_00, -70_00],
    ])
  })

  test('an invoice below nothing becomes credit, and one that is voided gives its credit back', async () => {
    const shop = await givenShop(given)
    await stripe.invoiceItems.create({ customer: shop.customer, amount: -80_00, currency: 'usd' })
    await shop.subscribe()
    expect((await shop.invoices())[0]).toMatchObject({
      total: -30_00,
      amount_due: 0,
      ending_balance: -30_00,
      status: 'paid',
    })
    await useCard(stripe, shop.customer, 'pm_card_chargeCustomerFail')
    await shop.advance(RENEWAL + 2 * HOUR)
    const open = (await shop.invoices()).at(-1)
    expect(open).toMatchObject({ status: 'open', amount_due: 20_00, ending_balance: 0 })
    expect(await stripe.invoices.voidInvoice(open?.id ?? '')).toMatchObject({
      status: 'void',
      amount_remaining: 0,
    })
    expect(await stripe.customers.retrieve(shop.customer)).toMatchObject({ balance: -30_00 })
  })

  test('what is too little to be charged is carried to the next invoice', async () => {
    const shop = await givenShop(given, { unitAmount: 30 })
    await shop.subscribe()
    await shop.advance(RENEWAL + 2 * HOUR)
    const [first, second] = await shop.invoices()
    expect(first).toMatchObject({ total: 30, amount_due: 0, ending_balance: 30, status: 'paid' })
    expect(second).toMatchObject({ total: 30, starting_balance: 30, amount_due: 60, amount_paid: 60 })
    const { data } = await stripe.customers.listBalanceTransactions(shop.customer)
    expect(data.map(({ type }) => type)).toEqual(['applied_to_invoice', 'invoice_too_small'])
  })

  test('each currency has its own', async () => {
    const shop = await givenShop(given, { currency: 'eur' })
    await stripe.customers.createBalanceTransaction(shop.customer, { amount: -10_00, currency: 'usd' })
    await shop.subscribe()
    expect((await shop.invoices())[0]).toMatchObject({
      currency: 'eur',
      amount_due: 50_00,
      starting_balance: 0,
    })
  })
})

test('the credit in each currency is there when it is asked for, with the opposite sign', async () => {
  const { id } = await stripe.customers.create({})
  await stripe.customers.createBalanceTransaction(id, { amount: -5_00, currency: 'eur' })
  await stripe.customers.createBalanceTransaction(id, { amount: 2_00, currency: 'usd' })
  expect(await stripe.customers.retrieve(id)).not.toHaveProperty('invoice_credit_balance')
  const expand = ['invoice_credit_balance']
  expect(await stripe.customers.retrieve(id, { expand })).toMatchObject({
    balance: -5_00,
    invoice_credit_balance: { eur: 5_00, usd: -2_00 },
  })
})

describe('currencies', () => {
  test.each([
    ['jpy', 1_000, '12.5', 875],
    ['kwd', 12_340, '10', 11_110],
    ['isk', 12_300, '10', 11_100],
    ['huf', 200_000, '33.33', 133_340],
  ])('%s: %i with %s % off is %i, in the smallest unit', async (currency, unitAmount, percent, expected) => {
    const shop = await givenShop(given, { currency, unitAmount })
    const { id: coupon } = await stripe.coupons.create({ percent_off: Number(percent) })
    await shop.subscribe({ discounts: [{ coupon }] })
    expect((await shop.invoices())[0]).toMatchObject({ currency, total: expected, amount_paid: expected })
  })

  test.each([
    ['kwd', 1_005, 'evenly divisible by 10'],
    ['isk', 1_050, 'evenly divisible by 100'],
  ])('an amount in %s of %i is refused wherever it is sent', async (currency, amount, message) => {
    const { customer, product } = await givenShop(given)
    for (const refused of [
      stripe.prices.create({ currency, unit_amount: amount, product }),
      stripe.coupons.create({ currency, amount_off: amount }),
      stripe.coupons.create({
        currency: 'usd',
        amount_off: 1,
        currency_options: { [currency]: { amount_off: amount } },
      }),
      stripe.invoiceItems.create({ customer, currency, amount }),
      stripe.customers.createBalanceTransaction(customer, { currency, amount }),
    ]) {
      await expect(refused).rejects.toThrow(message)
    }
  })

  test('all subscriptions of a customer that have not ended are in one currency', async () => {
    const { subscribe, customer, product } = await givenShop(given)
    const { id } = await subscribe()
    const price_data = {
      currency: 'eur',
      product,
      unit_amount: 10_00,
      recurring: { interval: 'month' },
    } as const
    const inEuros = () => stripe.subscriptions.create({ customer, items: [{ price_data }] })
    await expect(inEuros()).rejects.toThrow('cannot combine currencies')
    await stripe.subscriptions.cancel(id)
    expect(await inEuros()).toMatchObject({ currency: 'eur', status: 'active' })
  })
})

import { stripeRights } from '@goodword/domain/processors/stripe-rights'
import { openStripe } from '../../../connectors/stripe/open-stripe.ts'
import type { LocalSandbox } from '../local-sandbox.ts'
import { controlled, type ProcessorSubject, type RequestSort } from '../processor-subject.ts'
import { givenStripeShop } from './stripe-shop.ts'

const requests: Readonly<Record<RequestSort, object>> = {
  any: {},
  'reading a subscription': { method: 'GET', path: '/subscriptions/*' },
  'setting a discount': { method: 'POST', path: '/subscriptions/*' },
  refunding: { method: 'POST', path: '/credit_notes' },
}

const rights = stripeRights.flatMap(({ names }) => names)

const rightsWithout: Readonly<Record<RequestSort, readonly string[]>> = {
  any: [],
  'reading a subscription': rights.filter((it) => it !== 'rak_subscription_write'),
  'setting a discount': rights.map((it) => it.replace('subscription_write', 'subscription_read')),
  refunding: rights.map((it) => it.replace('credit_note_write', 'credit_note_read')),
}

/** The subject of the connector contract at the local Stripe. The key has the rights that are needed. */
export async function givenStripeSubject(sandbox: LocalSandbox): Promise<ProcessorSubject> {
  const { credentials, account, sdk, control, addCustomer, addPrice } = await givenStripeShop(sandbox)
  const discountId = 'referral_discount'
  await control('PUT', '/permissions', { permissions: rights })
  return {
    credentials,
    impossible: [
      { apiKey: 'pk_test_key' },
      { apiKey: '' },
      { apiKey: 'rk_live_key' },
      { webhookSecret: 'ä' },
    ],
    secrets: [credentials.apiKey, Buffer.from(`${credentials.apiKey}:`).toString('base64')],
    account,
    discountId,
    addCustomer,
    subscribe: async (customer, { trialDays, price = '30.00' } = {}) => {
      const items = [{ price: await addPrice(Math.round(Number(price) * 100)) }]
      const trial = trialDays === undefined ? {} : { trial_period_days: trialDays }
      return (await sdk.subscriptions.create({ customer, items, ...trial })).id
    },
    open: ({ credentials: other = {}, deadlineMs } = {}) =>
      openStripe(
        { ...credentials, ...other },
        { allowLocalTargets: true, ...(deadlineMs === undefined ? {} : { limits: { deadlineMs } }) },
      ),
    cancel: async (id) => {
      await sdk.subscriptions.cancel(id)
    },
    addOtherDiscount: async (id) => {
      const { id: coupon } = await sdk.coupons.create({
        amount_off: 400,
        currency: 'usd',
        duration: 'forever',
      })
      await sdk.subscriptions.update(id, { discounts: [{ coupon }] })
    },
    doublePrice: async (id) => {
      const [item] = (await sdk.subscriptions.retrieve(id)).items.data
      const items = [{ id: item?.id ?? '', quantity: 2 }]
      await sdk.subscriptions.update(id, { items, proration_behavior: 'none' })
    },
    discountOf: async (id) => {
      const { discounts, items } = await sdk.subscriptions.retrieve(id, {
        expand: ['discounts.source.coupon'],
      })
      const percents = discounts.flatMap((it) => {
        const coupon = typeof it === 'string' ? null : it.source.coupon
        if (coupon === null || typeof coupon !== 'object') return []
        return coupon.id.startsWith(`${discountId}-`) ? [coupon.percent_off ?? 0] : []
      })
      if (percents.length > 1) throw new Error('the discount is on the subscription twice')
      const [percent] = percents
      const price = items.data[0]?.price.unit_amount ?? 0
      return percent === undefined ? null : { amount: textOf((price * percent) / 100), quantity: 1 }
    },
    refundsOf: async (id) => {
      const { data } = await sdk.refunds.list({ payment_intent: id, limit: 100 })
      return data.toReversed().map(({ amount }) => textOf(amount))
    },
    ...controlled(control, requests),
    deny: async (sort) => {
      await control('PUT', '/permissions', { permissions: rightsWithout[sort] })
    },
  }
}

function textOf(minor: number): string {
  return (minor / 100).toFixed(2)
}

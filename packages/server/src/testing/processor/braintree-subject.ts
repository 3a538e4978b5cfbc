import { openBraintree } from '../../connectors/braintree/open-braintree.ts'
import type { BraintreeSandbox } from './braintree-sandbox.ts'
import { givenBraintreeShop } from './braintree-shop.ts'
import { controlled, type ProcessorSubject, type RequestSort } from './processor-subject.ts'

const requests: Readonly<Record<RequestSort, object>> = {
  any: {},
  'reading a subscription': { method: 'GET', path: '/subscriptions/*' },
  'setting a discount': { method: 'PUT', path: '/subscriptions/*' },
  refunding: { method: 'POST', path: '/transactions/*/refund' },
}

/** The subject of the connector contract at the local gateway. */
export async function givenBraintreeSubject(sandbox: BraintreeSandbox): Promise<ProcessorSubject> {
  const { credentials, sdk, control, addCustomer, subscribe } = await givenBraintreeShop(sandbox, {
    discounts: [
      { id: 'referral_discount', name: 'Referral Discount', amount: '1.00' },
      { id: 'welcome', amount: '4.00' },
    ],
  })
  const discountId = 'referral_discount'
  const { merchantId, publicKey, privateKey } = credentials
  return {
    credentials,
    impossible: [{ merchantId: '../other' }, { publicKey: '' }, { privateKey: 'a\nb' }],
    secrets: [privateKey, Buffer.from(`${publicKey}:${privateKey}`).toString('base64')],
    account: merchantId,
    discountId,
    addCustomer,
    subscribe,
    open: ({ credentials: other = {}, deadlineMs } = {}) =>
      openBraintree(
        { ...credentials, ...other },
        { allowLocalTargets: true, ...(deadlineMs === undefined ? {} : { limits: { deadlineMs } }) },
      ),
    cancel: async (id) => {
      await sdk.subscription.cancel(id)
    },
    addOtherDiscount: async (id) => {
      await sdk.subscription.update(id, { discounts: { add: [{ inheritedFromId: 'welcome' }] } } as never)
    },
    doublePrice: async (id) => {
      await sdk.subscription.update(id, { price: '60.00', options: { prorateCharges: false } } as never)
    },
    discountOf: async (id) => {
      const { discounts = [] } = await sdk.subscription.find(id)
      const ours = discounts.filter((each) => each.id === discountId)
      if (ours.length > 1) throw new Error('the discount is on the subscription twice')
      const [found] = ours
      return found === undefined ? null : { amount: found.amount ?? '', quantity: found.quantity ?? 0 }
    },
    refundsOf: async (id) => {
      const { refundIds = [] } = await sdk.transaction.find(id)
      const refunds = await Promise.all(refundIds.map((each) => sdk.transaction.find(each)))
      return refunds.map(({ amount }) => amount)
    },
    ...controlled(control, requests),
    deny: async (sort) => {
      await control('PATCH', `/keys/${credentials.publicKey}`, { denied: [requests[sort]] })
    },
  }
}

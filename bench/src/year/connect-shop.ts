import type { BraintreeSandbox } from '@goodword/server/testing/processor/braintree-sandbox'
import { type BraintreeShop, givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import type { Tenant } from '../dataset/tenants.ts'

const REWARD = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 24 }
/** The customers are billed on as many days of the month. */
const DAYS = 28
const PRICE_LESS_DISCOUNT = '3.00'

/**
 * A merchant at the gateway, connected to the service with the gateway's clock as barrier. Its customers subscribed with the
 * discount, all referred by one account, and are billed on different days.
 */
export async function connectShop(
  url: string,
  tenant: Tenant,
  sandbox: BraintreeSandbox,
  customers: number,
): Promise<BraintreeShop> {
  // The queue goes by the machine's clock, and a test clock only moves ahead of it.
  const shop = await givenBraintreeShop(sandbox, { clock: { now: '2040-01-31T12:00:00Z', runs: false } })
  const call = caller(url, tenant)
  const { version } = await call('GET', '/program')
  await call('PUT', '/program', { version, referredReward: REWARD, referrerReward: REWARD })
  const { webhookUrl, clockUrl } = await call('PUT', '/connection', shop.credentials)
  await shop.control('POST', '/destinations', { id: 'goodword', url: webhookUrl })
  await shop.control('PUT', '/barrier', { url: clockUrl })
  const { referralCode } = await call('POST', '/user', { accountId: 'referrer', id: 'referrer' })
  for (let number = 1; number <= customers; number += 1) {
    const customerId = await subscribe(shop, (number - 1) % DAYS)
    const body = { accountId: `friend_${number}`, paymentProviderId: customerId, couponCode: referralCode }
    await call('POST', '/discount', body)
  }
  await shop.control('POST', '/clock/advance', { hours: 1 })
  return shop
}

/** The first bill is after a trial. */
async function subscribe({ sdk, addCustomer }: BraintreeShop, trialDays: number): Promise<string> {
  const customerId = await addCustomer()
  const { paymentMethods } = await sdk.customer.find(customerId)
  const { success, message } = await sdk.subscription.create({
    planId: 'monthly',
    ...(trialDays === 0
      ? {}
      : { trialPeriod: true, trialDuration: trialDays, trialDurationUnit: 'day' as const }),
    paymentMethodToken: paymentMethods?.[0]?.token ?? '',
    discounts: { add: [{ inheritedFromId: 'referral_discount', amount: PRICE_LESS_DISCOUNT }] },
  })
  if (!success) throw new Error(message)
  return customerId
}

function caller(url: string, { id, apiKey }: Tenant) {
  return async (method: string, path: string, body?: unknown): Promise<Record<string, unknown>> => {
    const response = await fetch(`${url}/api/v1/${id}${path}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    // Each of these answers an object.
    return JSON.parse(text) as Record<string, unknown>
  }
}

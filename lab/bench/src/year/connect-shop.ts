import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { type BraintreeShop, givenBraintreeShop } from '@goodword/server/testing/processor/braintree-shop'
import type { LocalSandbox } from '@goodword/server/testing/processor/local-sandbox'
import { givenStripeShop } from '@goodword/server/testing/processor/stripe/stripe-shop'
import { callApi } from '@goodword/server/testing/requests/call-api'
import type { Tenant } from '../dataset/tenants.ts'

export type Processor = 'braintree' | 'stripe'

/** A merchant whose time can be moved, which the service follows. */
export type YearShop = { move(days: number): Promise<Move> }

/** A merchant at a local gateway, before it is connected. */
type OpenShop = YearShop & {
  readonly credentials: Readonly<Record<string, string>>
  readonly control: LocalSandbox['control']
  /** Sends notifications to a URL. Returns what the connection needs to know of that beside the credentials. */
  listen(url: string): Promise<Readonly<Record<string, string>>>
  /** A customer who subscribed with the discount. The first bill is after a trial, without one at once. */
  subscribe(trialDays: number): Promise<string>
}

const REWARD = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 24 }
/** The queue goes by the machine's clock, and a test clock only moves ahead of it. */
const START = '2040-01-31T12:00:00Z'
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
  { processor, sandbox }: { readonly processor: Processor; readonly sandbox: LocalSandbox },
  customers: number,
): Promise<YearShop> {
  const shop = processor === 'stripe' ? await openStripeShop(sandbox) : await openBraintreeShop(sandbox)
  const call = caller(url, tenant)
  const { version } = await call('GET', '/program')
  await call('PUT', '/program', { version, referredReward: REWARD, referrerReward: REWARD })
  const { webhookUrl, clockUrl } = await call('PUT', '/connection', shop.credentials)
  const more = await shop.listen(String(webhookUrl))
  await call('PUT', '/connection', { ...shop.credentials, ...more })
  await shop.control('PUT', '/barrier', { url: clockUrl })
  const { referralCode } = await call('POST', '/user', { accountId: 'referrer', id: 'referrer' })
  for (let number = 1; number <= customers; number += 1) {
    const customerId = await shop.subscribe((number - 1) % DAYS)
    const body = { accountId: `friend_${number}`, paymentProviderId: customerId, couponCode: referralCode }
    await call('POST', '/discount', body)
  }
  await shop.control('POST', '/clock/advance', { hours: 1 })
  return shop
}

async function openBraintreeShop(sandbox: LocalSandbox): Promise<OpenShop> {
  const shop = await givenBraintreeShop(sandbox, { clock: { now: START, runs: false } })
  const { credentials, control } = shop
  return {
    credentials,
    control,
    async listen(url) {
      await control('POST', '/destinations', { id: 'goodword', url })
      return {}
    },
    subscribe: (trialDays) => subscribeAtBraintree(shop, trialDays),
    move: (days) => moveClock(sandbox.url, credentials.merchantId, days),
  }
}

async function openStripeShop(sandbox: LocalSandbox): Promise<OpenShop> {
  const { credentials, control, sdk, addCustomer, addPrice } = await givenStripeShop(sandbox, START)
  const price = await addPrice(30_00)
  const coupon = 'referral_discount-1000'
  await sdk.coupons.create({ id: coupon, percent_off: 10, duration: 'forever' })
  return {
    credentials,
    control,
    async listen(url) {
      for (const { id } of (await sdk.webhookEndpoints.list()).data) await sdk.webhookEndpoints.del(id)
      const { secret } = await sdk.webhookEndpoints.create({ url, enabled_events: ['*'] })
      return { webhookSecret: secret ?? '' }
    },
    async subscribe(trialDays) {
      const customer = await addCustomer()
      const trial = trialDays === 0 ? {} : { trial_period_days: trialDays }
      await sdk.subscriptions.create({ customer, items: [{ price }], discounts: [{ coupon }], ...trial })
      return customer
    },
    async move(days) {
      const { moments, notifications } = await control('POST', '/clock/advance', { days })
      return { moments: Number(moments), notifications: Number(notifications) }
    },
  }
}

async function subscribeAtBraintree({ sdk, addCustomer }: BraintreeShop, trialDays: number): Promise<string> {
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
    const response = await callApi(url, { alias: id, apiKey }, path, { method, body })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    // Each of these answers an object.
    return JSON.parse(text) as Record<string, unknown>
  }
}

type Move = { readonly moments: number; readonly notifications: number }

type Line = {
  readonly progress?: { readonly text: string }
  readonly result?: Move
  readonly error?: { readonly message: string }
}

/** Moves the clock of a merchant; how far it is goes to standard error. */
async function moveClock(url: string, merchantId: string, days: number): Promise<Move> {
  const response = await fetch(`${url}/sandbox/merchants/${merchantId}/clock/advance?progress`, {
    method: 'POST',
    body: JSON.stringify({ days }),
  })
  if (!response.ok || response.body === null) throw new Error(`the clock was not moved: ${response.status}`)
  for await (const text of createInterface({ input: Readable.fromWeb(response.body) })) {
    // The gateway writes one of these in each line.
    const { progress, result, error } = JSON.parse(text) as Line
    if (progress !== undefined && process.stderr.isTTY) process.stderr.write(`\r${progress.text}`)
    if (error !== undefined) throw new Error(error.message)
    if (result === undefined) continue
    if (process.stderr.isTTY) process.stderr.write('\n')
    return result
  }
  throw new Error('the gateway ended before the clock had arrived')
}

import { request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, signUser } from '@goodword/client'
import type { Gateway } from '../gateway.ts'
import { plans } from '../plans.ts'
import type { Friend, Via } from './friends.ts'
import { type Person, personOf } from './person.ts'

export type Program = {
  readonly url: string
  readonly tenant: string
  readonly signingKey: string
  readonly client: Client
  /** Where cards are charged; null without a payment gateway, and then the shop's server reports all payments. */
  readonly gateway: Gateway | null
  /** Referral codes by the ID of their owner, as far as they were read. */
  readonly codes: Map<string, string>
}

/** A step on one day of the year. */
export type Step = { readonly day: number; readonly act: (program: Program) => Promise<unknown> }

/** A customer of the shop, identified by its server. */
export async function addCustomer({ client }: Program, name: string, price: number): Promise<void> {
  const { id, firstName, lastName, email } = personOf(name)
  await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName } })
  await client.syncAccount({ body: { id, subscription: monthly('PAID', price) } })
}

/** A friend opens the link and signs up; or types the code, which the server then sends. */
export async function addFriend(program: Program, { person, referrer, via, price }: Friend): Promise<void> {
  const { client } = program
  const { id, firstName, lastName, email } = person
  if (via === 'code') {
    await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName } })
  } else {
    await openLink(program, referrer, via, id)
    await signUpInBrowser(program, person, await codeOf(program, referrer))
  }
  const referral = via === 'code' ? { referral: { code: await codeOf(program, referrer) } } : {}
  await client.syncAccount({ body: { id, subscription: monthly('TRIAL', price), ...referral } })
}

/** Sends what the script sends from a page of a signed-in customer, with the code of its cookie. */
async function signUpInBrowser(program: Program, person: Person, code: string): Promise<void> {
  const { url, tenant, signingKey } = program
  const { id, email, firstName, lastName } = person
  const jwt = await signUser({ accountId: id, id, email, firstName, lastName }, { signingKey })
  await sendFromBrowser({
    url: `${url}/api/v1/${tenant}/open/identify`,
    visitor: id,
    body: { account_id: id, user_id: id, cookie_referral_code: code, jwt },
  })
}

/** The first payment of a friend, which the gateway charges, or the shop's server reports. */
export async function pay(program: Program, friend: Friend): Promise<void> {
  const { client, gateway } = program
  const { person, referrer, price, paysByCard } = friend
  if (paysByCard && gateway !== null) {
    return payByCard(client, gateway, friend, await codeOf(program, referrer))
  }
  await client.syncAccount({ body: { id: person.id, subscription: monthly('PAID', price) } })
}

export async function leave({ client }: Program, { person: { id } }: Friend): Promise<void> {
  await client.syncAccount({ body: { id, subscription: { status: 'CANCELLED' } } })
}

/** The referral code of a person. */
export async function codeOf({ client, codes }: Program, id: string): Promise<string> {
  const known = codes.get(id)
  if (known !== undefined) return known
  const { referralCode } = await client.readUser({ params: { accountId: id, userId: id } })
  codes.set(id, referralCode)
  return referralCode
}

/** A visit as a browser makes it. */
export async function openLink(
  program: Program,
  referrer: string,
  via: Via,
  visitor: string,
  referer?: string,
): Promise<void> {
  const medium = via === 'direct' ? '' : `?via=${via}`
  const url = `${program.url}/r/${program.tenant}/${await codeOf(program, referrer)}${medium}`
  await sendFromBrowser({ url, visitor, ...(referer === undefined ? {} : { referer }) })
}

export function monthly(status: 'TRIAL' | 'PAID', value: number) {
  return { status, value, billingIntervalValue: 1, billingIntervalType: 'MONTH' } as const
}

/** A request of a visitor's browser: a page that is opened, or with a body the call of a script. */
type BrowserCall = {
  readonly url: string
  /** Each visitor has another browser, at another address. */
  readonly visitor: string
  readonly referer?: string
  readonly body?: object
}

/**
 * Sends what a browser sends, and follows no redirect. On Linux each visitor has an address of the loopback network: the service
 * limits the calls of one address. Elsewhere there is one, and the call waits when the limit is reached.
 */
async function sendFromBrowser(call: BrowserCall): Promise<void> {
  for (;;) {
    const { status, retryAfterSeconds } = await send(call)
    if (status < 400) return
    if (status !== 429) throw new Error(`${call.url} answered ${status} to a browser`)
    await pause(1000 * retryAfterSeconds)
  }
}

function send({ url, visitor, referer, body }: BrowserCall) {
  const content = body === undefined ? '' : JSON.stringify(body)
  const headers = {
    'user-agent': `Mozilla/5.0 (X11; Linux ${Buffer.from(visitor).toString('hex')}; rv:145.0) Gecko/20100101 Firefox/145.0`,
    ...(referer === undefined ? {} : { referer }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  const hasAddresses = process.platform === 'linux' && new URL(url).hostname === '127.0.0.1'
  const from = hasAddresses ? { localAddress: addressOf(visitor) } : {}
  return new Promise<{ readonly status: number; readonly retryAfterSeconds: number }>((done, fail) => {
    const sent = request(url, { method: content === '' ? 'GET' : 'POST', headers, ...from }, (answer) => {
      const { statusCode: status = 500, headers } = answer
      answer
        .resume()
        .once('end', () => done({ status, retryAfterSeconds: Number(headers['retry-after'] ?? 1) }))
    })
    sent.once('error', fail).end(content)
  })
}

/** `127.3.17.201` */
function addressOf(visitor: string): string {
  let hash = 7
  for (const char of visitor) hash = (Math.imul(hash, 31) + char.charCodeAt(0)) >>> 0
  return `127.${1 + (hash % 200)}.${(hash >>> 8) % 256}.${1 + ((hash >>> 16) % 250)}`
}

/** Charges the friend's card as the shop does: the discount of the code is on the subscription from its first bill. */
async function payByCard(
  client: Client,
  gateway: Gateway,
  { person, price }: Friend,
  code: string,
): Promise<void> {
  const { id, firstName, lastName, email } = person
  const { paymentProviderId } = await client.readAccount({ params: { accountId: id } })
  // An earlier start had come as far as this.
  if (paymentProviderId !== null) return
  const plan = planOf(price)
  const { discountId, discountPercentage } = await client.lookUpCode({ params: { code } })
  const customer = { id, name: `${firstName} ${lastName}`, email, code, planId: null, billed: null }
  const number = gateway.testCard.replaceAll(' ', '')
  const card = await gateway.storeCard(customer, { number, expires: '12/2049', cvv: '123' })
  const cents = Math.round((plan.cents * discountPercentage) / 100)
  await gateway.subscribe(card, plan, { id: discountId, cents })
  await client.linkDiscount({ body: { accountId: id, paymentProviderId: card.customerId, couponCode: code } })
}

/** A mistake of the shop: it takes the discount off a subscription at Braintree. At Stripe a change of plan leaves it there. */
export async function removeDiscount(
  client: Client,
  gateway: Gateway,
  { person, price }: Friend,
): Promise<void> {
  const { bills } = await client.listBills({ query: { accountId: person.id, limit: 1 } })
  const [bill] = bills
  if (bill === undefined) return
  const plan = planOf(price)
  const discount = { id: 'referral_discount', cents: plan.cents }
  await gateway.changePlan(bill.subscriptionId, plan, discount, { ...discount, cents: 0 })
}

/** Gives back what customers paid too much. */
export async function mendBills(client: Client): Promise<void> {
  const { bills } = await client.listBills({ query: { state: 'WRONG' } })
  for (const { id, difference } of bills) {
    if (difference > 0) await client.mendBill({ params: { billId: id } })
  }
}

function planOf(price: number) {
  const plan = plans.find(({ cents }) => cents === price * 100)
  if (plan === undefined) throw new Error(`the shop has no plan for $${price}`)
  return plan
}

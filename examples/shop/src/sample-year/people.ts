import { type Client, signUser } from '@goodword/client'
import type { Gateway } from '../gateway.ts'
import { sendFromBrowser } from './browser.ts'
import { payByCard } from './card-payments.ts'
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

/** What happens on one day of the year. */
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

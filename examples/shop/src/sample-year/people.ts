import { get } from 'node:http'
import { type Client, signUser } from '@goodword/client'
import type { Friend, Via } from './friends.ts'

export type Program = {
  readonly url: string
  readonly tenant: string
  readonly signingKey: string
  readonly client: Client
}

type SampleCustomer = {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** A person with an ID as the shop makes it, and an address of a reserved domain. */
export function customerOf(name: string): SampleCustomer {
  const [firstName = '', ...others] = name.split(' ')
  const handle = firstName
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()
  return { id: `cust_${handle}`, firstName, lastName: others.join(' '), email: `${handle}@example.com` }
}

/** A customer of the shop, identified by its server. */
export async function addCustomer({ client }: Program, name: string, price: number): Promise<void> {
  const { id, firstName, lastName, email } = customerOf(name)
  await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName } })
  await client.syncAccount({ body: { id, subscription: monthly('PAID', price) } })
}

/** A friend opens the link and signs up; or types the code, which the server then sends. */
export async function addFriend(program: Program, { name, referrer, via, price }: Friend): Promise<void> {
  const { client } = program
  const person = customerOf(name)
  const code = await codeOf(program, referrer)
  if (via === 'code') {
    const { id, firstName, lastName, email } = person
    await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName } })
    await client.syncAccount({ body: { id, subscription: monthly('TRIAL', price), referral: { code } } })
    return
  }
  await openLink(program, referrer, via, name)
  await signUpInBrowser(program, person, code)
  await client.syncAccount({ body: { id: person.id, subscription: monthly('TRIAL', price) } })
}

/** Sends what the script sends from a page of a signed-in customer, with the code of its cookie. */
async function signUpInBrowser(program: Program, person: SampleCustomer, code: string): Promise<void> {
  const { client, signingKey } = program
  const { id, email, firstName, lastName } = person
  const jwt = await signUser({ accountId: id, id, email, firstName, lastName }, { signingKey })
  await client.identify({ body: { account_id: id, user_id: id, cookie_referral_code: code, jwt } })
}

export async function pay({ client }: Program, name: string, price: number): Promise<void> {
  await client.syncAccount({ body: { id: customerOf(name).id, subscription: monthly('PAID', price) } })
}

export async function leave({ client }: Program, name: string): Promise<void> {
  await client.syncAccount({ body: { id: customerOf(name).id, subscription: { status: 'CANCELLED' } } })
}

/** The referral code of the person with a first name. */
export async function codeOf({ client }: Program, firstName: string): Promise<string> {
  const { id } = customerOf(firstName)
  const { referralCode } = await client.readUser({ params: { accountId: id, userId: id } })
  return referralCode
}

/** A visit as a browser makes it; every visitor has another one. */
export async function openLink(program: Program, referrer: string, via: Via, visitor: string): Promise<void> {
  const code = await codeOf(program, referrer)
  const medium = via === 'direct' || via === 'code' ? '' : `?via=${via}`
  await new Promise<void>((done, fail) => {
    get(
      `${program.url}/r/${program.tenant}/${code}${medium}`,
      { headers: { 'user-agent': browserOf(visitor) } },
      (answer) => {
        answer.resume().once('end', done)
      },
    ).once('error', fail)
  })
}

function browserOf(visitor: string): string {
  const platform = Buffer.from(visitor).toString('hex')
  return `Mozilla/5.0 (X11; Linux ${platform}; rv:145.0) Gecko/20100101 Firefox/145.0`
}

function monthly(status: 'TRIAL' | 'PAID', value: number) {
  return { status, value, billingIntervalValue: 1, billingIntervalType: 'MONTH' } as const
}

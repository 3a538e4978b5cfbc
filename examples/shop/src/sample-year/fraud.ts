import type { Client } from '@goodword/client'
import { generator, makeNames } from './crowd.ts'
import { addCustomer, codeOf, monthly, openLink, type Program, type Step } from './people.ts'
import { personOf } from './person.ts'

/** A public page of coupons that the shop knows. */
export const COUPON_SITE = 'coupons.example'
const bargainHunters = ['Petra Wolff', 'Niall Doyle', 'Sofia Greco'] as const
/** The mail domain of accounts that one person opened; it belongs to no one. */
export const DISPOSABLE = 'mail-for-an-hour.example'

/** A referrer with so many accounts of their own, which all pay with the referrer's card from one network. */
const waves = [
  { day: 339, first: 0, count: 8 },
  { day: 345, first: 8, count: 8 },
  { day: 351, first: 16, count: 8 },
] as const
const CHEAT = 'Rico Vance'
const inventedNames = makeNames(24, generator(12))
/** Friends who share a card with the referrer and are real. */
const households = [
  ['Mina Holm', 'Grete', 340],
  ['Kenzo Tanaka', 'Hiro', 343],
] as const
/** The last ones are left for a visitor of the portal. */
const LEFT = 2

/** What the fraud rules find at the end of the year, and what staff make of it. */
export const fraud: readonly Step[] = [
  { day: 329, act: (it) => addCustomer(it, CHEAT, 12) },
  ...waves.map(({ day, first, count }) => ({ day, act: (it: Program) => openAccounts(it, first, count) })),
  ...households.map(([name, referrer, day]) => ({ day, act: (it: Program) => share(it, name, referrer) })),
  { day: 347, act: denyFound },
  { day: 353, act: denyFound },
  { day: 354, act: approveHouseholds },
  { day: 215, act: postCode },
]

/** All of them are known before the first brings the code, as with a program that prepares them. */
async function openAccounts(
  { client, codes, ...program }: Program,
  first: number,
  count: number,
): Promise<void> {
  const evidence = { ipAddress: '203.0.113.77', cardFingerprint: 'card_of_rico' }
  const cheat = personOf(CHEAT).id
  await client.syncAccount({ body: { id: cheat, evidence } })
  const ids = Array.from({ length: count }, (_, index) => `cust_trial_${first + index + 1}`)
  await Promise.all(
    ids.map((id, index) => {
      const [firstName, lastName] = inventedNames[first + index]?.split(' ') ?? []
      const email = `${id.slice(5)}@${DISPOSABLE}`
      return client.upsertUser({ body: { accountId: id, id, email, firstName, lastName, evidence } })
    }),
  )
  const code = await codeOf({ client, codes, ...program }, cheat)
  for (const id of ids) {
    await client.syncAccount({ body: { id, subscription: monthly('TRIAL', 12), referral: { code } } })
  }
}

async function share(program: Program, name: string, referrer: string): Promise<void> {
  const { client } = program
  const { id, firstName, lastName, email } = personOf(name)
  const evidence = { cardFingerprint: `card_of_${referrer.toLowerCase()}` }
  await client.syncAccount({ body: { id: personOf(referrer).id, evidence } })
  await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName, evidence } })
  const code = await codeOf(program, personOf(referrer).id)
  await client.syncAccount({ body: { id, subscription: monthly('PAID', 22), referral: { code } } })
}

async function denyFound({ client }: Program): Promise<void> {
  const newestFirst = await pendingOf(client, personOf(CHEAT).id)
  await deny(client, newestFirst.slice(LEFT))
}

/** The IDs of referrals of a referrer that wait for staff. */
export async function pendingOf(client: Client, referringAccountId: string): Promise<readonly string[]> {
  const query = { referringAccountId, moderationStatus: 'PENDING', limit: 100 } as const
  const { referrals } = await client.listReferrals({ query })
  return referrals.map(({ id }) => id)
}

export async function deny(client: Client, referralIds: readonly string[]): Promise<void> {
  const actions = referralIds.map((referralId) => ({ referralId, action: 'DENY' as const }))
  if (actions.length > 0) await client.moderateReferrals({ body: { actions } })
}

async function approveHouseholds({ client }: Program): Promise<void> {
  for (const [name] of households) {
    const query = { referredAccountId: personOf(name).id }
    const { referrals } = await client.listReferrals({ query })
    const actions = referrals.map(({ id }) => ({ referralId: id, action: 'APPROVE' as const }))
    await client.moderateReferrals({ body: { actions } })
  }
}

/** A customer posts a code on a page of coupons: the rule finds the clicks that come from there, and holds who types the code. */
async function postCode(program: Program): Promise<void> {
  const { client } = program
  const { id: referrer } = personOf('Kemal')
  const page = `https://${COUPON_SITE}/coffee`
  const visitors = Array.from({ length: 24 }, (_, index) => `bargain hunter ${index}`)
  await Promise.all(visitors.map((it) => openLink(program, referrer, 'direct', it, page)))
  const code = await codeOf(program, referrer)
  for (const name of bargainHunters) {
    const { id, firstName, lastName, email } = personOf(name)
    await client.upsertUser({ body: { accountId: id, id, email, firstName, lastName } })
    await client.syncAccount({ body: { id, subscription: monthly('TRIAL', 12), referral: { code } } })
  }
}

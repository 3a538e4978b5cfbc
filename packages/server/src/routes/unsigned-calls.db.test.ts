import { propertyRuns } from '@goodword/testing/property-runs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTenant } from '../administration/tenants/create-tenant.ts'
import { type Merchant, merchantAt } from '../testing/merchant.ts'
import { startTestService } from '../testing/test-service.ts'

const runs = propertyRuns()
const service = await startTestService()
const TIMEOUT_MS = 600_000 + runs * 1000
let made = 0

/** Accounts that the merchant's server created before the unsigned calls. */
const victims = ['referrer', 'friend', 'converted', 'client', 'open'] as const
type Victim = (typeof victims)[number]

/** The victims, and accounts that unsigned calls create. */
const accounts = [...victims, 'stranger_1', 'stranger_2', 'stranger_3', 'stranger_4', 'stranger_5']
const mails = [...victims.map((it) => `${it}@example.com`), 'Referrer+x@EXAMPLE.com.', 'stranger@example.com']
const customers = [...victims.map((it) => `customer_${it}`), 'customer_stranger']

/** A field that is often left out. */
const maybe = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })

/** `code of` is replaced by the code of that account's user. */
const codes = ['code of referrer', 'code of client', 'code of open', 'MADE_UP_1', 'MADE_UP_2', '<no code>']

const unsignedCall = fc.record({
  path: fc.constantFrom('/open/identify', '/open/widget'),
  body: fc.record({
    account_id: fc.constantFrom(...accounts),
    user_id: fc.constantFrom(...victims.map((it) => `${it}_user`), 'user_1', 'user_2', 'user_3'),
    email: maybe(mails),
    first_name: maybe(['Eve']),
    referral_code: maybe(codes),
    cookie_referral_code: maybe(codes),
    account_status: maybe(['PAID', 'PAID', 'CANCELLED', 'TRIAL', 'FREE']),
    payment_provider_id: maybe(customers),
  }),
})
type UnsignedCall = typeof unsignedCall extends fc.Arbitrary<infer T> ? T : never

test(
  'no sequence of unsigned calls takes money from an account that it did not create, nor closes or denies it',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(unsignedCall, { minLength: 1, maxLength: 20 }), async (calls) => {
        made += 1
        const { live } = await createTenant(service.operator, { alias: `shop_${made}` })
        const merchant = merchantAt(service.call, live)
        const codeOf = await makeVictims(merchant)
        const before = await pictureOf(merchant)
        for (const { path, body } of calls) {
          const { status } = await service.call('POST', path, {
            alias: live.alias,
            key: null,
            body: withCodes(body, codeOf),
          })
          expect([200, 409]).toContain(status)
        }
        await expectUnharmed(merchant, before, await pictureOf(merchant), calls)
      }),
      { numRuns: Math.ceil(runs / 5) },
    )
  },
  TIMEOUT_MS,
)

async function makeVictims(merchant: Merchant): Promise<Record<string, string>> {
  const codeOf: Record<string, string> = {}
  for (const victim of victims) {
    codeOf[victim] = await merchant.user(victim, { email: `${victim}@example.com`, firstName: victim })
  }
  const referral = { code: codeOf.referrer }
  await merchant.sync('friend', { subscription: { status: 'TRIAL' }, referral })
  await merchant.sync('converted', { referral, subscription: { status: 'PAID' } })
  for (const closed of ['referrer', 'client']) await merchant.pay(closed)
  await merchant.sync('open', { subscription: { status: 'TRIAL' } })
  return codeOf
}

function withCodes(body: UnsignedCall['body'], codeOf: Record<string, string>): object {
  const coded = (text: string | undefined) => (text === undefined ? text : (codeOf[text.slice(8)] ?? text))
  return {
    ...body,
    referral_code: coded(body.referral_code),
    cookie_referral_code: coded(body.cookie_referral_code),
  }
}

type Picture = Readonly<Record<Victim, Awaited<ReturnType<typeof pictureOfOne>>>>

async function pictureOf(merchant: Merchant): Promise<Picture> {
  const pictures = await Promise.all(
    victims.map(async (it) => [it, await pictureOfOne(merchant, it)] as const),
  )
  return Object.fromEntries(pictures) as Picture
}

async function pictureOfOne(merchant: Merchant, victim: Victim) {
  const { discountPercentage } = await merchant.discount(victim)
  const { email, firstName, referralCode } = await merchant.requestOk(
    'GET',
    `/account/${victim}/user/${victim}_user`,
  )
  const { subscription } = await merchant.requestOk('GET', `/account/${victim}`)
  const { status, referredModerationStatus, referrerModerationStatus, referringAccountId } =
    await merchant.referral(victim)
  return {
    discount: Number(discountPercentage),
    user: { email, firstName, referralCode },
    subscription,
    referral: { status, referredModerationStatus, referrerModerationStatus, referringAccountId },
  }
}

/**
 * The exceptions, which the contract names: an unsigned `PAID` converts the friend's referral, of at most three of one
 * referrer's (their reward is money given, not taken); evidence of unsigned calls holds the referrer's side of a referral
 * in progress; an unsigned call may attribute or close an open account that it names.
 */
async function expectUnharmed(
  merchant: Merchant,
  before: Picture,
  after: Picture,
  calls: readonly UnsignedCall[],
): Promise<void> {
  for (const victim of victims) expect(after[victim].user).toEqual(before[victim].user)
  expect(after.converted).toEqual(before.converted)
  const isOpenNamed = calls.some(({ body }) => body.account_id === 'open')
  if (!isOpenNamed) expect(after.open.referral).toEqual(before.open.referral)
  expect(after.open.subscription).toEqual(before.open.subscription)

  expect(after.friend.discount).toBe(before.friend.discount)
  expect(after.friend.subscription).toEqual(before.friend.subscription)
  expect(after.friend.referral).toMatchObject({
    referredModerationStatus: 'APPROVED',
    referringAccountId: 'referrer',
  })
  expect(['IN_PROGRESS', 'CONVERTED']).toContain(after.friend.referral.status)
  expect(['APPROVED', 'PENDING']).toContain(after.friend.referral.referrerModerationStatus)
  for (const sharing of ['referrer', 'client'] as const) {
    expect(after[sharing].referral).toEqual(before[sharing].referral)
    expect(after[sharing].subscription).toEqual(before[sharing].subscription)
  }
  // Three conversions of 10 % each.
  for (const sharing of ['referrer', 'client', 'open'] as const) {
    expect(after[sharing].discount).toBeGreaterThanOrEqual(before[sharing].discount)
    const referred = sharing === 'open' ? 10 : 0
    expect(after[sharing].discount).toBeLessThanOrEqual(before[sharing].discount + 30 + referred)
  }

  // Later reports of the server count as if there had been no unsigned calls.
  await merchant.pay('friend')
  expect(await merchant.referral('friend')).toMatchObject({
    status: 'CONVERTED',
    referredModerationStatus: 'APPROVED',
  })
  expect(await merchant.discount('friend')).toMatchObject({ discountPercentage: before.friend.discount })
  for (const victim of victims) await merchant.sync(victim, { paymentProviderId: `customer_${victim}` })
}

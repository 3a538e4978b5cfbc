import { expect, test } from 'vitest'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { drainTenant } from '../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../jobs/handlers.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { signUser } from '../../testing/sign.ts'
import { startTestService } from '../../testing/test-service.ts'
import { testRunner } from '../../testing/test-worker.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const { call, live, test: keys, clock } = service
const { requestOk, request, user, friend, credit, moderate, referral, redeem, leave } = merchantAt(call, keys)
const { runner } = testRunner(service.ctx, async () => null, { handlers: jobHandlers })
const settle = () => drainTenant(runner, keys.alias, clock.now, 600_000)

const share = { type: 'PAYMENT_SHARE', sharePercent: 8 } as const

async function offer(terms: object = {}, settings: object = {}): Promise<void> {
  const program = await requestOk('GET', '/program')
  await requestOk('PUT', '/program', {
    ...program,
    referredReward: null,
    referrerHoldDays: 0,
    ...settings,
    referrerReward: { ...share, ...terms },
  })
  clock.now += 5000
}

let made = 0

/** A referrer and a friend of theirs, in the trial. */
async function givenFriend() {
  made += 1
  const [ada, bob] = [`ada_${made}`, `bob_${made}`]
  const code = await user(ada)
  await friend(bob, code)
  return { ada, bob, code }
}

async function pay(accountId: string, reference: string, amount: number, more: object = {}) {
  const answer = await request('POST', '/payments', { accountId, reference, amount, ...more })
  await settle()
  return answer
}

async function reverse(accountId: string, kind: string, more: object = {}) {
  const answer = await request('POST', '/payments/reversal', { accountId, kind, reference: 'r1', ...more })
  await settle()
  return answer
}

/** The credit of an account for payments of friends: what each was, was redeemed and was taken back, in its order. */
async function shares(accountId: string) {
  const { rewards } = await requestOk('GET', `/rewards?accountId=${accountId}&type=CREDIT`)
  return entriesOf(rewards)
    .toReversed()
    .map(({ credit: given, unit, redeemedCredit, takenBackCredit = 0, statuses }) => {
      return [given, unit, redeemedCredit, takenBackCredit, ...(statuses as string[])].join(' ')
    })
}

const holds = async () => expect(await brokenInvariants(service.owner, keys.alias)).toEqual([])

test('the first payment that the merchant’s server reports converts, and each one gives the referrer a share once', async () => {
  await offer()
  const { ada, bob } = await givenFriend()
  const first = await pay(bob, `${bob}-1`, 49.9)
  expect(first).toMatchObject({
    status: 201,
    body: { accountId: bob, reference: `${bob}-1`, amount: 49.9, currency: 'USD', date: clock.now },
  })
  expect((await referral(bob)).status).toBe('CONVERTED')
  expect(await shares(ada)).toEqual(['399 USD 0 0 AVAILABLE'])
  expect(await pay(bob, `${bob}-1`, 60)).toEqual({ ...first, status: 200, headers: expect.anything() })
  await pay(bob, `${bob}-2`, 10.06)
  // 80.48 cents are rounded half up.
  expect(await shares(ada)).toEqual(['399 USD 0 0 AVAILABLE', '80 USD 0 0 AVAILABLE'])
  expect(await credit(ada, 'USD')).toBe(479)
  const { rewards } = await requestOk('GET', '/statistics')
  const counted = entriesOf(rewards).map(({ type, given, owed }) => `${type} ${given} ${owed}`)
  expect(counted).toEqual(['CREDIT 479 479', 'PAYMENT_SHARE 1 1'])
  await holds()
})

test('each share names the friend who paid, in lists and on the timeline', async () => {
  await offer()
  const { ada, bob, code } = await givenFriend()
  const cyd = `cyd_${made}`
  await friend(cyd, code)
  await pay(bob, `${bob}-1`, 10)
  await pay(cyd, `${cyd}-1`, 20)
  const { rewards } = await requestOk('GET', `/rewards?accountId=${ada}&type=CREDIT`)
  const ids = await Promise.all([cyd, bob].map(async (name) => (await referral(name)).id))
  expect(entriesOf(rewards).map((it) => [it.credit, it.referralId])).toEqual([
    [1_60, ids[0]],
    [80, ids[1]],
  ])
  const { events } = await requestOk('GET', `/account/${ada}/timeline?limit=100`)
  const paid = entriesOf(events).filter((it) => it.reason === 'FRIEND_PAID')
  expect(paid.map((it) => it.referredAccountId)).toEqual([cyd, bob])
})

test('a reference that is reported of two accounts at the same time is stored of one, and the other one is refused', async () => {
  await offer()
  const [first, second] = [await givenFriend(), await givenFriend()]
  for (const round of [1, 2, 3, 4]) {
    const report = (accountId: string) => pay(accountId, `race-${first.bob}-${round}`, 10)
    const answers = await Promise.all([report(first.bob), report(second.bob), report(first.bob)])
    const statuses = answers.map(({ status }) => status)
    expect([
      [200, 201, 409],
      [201, 409, 409],
    ]).toContainEqual(statuses.toSorted())
  }
  expect([...(await shares(first.ada)), ...(await shares(second.ada))]).toHaveLength(4)
  await holds()
})

test('a status PAID converts and is no payment, and the payment that is reported afterwards is shared', async () => {
  await offer()
  const { ada, bob } = await givenFriend()
  await requestOk('POST', '/accountsync', { id: bob, subscription: { status: 'PAID' } })
  await settle()
  expect(await shares(ada)).toEqual([])
  const converted = await referral(bob)
  expect(converted).toMatchObject({
    status: 'CONVERTED',
    referrerReward: { ...share, statuses: ['AVAILABLE'] },
  })
  await pay(bob, `${bob}-1`, 100)
  expect(await shares(ada)).toEqual(['800 USD 0 0 AVAILABLE'])
})

test('a refund takes the same share back from credit that is not spent, then from the next share, and never charges', async () => {
  await offer()
  const { ada, bob } = await givenFriend()
  await pay(bob, `${bob}-1`, 10)
  await pay(bob, `${bob}-2`, 10)
  await redeem(ada, 'USD', 120)
  await reverse(bob, 'REFUND', { paymentReference: `${bob}-2`, amount: 5 })
  expect(await shares(ada)).toEqual(['80 USD 80 0 REDEEMED', '80 USD 40 40 REDEEMED'])
  expect(await credit(ada, 'USD')).toBe(0)
  await reverse(bob, 'REFUND', { paymentReference: `${bob}-2`, reference: 'r2', amount: 5 })
  expect(await credit(ada, 'USD')).toBe(0)
  const figures = async () => (await requestOk('GET', `/account/${ada}/user/${ada}_user/figures`)).shared
  expect(await figures()).toEqual([{ currency: 'USD', amount: 0.8, owed: 0.4 }])
  await pay(bob, `${bob}-3`, 10)
  expect(await figures()).toEqual([{ currency: 'USD', amount: 1.6, owed: 0 }])
  // Of the new share 40 pay what is owed.
  expect((await shares(ada)).at(-1)).toBe('80 USD 0 40 AVAILABLE')
  expect(await credit(ada, 'USD')).toBe(40)
  await holds()
})

test('a dispute takes the share back, and gives it again once it is won, also where the reports come in another order', async () => {
  await offer()
  const { ada, bob } = await givenFriend()
  await pay(bob, `${bob}-1`, 10)
  const of = { paymentReference: `${bob}-2` }
  await reverse(bob, 'DISPUTE', of)
  await pay(bob, `${bob}-2`, 10)
  // The side is held as long as the dispute stands.
  expect(await credit(ada, 'USD')).toBe(0)
  await reverse(bob, 'DISPUTE_WON', of)
  expect(await credit(ada, 'USD')).toBe(160)
  await reverse(bob, 'DISPUTE', { ...of, reference: 'r2' })
  expect(await credit(ada, 'USD')).toBe(0)
  await reverse(bob, 'DISPUTE_WON', { ...of, reference: 'r2' })
  expect(await credit(ada, 'USD')).toBe(160)
  await holds()
})

test('a reversal of the first payment holds the side and all of its credit, until a decision gives what is left of it', async () => {
  await offer()
  const { ada, bob } = await givenFriend()
  await pay(bob, `${bob}-1`, 10)
  await pay(bob, `${bob}-2`, 10)
  await reverse(bob, 'VOID')
  expect(await referral(bob)).toMatchObject({ referrerModerationStatus: 'PENDING' })
  expect(await credit(ada, 'USD')).toBe(0)
  await pay(bob, `${bob}-3`, 10)
  expect(await credit(ada, 'USD')).toBe(0)
  await moderate('APPROVE_REFERRER', String((await referral(bob)).id))
  await settle()
  expect(await credit(ada, 'USD')).toBe(160)
  await moderate('DENY_REFERRER', String((await referral(bob)).id))
  await settle()
  expect(await credit(ada, 'USD')).toBe(0)
  await holds()
})

test('payments in several currencies are credit in each, and a hold, months and a limit of the month count', async () => {
  await offer(
    { monthsShareIsValid: 2, monthsCreditIsValid: 1, maxCreditPerMonth: 100 },
    { referrerHoldDays: 3 },
  )
  const { ada, bob } = await givenFriend()
  await pay(bob, `${bob}-1`, 10)
  expect(await shares(ada)).toEqual(['80 USD 0 0 PENDING'])
  await pay(bob, `${bob}-2`, 10, { currency: 'EUR' })
  await pay(bob, `${bob}-3`, 10)
  expect(await shares(ada)).toEqual(['80 USD 0 0 PENDING', '80 EUR 0 0 PENDING', '20 USD 0 0 PENDING'])
  clock.now += 4 * 86_400_000
  await settle()
  expect([await credit(ada, 'USD'), await credit(ada, 'EUR')]).toEqual([100, 80])
  clock.now += 65 * 86_400_000
  expect([await credit(ada, 'USD'), await credit(ada, 'EUR')]).toEqual([0, 0])
  await pay(bob, `${bob}-4`, 10)
  expect(await shares(ada)).toHaveLength(3)
  await holds()
})

test('a referrer sees what the payments of each friend came to, and nothing of the friends of others', async () => {
  await offer()
  const { ada, bob, code } = await givenFriend()
  const cyd = `cyd_${made}`
  await friend(cyd, code)
  await friend(
    `of_bob_${made}`,
    String((await requestOk('GET', `/account/${bob}/user/${bob}_user`)).referralCode),
  )
  await pay(bob, `${bob}-1`, 10)
  await pay(bob, `${bob}-2`, 50)
  await pay(cyd, `${cyd}-1`, 30, { currency: 'EUR' })
  await pay(`of_bob_${made}`, `of_bob_${made}-1`, 10)
  await reverse(bob, 'REFUND', { paymentReference: `${bob}-2`, amount: 25 })
  const claims = { accountId: ada, id: `${ada}_user` }
  const body = { account_id: ada, user_id: `${ada}_user`, jwt: signUser(keys.signingKey, claims, clock.now) }
  const { referrals } = (await call('POST', '/open/widget', { alias: keys.alias, body })).body.referrals as {
    readonly referrals: readonly { readonly shared: unknown }[]
  }
  expect(referrals.map((it) => it.shared)).toEqual([
    [{ currency: 'EUR', amount: 2.4 }],
    [{ currency: 'USD', amount: 2.8 }],
  ])
})

test('a friend with the card of the referrer gives no share until staff decide, whether the card is known before the payment or after it', async () => {
  await offer()
  const card = (number: string) => ({ evidence: { cardFingerprint: number } })
  const { ada, bob, code } = await givenFriend()
  await requestOk('POST', '/accountsync', { id: ada, ...card(`card of ${ada}`) })
  await requestOk('POST', '/accountsync', { id: bob, ...card(`card of ${ada}`) })
  await settle()
  await pay(bob, `${bob}-1`, 10)
  expect(await referral(bob)).toMatchObject({
    status: 'CONVERTED',
    referrerModerationStatus: 'PENDING',
    referredModerationStatus: 'PENDING',
    fraudSignals: expect.arrayContaining([expect.objectContaining({ rule: 'SAME_CARD', shadow: false })]),
  })
  expect(await credit(ada, 'USD')).toBe(0)
  const late = `late_${made}`
  await friend(late, code)
  await pay(late, `${late}-1`, 10)
  expect(await credit(ada, 'USD')).toBe(80)
  await requestOk('POST', '/accountsync', { id: late, ...card(`card of ${ada}`) })
  await settle()
  expect(await credit(ada, 'USD')).toBe(0)
  await pay(late, `${late}-2`, 10)
  expect(await credit(ada, 'USD')).toBe(0)
  await moderate('APPROVE', String((await referral(late)).id))
  await settle()
  expect(await credit(ada, 'USD')).toBe(160)
  await holds()
})

test('a burst of friends who have something in common is held before any share', async () => {
  await offer()
  const { ada, code } = await givenFriend()
  const burst = Array.from({ length: 6 }, (_, index) => `burst_${made}_${index}`)
  for (const [index, name] of burst.entries()) {
    await user(name)
    const evidence = { deviceId: `device of pair ${made} ${index % 2}` }
    await requestOk('POST', '/accountsync', { id: name, referral: { code }, evidence })
  }
  await settle()
  for (const name of burst) await pay(name, `${name}-1`, 10)
  const referrals = await Promise.all(burst.map(referral))
  const sides = referrals.map((it) => it.referrerModerationStatus)
  expect(referrals.at(-1)?.fraudSignals).toContainEqual(expect.objectContaining({ rule: 'REFERRER_BURST' }))
  const free = sides.filter((it) => it === 'APPROVED').length
  expect(sides.slice(-2)).toEqual(['PENDING', 'PENDING'])
  expect(free).toBeLessThanOrEqual(4)
  expect(await credit(ada, 'USD')).toBe(80 * free)
})

test('a friend who left gives no more shares, and those of before stay', async () => {
  await offer()
  const { ada, bob } = await givenFriend()
  await pay(bob, `${bob}-1`, 10)
  await leave(bob)
  clock.now += 86_400_000
  await pay(bob, `${bob}-2`, 10)
  expect(await credit(ada, 'USD')).toBe(80)
  await pay(bob, `${bob}-3`, 10, { date: clock.now - 2 * 86_400_000 })
  expect(await credit(ada, 'USD')).toBe(80)
  await holds()
})

test('what cannot be right is refused by name, and tenants and modes are apart', async () => {
  await offer()
  const { bob, code } = await givenFriend()
  const other = `other_${made}`
  await friend(other, code)
  const report = (more: object) =>
    request('POST', '/payments', { accountId: bob, reference: `${bob}-9`, amount: 1, ...more })
  expect(await report({ accountId: 'nobody_known' })).toMatchObject({
    status: 404,
    body: { apiErrorCode: 'ACCOUNT_NOT_FOUND', param: 'accountId' },
  })
  for (const [param, more] of [
    ['amount', { amount: 0 }],
    ['amount', { amount: 1.234 }],
    ['amount', { amount: -1 }],
    ['date', { date: clock.now + 3_600_000 }],
    ['currency', { currency: 'usd' }],
    ['reference', { reference: '' }],
  ] as const)
    expect(await report(more)).toMatchObject({ status: 400, body: { param } })
  expect((await report({})).status).toBe(201)
  expect(await report({ accountId: other })).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'PAYMENT_OF_OTHER_ACCOUNT', param: 'reference' },
  })
  const body = { accountId: bob, reference: 'x', amount: 1 }
  expect((await call('POST', '/payments', { alias: live.alias, key: live.apiKey, body })).status).toBe(404)
  const { apiKey: key } = await createApiKey(service.operator, { alias: keys.alias, scopes: ['read'] })
  expect((await call('POST', '/payments', { alias: keys.alias, key, body })).status).toBe(403)
})

test('only the referrer’s reward for a friend can be a share', async () => {
  const program = await requestOk('GET', '/program')
  expect(await request('PUT', '/program', { ...program, referredReward: share })).toMatchObject({
    status: 400,
    body: { param: 'referredReward.type' },
  })
  const milestones = [{ friends: 2, reward: share }]
  expect(await request('PUT', '/program', { ...program, milestones })).toMatchObject({
    status: 400,
    body: { param: 'milestones.0.reward.type' },
  })
  expect(await request('POST', '/rewards', { accountId: 'ada_1', reward: share }, 'by_hand')).toMatchObject({
    status: 400,
    body: { param: 'reward.type' },
  })
})

import { expect, test } from 'vitest'
import { createApiKey } from '../../administration/keys/create-api-key.ts'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { call, live, test: keys } = service
const { requestOk, request, user, friend, pay, referral, moderate } = merchantAt(call, keys)

let made = 0

/** A friend of 30.00 a month who has paid, and the referrer's code that was used. */
async function givenFriend(): Promise<string> {
  made += 1
  const name = `friend_${made}`
  await friend(name, await user(`ada_${made}`))
  await requestOk('POST', '/accountsync', { id: name, subscription: { value: 30 }, currency: 'USD' })
  await pay(name)
  return name
}

const report = (accountId: string, kind: string, more: object = {}) =>
  request('POST', '/payments/reversal', { accountId, kind, reference: 'one', ...more })

const sideOf = async (name: string) => {
  const { referrerModerationStatus, referrerReward, fraudSignals } = await referral(name)
  const rules = (fraudSignals as { rule: string }[]).map((it) => it.rule)
  const status = (referrerReward as { statuses: string[] } | null)?.statuses[0] ?? 'NONE'
  return [referrerModerationStatus, status, ...rules].join(' ')
}

test.each([
  ['VOID', 'FIRST_PAYMENT_VOIDED'],
  ['REFUND', 'FIRST_PAYMENT_REFUNDED'],
  ['DISPUTE', 'FIRST_PAYMENT_DISPUTED'],
])('a %s holds the referrer’s side, once however often it is reported', async (kind, signal) => {
  const name = await givenFriend()
  expect(await sideOf(name)).toBe('APPROVED AVAILABLE')
  const first = await report(name, kind)
  expect(first).toMatchObject({
    status: 201,
    body: { accountId: name, kind, amount: null, date: service.clock.now, reference: 'one', effect: 'HELD' },
  })
  expect(await sideOf(name)).toBe(`PENDING NONE ${signal}`)
  const entries = async () =>
    (await requestOk('GET', `/account/${name}/timeline?limit=100`)).events as unknown[]
  const before = await entries()
  expect(await report(name, kind)).toMatchObject({ status: 200, body: first.body })
  expect(await entries()).toEqual(before)
})

test('parts of the payment are recorded, and hold the side once they are the whole that the friend paid', async () => {
  const name = await givenFriend()
  expect((await report(name, 'REFUND', { amount: 20 })).body).toMatchObject({ amount: 20, effect: 'NONE' })
  expect(await sideOf(name)).toBe('APPROVED AVAILABLE')
  expect(entriesOf((await requestOk('GET', `/account/${name}/timeline?limit=100`)).events)).toContainEqual(
    expect.objectContaining({ type: 'payment.reversed', reason: 'PARTIAL_REFUND_REPORTED' }),
  )
  expect((await report(name, 'REFUND', { amount: 7, reference: 'two' })).body).toMatchObject({
    effect: 'HELD',
  })
  expect(await sideOf(name)).toBe('PENDING NONE FIRST_PAYMENT_REFUNDED')
})

test('a dispute that is won approves the side again', async () => {
  const name = await givenFriend()
  await report(name, 'DISPUTE')
  expect((await report(name, 'DISPUTE_WON')).body).toMatchObject({ effect: 'APPROVED' })
  expect(await sideOf(name)).toBe('APPROVED AVAILABLE FIRST_PAYMENT_DISPUTED')
  expect((await report(name, 'DISPUTE', { reference: 'two' })).body).toMatchObject({ effect: 'HELD' })
})

test('a decision by staff stays', async () => {
  const name = await givenFriend()
  await moderate('APPROVE_REFERRER', String((await referral(name)).id))
  expect((await report(name, 'REFUND')).body).toMatchObject({ effect: 'NONE' })
  expect(await sideOf(name)).toBe('APPROVED AVAILABLE FIRST_PAYMENT_REFUNDED')
})

test('a reversal that is reported before the first payment, or of an account without a referral, has no effect', async () => {
  const code = await user('early_ada')
  await friend('early', code)
  expect((await report('early', 'VOID')).body).toMatchObject({ effect: 'NONE' })
  service.clock.now += 1000
  await pay('early')
  expect(await sideOf('early')).toBe('APPROVED AVAILABLE')
  await user('alone')
  await pay('alone')
  expect(await report('alone', 'VOID')).toMatchObject({ status: 201, body: { effect: 'NONE' } })
})

test('a reversal counts until day 60 after the payment', async () => {
  const DAY = 86_400_000
  const [early, late] = [await givenFriend(), await givenFriend()]
  const paidAt = service.clock.now
  service.clock.now += 61 * DAY
  expect((await report(early, 'REFUND', { date: paidAt + 60 * DAY })).body).toMatchObject({ effect: 'HELD' })
  expect((await report(late, 'REFUND', { date: paidAt + 61 * DAY })).body).toMatchObject({ effect: 'NONE' })
})

test('a dispute after day 60 is one of a later payment, which the rule PAYMENT_DISPUTED holds', async () => {
  const [name, won] = [await givenFriend(), await givenFriend()]
  service.clock.now += 90 * 86_400_000
  expect((await report(won, 'DISPUTE_WON')).body).toMatchObject({ effect: 'NONE' })
  expect((await report(won, 'DISPUTE')).body).toMatchObject({ effect: 'NONE' })
  const first = await report(name, 'DISPUTE')
  expect(first.body).toMatchObject({ effect: 'HELD' })
  expect(await report(name, 'DISPUTE')).toMatchObject({ status: 200, body: first.body })
  expect(await sideOf(name)).toBe('PENDING NONE PAYMENT_DISPUTED')
  const [signal] = (await referral(name)).fraudSignals as { facts: object }[]
  expect(signal?.facts).toMatchObject({ disputes: 1 })
})

test('a side that a dispute of a later payment holds is approved when it is won, and is held again by another one', async () => {
  const name = await givenFriend()
  service.clock.now += 90 * 86_400_000
  expect((await report(name, 'DISPUTE')).body).toMatchObject({ effect: 'HELD' })
  expect((await report(name, 'DISPUTE', { reference: 'two' })).body).toMatchObject({ effect: 'HELD' })
  expect((await report(name, 'DISPUTE_WON')).body).toMatchObject({ effect: 'HELD' })
  expect((await report(name, 'DISPUTE_WON', { reference: 'two' })).body).toMatchObject({ effect: 'APPROVED' })
  expect(await sideOf(name)).toBe('APPROVED AVAILABLE PAYMENT_DISPUTED')
  expect((await report(name, 'DISPUTE', { reference: 'three' })).body).toMatchObject({ effect: 'HELD' })
  expect(await sideOf(name)).toBe('PENDING NONE PAYMENT_DISPUTED')
  expect((await report(name, 'DISPUTE_WON', { reference: 'three' })).body).toMatchObject({
    effect: 'APPROVED',
  })
})

test('an unknown account, a date in the future and an amount of three decimals are refused by name', async () => {
  const name = await givenFriend()
  expect(await report('nobody_known', 'VOID')).toMatchObject({
    status: 404,
    body: { apiErrorCode: 'ACCOUNT_NOT_FOUND', param: 'accountId' },
  })
  const date = service.clock.now + 3_600_000
  expect(await report(name, 'VOID', { date })).toMatchObject({ status: 400, body: { param: 'date' } })
  expect(await report(name, 'REFUND', { amount: 1.234 })).toMatchObject({
    status: 400,
    body: { param: 'amount' },
  })
  expect(await report(name, 'CHARGE')).toMatchObject({ status: 400, body: { param: 'kind' } })
})

test('an account of another tenant is not found, and a key without the scope is refused', async () => {
  const name = await givenFriend()
  const body = { accountId: name, kind: 'VOID', reference: 'one' }
  const other = await call('POST', '/payments/reversal', { alias: live.alias, key: live.apiKey, body })
  expect(other).toMatchObject({ status: 404, body: { apiErrorCode: 'ACCOUNT_NOT_FOUND' } })
  const { apiKey: key } = await createApiKey(service.operator, { alias: keys.alias, scopes: ['read'] })
  const denied = await call('POST', '/payments/reversal', { alias: keys.alias, key, body })
  expect(denied.status).toBe(403)
  expect(await sideOf(name)).toBe('APPROVED AVAILABLE')
})

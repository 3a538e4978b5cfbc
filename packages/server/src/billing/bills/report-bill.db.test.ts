import { expect, test } from 'vitest'
import { givenBraintreeShop } from '../../testing/processor/braintree-shop.ts'
import { givenOwnBills, OWN_BILLS_START as START } from '../../testing/processor/own-bills.ts'
import { startTestService } from '../../testing/test-service.ts'
import { acceptRequest } from '../notifications/accept-request.ts'

const service = await startTestService()
const SECOND_MS = 1000

test('a program whose own system makes the bills is connected without keys, and complete', async () => {
  const { keys, connected, call } = await givenOwnBills(service)
  expect(connected).toMatchObject({
    status: 200,
    body: {
      processor: 'manual',
      environment: 'sandbox',
      merchantId: keys.alias,
      publicKey: null,
      state: 'ACTIVE',
      missingSetup: [],
      notificationKinds: [],
      dashboardLinks: null,
    },
  })
  expect((await call('POST', '/connection/check')).body).toMatchObject({ state: 'ACTIVE', callsToday: 0 })
})

test('a year of reported bills has exactly the discounts that the service names, on both sides', async () => {
  const { report, user, call, wanted, moveTo, bills } = await givenOwnBills(service)
  const code = await user('ada')
  await report('ada')
  await call('POST', '/accountsync', { id: 'bob', referral: { code } })
  // The friend's first bill is known before it is made: the preview of the account has it.
  await report('bob', { discount: 3 })
  for (const day of ['02-29', '03-31', '04-30', '05-31']) {
    await moveTo(`2040-${day}T12:00`)
    for (const account of ['ada', 'bob']) {
      const [discount = 0] = await wanted(account)
      await report(account, { discount })
    }
  }
  expect(await bills('bob')).toEqual(['2040-01-31 30 3 3 27 RIGHT', '2040-02-29 30 3 3 27 RIGHT'])
  expect(await bills('ada')).toEqual(['2040-02-29 30 3 3 27 RIGHT', '2040-03-31 30 3 3 27 RIGHT'])
  const { body } = await call('GET', '/referrals')
  expect(body.referrals).toMatchObject([{ referredAccountId: 'bob', dateConverted: START }])
})

test('a bill that was made with another discount than the service named is wrong, and is not refunded by it', async () => {
  const { report, user, call, moveTo, bills, runJobs } = await givenOwnBills(service)
  const code = await user('ada')
  await report('ada')
  await call('POST', '/accountsync', { id: 'bob', referral: { code } })
  await report('bob')
  expect(await bills('bob')).toEqual(['2040-01-31 30 3 0 30 WRONG'])
  await moveTo('2040-02-29T12:00')
  await report('ada', { discount: 30 })
  expect(await bills('ada')).toEqual(['2040-02-29 30 3 30 0 WRONG'])
  const { body } = await call('GET', '/bills?state=WRONG&accountId=bob')
  const [{ id, reason }] = body.bills as [{ id: string; reason: string }]
  expect(reason).toBe('REFUND_REFUSED')
  await runJobs()
  expect((await call('POST', `/bills/${id}/waive`, { reason: 'Given back by hand.' })).status).toBe(200)
})

test('neither a trial nor a bill of nothing converts; the first bill of more does, once', async () => {
  const { report, user, call, moveTo, bills } = await givenOwnBills(service)
  await call('POST', '/accountsync', { id: 'bob', referral: { code: await user('ada') } })
  await report('bob', { price: 0 }, { nextBillDate: START + 7 * 86_400_000 })
  const converted = async () =>
    ((await call('GET', '/referrals')).body.referrals as readonly Record<string, unknown>[]).map(
      (it) => it.dateConverted,
    )
  expect(await converted()).toEqual([null])
  await moveTo('2040-02-07T12:00')
  await report('bob', { discount: 30 })
  expect(await converted()).toEqual([null])
  await moveTo('2040-03-07T12:00')
  await report('bob', { discount: 3 })
  expect(await converted()).toEqual([Date.parse('2040-03-07T12:00Z')])
  await report('bob', { discount: 3 })
  expect(await bills('bob')).toHaveLength(2)
})

test('what the next bill should have off is an event when it changes, and no repeat makes another', async () => {
  const { report, user, call, events } = await givenOwnBills(service)
  const code = await user('ada')
  await report('ada')
  await call('POST', '/accountsync', { id: 'bob', referral: { code } })
  for (const _ of [1, 2]) await report('bob', { discount: 3 })
  expect(await events('discount.changed')).toMatchObject([
    { data: { accountId: 'bob', subscriptionId: 'bob_sub', actualAmount: 3 } },
    { data: { accountId: 'ada', subscriptionId: 'ada_sub', actualAmount: 3 } },
  ])
})

test('a bill is stored once by its subscription and day, and another content of it is a conflict', async () => {
  const { report, user } = await givenOwnBills(service)
  for (const account of ['ada', 'bob']) await user(account)
  const answer = {
    accountId: 'ada',
    subscriptionId: 'ada_sub',
    price: 30,
    discount: 0,
    nextBillDate: '2040-02-29',
  }
  expect(await report('ada')).toMatchObject({ status: 201, body: answer })
  expect(await report('ada')).toMatchObject({ status: 200, body: answer })
  const conflict = { status: 409, body: { apiErrorCode: 'BILL_CONFLICT' } }
  expect(await report('ada', { discount: 1 })).toMatchObject(conflict)
  expect(await report('ada', { date: '2040-01-31T11:00:00Z' })).toMatchObject(conflict)
  expect(await report('ada', { date: '2040-01-30T11:00:00Z' }, { currency: 'EUR' })).toMatchObject(conflict)
  expect(await report('bob', {}, { subscriptionId: 'ada_sub' })).toMatchObject(conflict)
  const at = { date: '2040-01-29T11:00:00Z' }
  const both = await Promise.all([report('bob', at), report('bob', at), report('bob', at)])
  expect(both.map((it) => it.status).sort()).toEqual([200, 200, 201])
})

test('a subscription ends with its last bill, and has no discount after it', async () => {
  const { report, user, wanted, call, moveTo } = await givenOwnBills(service)
  await call('POST', '/accountsync', { id: 'bob', referral: { code: await user('ada') } })
  await report('bob', { discount: 3 })
  expect(await wanted('bob')).toEqual([3])
  await moveTo('2040-02-29T12:00')
  await report('bob', { discount: 3 }, { nextBillDate: null })
  expect(await wanted('bob')).toEqual([])
})

test('programs share no bill', async () => {
  const [one, other] = [await givenOwnBills(service), await givenOwnBills(service)]
  for (const each of [one, other]) await each.user('ada')
  await one.report('ada')
  expect((await other.call('GET', '/discounts')).body.totalCount).toBe(0)
  expect(await other.report('ada', { price: 20 })).toMatchObject({ status: 201 })
  const { owner } = service
  const rows = await owner.query<{ price: string }>(
    {
      name: '',
      text: 'select price_minor::text as price from app.reported_bill where tenant_id = any($1) order by 1',
    },
    [[one.keys.alias, other.keys.alias]],
  )
  expect(rows.map((it) => it.price)).toEqual(['2000', '3000'])
})

test.each<[object, string]>([
  [{ date: START + 1000 * SECOND_MS }, 'date'],
  [{ price: 30.001 }, 'price'],
  [{ price: -1 }, 'price'],
  [{ discount: 31 }, 'discount'],
  [{ discount: 0.001 }, 'discount'],
  [{ currency: 'XXY' }, 'currency'],
  [{ subscriptionId: '' }, 'subscriptionId'],
  [{ nextBillDate: START }, 'nextBillDate'],
])('a bill with %j is refused, and the error names the field', async (wrong, field) => {
  const { user, report } = await givenOwnBills(service)
  await user('ada')
  expect(await report('ada', {}, wrong)).toMatchObject({
    status: 400,
    body: { apiErrorCode: 'VALIDATION_FAILED', param: field },
  })
})

test('bills are reported only of accounts that are there, to a program whose own system makes them', async () => {
  const { report, call, keys } = await givenOwnBills(service)
  expect(await report('nobody')).toMatchObject({ status: 404, body: { apiErrorCode: 'ACCOUNT_NOT_FOUND' } })
  await call('DELETE', '/connection')
  expect(await report('nobody')).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'PROCESSOR_NOT_CONNECTED' },
  })
  const { credentials } = await givenBraintreeShop(await service.gateway())
  expect((await call('PUT', '/connection', credentials)).status).toBe(200)
  expect(await report('nobody')).toMatchObject({
    status: 409,
    body: { apiErrorCode: 'BILLS_COME_FROM_PROCESSOR' },
  })
  await call('PUT', '/connection', { processor: 'manual' })
  const request = { method: 'POST', query: new URLSearchParams(), headers: {}, rawBody: '{}' } as const
  await expect(acceptRequest(service.ctx, keys.alias, request)).rejects.toMatchObject({
    code: 'VALIDATION_FAILED',
  })
})

test('free months that are queued come off one reported bill each, one after another', async () => {
  const { report, user, call, keys, moveTo, wanted, bills } = await givenOwnBills(service)
  const freeMonth = {
    type: 'PCT_DISCOUNT',
    discountPercent: 100,
    monthsDiscountIsValid: 1,
    stacking: 'QUEUE',
  } as const
  await service.setProgram({ referredReward: null, referrerReward: freeMonth }, keys.alias)
  const code = await user('ada')
  await report('ada')
  for (const friend of ['bob', 'cyd']) {
    await call('POST', '/accountsync', { id: friend, referral: { code } })
    await report(friend)
  }
  expect(await wanted('ada')).toEqual([30])
  for (const [day, discount] of [
    ['2040-02-29', 30],
    ['2040-03-31', 30],
    ['2040-04-30', 0],
  ] as const) {
    await moveTo(`${day}T12:00`)
    await report('ada', { discount })
  }
  expect(await wanted('ada')).toEqual([])
  expect(await bills('ada')).toEqual(['2040-02-29 30 30 30 0 RIGHT', '2040-03-31 30 30 30 0 RIGHT'])
})

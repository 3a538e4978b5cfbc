import { afterAll, describe, expect, test } from 'vitest'
import { createLogger } from '../../../engine/logging/logger.ts'
import type { ObservedRun } from '../../../engine/metrics/job-metrics.ts'
import { observeProcessorCalls } from '../../../engine/signals/processor-calls.ts'
import { createApp } from '../../../frame/http/server/app.ts'
import { drainClockMove } from '../../../jobs/drain-tenant.ts'
import { jobHandlers } from '../../../jobs/handlers.ts'
import { givenConnectedTenant } from '../../../testing/processor/connected-tenant.ts'
import { BASE_URL, startTestService } from '../../../testing/test-service.ts'
import { serveNotificationUrls } from './notification-urls.ts'

const service = await startTestService()
const logger = createLogger('silent')
const app = createApp({ baseUrl: BASE_URL, logger })
/** The kinds of the jobs that ran, and the transactions in them. */
const ran: string[] = []
let transactions = 0
const completed = (line: unknown) => {
  transactions += Number(Object(line).transactions ?? 0)
}
const runner = {
  ctx: service.ctx,
  handlers: jobHandlers,
  logger: { debug: completed, info: completed, warn: completed, error: completed },
  observe: ({ kind }: ObservedRun) => void ran.push(kind),
  // A job that failed waits for the longest time.
  random: () => 1,
  leaseMs: 60_000,
}
serveNotificationUrls(app, service.ctx, {
  drainJobs: (tenantId, drain) => drainClockMove(runner, tenantId, { ...drain, limitMs: 600_000 }),
})
afterAll(() => app.close())
const address = await app.listen({ port: 0, host: '127.0.0.1' })

type Row = { kind: string; outcome: string | null; customer_id: string | null; payload: string }

async function received(alias: string): Promise<Row[]> {
  const text = `select kind, outcome, customer_id, payload from app.processor_notification
    where tenant_id = $1 order by received_at, sent_at, id`
  return service.owner.query<Row>({ name: '', text }, [alias])
}

type Sent = { readonly kind: string; readonly status: string; readonly subscriptionId: string | null }

test('a quarter at a gateway that repeats, reorders and loses deliveries: each notification is processed once', async () => {
  const { keys, shop, hook } = await givenConnectedTenant(service)
  await shop.control('POST', '/destinations', { id: 'goodword', url: `${address}${hook}` })
  expect(await shop.control('POST', '/destinations/goodword/verify')).toMatchObject({ kind: 'verified' })
  await shop.control('PUT', '/barrier', { url: `${address}${hook}/clock` })
  await shop.control('PATCH', '/deliveries', { duplicates: 0.4, losses: 0.2, reorders: true })

  const customers = new Set<string>()
  for (const trialDays of [undefined, 20]) {
    const customerId = await shop.addCustomer()
    customers.add(customerId)
    await shop.subscribe(customerId, trialDays === undefined ? {} : { trialDays })
  }
  await shop.control('POST', '/clock/advance', { days: 92 })

  const { items } = (await shop.control('GET', '/notifications?limit=200')) as { items: readonly Sent[] }
  const arrived = items.filter(({ status }) => status === 'delivered')
  const rows = await received(keys.alias)
  const kindsOf = (list: readonly { readonly kind: string }[]) => list.map(({ kind }) => kind).toSorted()
  expect(kindsOf(rows)).toEqual(kindsOf(arrived))
  expect(new Set(kindsOf(rows))).toEqual(
    new Set(['subscription_charged_successfully', 'subscription_went_active', 'subscription_trial_ended']),
  )
  expect(new Set(rows.map((it) => it.outcome))).toEqual(new Set(['CUSTOMER_FOUND']))
  expect(new Set(rows.map((it) => it.customer_id))).toEqual(customers)

  const { now } = (await service.call('GET', '/test/clock', { alias: keys.alias, key: keys.apiKey })).body
  expect(new Date(Number(now)).toISOString()).toBe('2026-05-03T12:00:00.000Z')
})

test('a notification that could not be stored is sent again by the gateway, and is not lost', async () => {
  const { keys, shop, hook } = await givenConnectedTenant(service)
  await shop.control('POST', '/destinations', { id: 'goodword', url: `${address}${hook}` })
  const rename = (from: string, to: string) =>
    service.owner.query({ name: '', text: `alter table app.${from} rename to ${to}` }, [])
  await rename('processor_notification', 'moved')
  await shop.control('POST', '/destinations/goodword/check')
  // The delivery is over when the gateway knows how it was answered.
  const attempts = async () => {
    const { items } = (await shop.control('GET', '/notifications?limit=1')) as {
      items: readonly { readonly attempts: readonly unknown[] }[]
    }
    return items[0]?.attempts.length
  }
  await expect.poll(attempts).toBe(1)
  await rename('moved', 'processor_notification')
  expect(await received(keys.alias)).toEqual([])
  await shop.control('POST', '/clock/advance', { hours: 2 })
  expect(await received(keys.alias)).toMatchObject([{ kind: 'check' }])
})

const DISCOUNT = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const

/** A program that gives friends a discount, and a gateway whose time waits for it; Ada has the code. */
async function rehearse(program: object = {}) {
  const { keys, shop, hook } = await givenConnectedTenant(service, {
    clock: { now: '2040-01-31T12:00:00Z', runs: false },
  })
  await service.setProgram({ referredReward: DISCOUNT, ...program }, keys.alias)
  await shop.control('POST', '/destinations', { id: 'goodword', url: `${address}${hook}` })
  await shop.control('PUT', '/barrier', { url: `${address}${hook}/clock` })
  const options = { alias: keys.alias, key: keys.apiKey }
  const get = (path: string) => service.call('GET', path, options)
  const call = (path: string, body: object) => service.call('POST', path, { ...options, body })
  const { referralCode } = (await call('/user', { accountId: 'ada', id: 'ada' })).body
  return { keys, shop, get, call, referralCode }
}

describe('a rehearsal with faults of the gateway', () => {
  /** Eve was referred and pays 30.00 a month, less 10 %. */
  async function given() {
    const { shop, call, referralCode } = await rehearse()
    const customerId = await shop.addCustomer()
    const link = async () => {
      const body = { accountId: 'eve', paymentProviderId: customerId, couponCode: referralCode }
      expect((await call('/discount', body)).status).toBe(201)
    }
    const subscriptionId = await shop.subscribe(customerId, { trialDays: 7 })
    const paid = async () => {
      const { transactions } = await shop.sdk.subscription.find(subscriptionId)
      return (transactions ?? []).toReversed().map(({ amount }) => amount)
    }
    return { shop, link, paid, subscriptionId, fail: (rule: object) => shop.control('POST', '/faults', rule) }
  }

  test.each(['status', 'reset', 'answer_lost', 'malformed'])(
    'when calls fail with %s, time waits until the discount is set, and the bill has it',
    async (kind) => {
      const { shop, link, paid, fail } = await given()
      await fail({ times: 3, action: kind === 'status' ? { kind, status: 503 } : { kind } })
      await link()
      expect(await shop.control('POST', '/clock/advance', { days: 10 })).toMatchObject({ unfinished: 0 })
      expect(await paid()).toEqual(['27.00'])
    },
  )

  test('when no call to the gateway fails, a year of one customer costs a few looks for each bill', async () => {
    const { shop, link, paid } = await given()
    await link()
    ran.splice(0)
    transactions = 0
    let calls = 0
    const stop = observeProcessorCalls(() => {
      calls += 1
    })
    const { moments } = await shop.control('POST', '/clock/advance', { days: 365 })
    stop()
    expect(await paid()).toEqual(Array.from({ length: 12 }, () => '27.00'))
    // A bill, and the two steps of its settlement.
    expect(moments).toBeLessThanOrEqual(37)
    const runs = (kind: string) => ran.filter((it) => it === kind).length
    expect(runs('NOTIFICATION')).toBeLessThanOrEqual(2)
    expect(runs('CUSTOMER')).toBeLessThanOrEqual(3 * 12)
    expect(ran.length).toBeLessThanOrEqual(7 * 12)
    // The customer half a day before the bill and after it, and a few pages of subscriptions.
    expect(calls).toBeLessThanOrEqual(4 * 12)
    expect(transactions).toBeGreaterThan(0)
    expect(transactions).toBeLessThanOrEqual(20 * 12)
  })

  test('a discount that was removed by hand is there again before the bill, also in one move over many months', async () => {
    const { shop, link, paid, subscriptionId } = await given()
    await link()
    await shop.control('POST', '/clock/advance', { days: 10 })
    const { success } = await shop.sdk.subscription.update(subscriptionId, {
      discounts: { remove: ['referral_discount'] },
      options: { prorateCharges: false },
    })
    expect(success).toBe(true)
    await shop.control('POST', '/clock/advance', { days: 60 })
    expect(await paid()).toEqual(['27.00', '27.00', '27.00'])
  })

  test('while an outage lasts for days, time goes on; after it the discount is set', async () => {
    const { shop, link, paid, fail } = await given()
    const { id } = await fail({ action: { kind: 'status', status: 503 } })
    await link()
    const { unfinished } = await shop.control('POST', '/clock/advance', { days: 2 })
    expect(unfinished).toBeGreaterThan(0)
    await shop.control('DELETE', `/faults/${id}`)
    expect(await shop.control('POST', '/clock/advance', { days: 8 })).toMatchObject({ unfinished: 0 })
    expect(await paid()).toEqual(['27.00'])
  })
})

describe('a dispute of the friend’s first payment', () => {
  /** Ada, who referred Eve, has a discount since Eve paid on 7 February. Each move is by a minute: no sweep is due. */
  async function given() {
    const { keys, shop, get, call, referralCode } = await rehearse({ referrerReward: DISCOUNT })
    const ada = await shop.addCustomer()
    const ofAda = await shop.subscribe(ada, { trialDays: 60 })
    await call('/accountsync', { id: 'ada', paymentProviderId: ada })
    const eve = await shop.addCustomer()
    const ofEve = await shop.subscribe(eve, { trialDays: 7 })
    const body = { accountId: 'eve', paymentProviderId: eve, couponCode: referralCode }
    expect((await call('/discount', body)).status).toBe(201)
    let now = Date.parse('2040-02-10T12:00Z')
    const move = async () => {
      now += 60_000
      await shop.control('POST', '/clock/advance', { to: new Date(now).toISOString() })
    }
    await move()
    const state = async () => {
      const { body } = await get('/referrals?referredAccountId=eve')
      const [referral] = body.referrals as {
        referrerModerationStatus: string
        fraudSignals: { rule: string }[]
      }[]
      const { discounts } = await shop.sdk.subscription.find(ofAda)
      const amount = discounts?.find((it) => it.id === 'referral_discount')?.amount ?? null
      const signals = referral?.fraudSignals.map((it) => it.rule) ?? []
      return [referral?.referrerModerationStatus, ...signals, amount]
    }
    const noticesSent = async () => {
      const rows = await received(keys.alias)
      return rows.filter((it) => it.kind.startsWith('dispute')).map((it) => [it.kind, it.customer_id])
    }
    const open = () => shop.control('POST', '/disputes', { id: 'of_eve', subscriptionId: ofEve })
    const decide = (status: string) => shop.control('POST', '/disputes/of_eve/decide', { status })
    return { eve, move, state, noticesSent, open, decide }
  }

  test('a dispute of the friend’s first payment holds the referrer’s side as soon as the notification arrives, until it is won', async () => {
    const { eve, move, state, noticesSent, open, decide } = await given()
    expect(await state()).toEqual(['APPROVED', '3.00'])
    await open()
    await move()
    expect(await state()).toEqual(['PENDING', 'FIRST_PAYMENT_DISPUTED', null])
    await decide('won')
    await move()
    expect(await state()).toEqual(['APPROVED', 'FIRST_PAYMENT_DISPUTED', '3.00'])
    expect(await noticesSent()).toEqual([
      ['dispute_opened', eve],
      ['dispute_won', eve],
    ])
  })

  test('a dispute of the friend’s first payment that is lost leaves the referrer’s side held', async () => {
    const { eve, move, state, noticesSent, open, decide } = await given()
    await open()
    await move()
    await decide('lost')
    await move()
    expect(await state()).toEqual(['PENDING', 'FIRST_PAYMENT_DISPUTED', null])
    expect(await noticesSent()).toEqual([
      ['dispute_opened', eve],
      ['dispute_lost', eve],
    ])
  })
})

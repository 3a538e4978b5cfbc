import { beforeAll, describe, expect, test } from 'vitest'
import { runJobs } from '../../testing/exported-files.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { legacyClient } from '../../testing/requests/legacy-client.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { live, test: testMode, clock, ctx } = service
const send = legacyClient(service)
/** As the Go client sends it: github.com/snakehopper/saasquatch, saasquatch.go, at 664e769. */
const go = { credentials: `ApiKey:${live.apiKey}` }
/** As the tap sends it: github.com/singer-io/tap-referral-saasquatch, __init__.py, at e56daf6. */
const tap = { credentials: `:${live.apiKey}` }
const time = clock.now

beforeAll(async () => {
  await service.setProgram({ legacyClients: true })
  await service.setProgram({ legacyClients: true }, testMode.alias)
  const ada = {
    accountId: 'ada',
    id: 'a',
    email: 'Ada@example.com',
    firstName: '=Ada',
    referralCode: 'ADA-1',
  }
  await service.call('POST', '/user', { body: ada })
  await service.addUser('bob', { referral_code: 'ADA-1', account_status: 'PAID' })
  for (const [key, reward] of Object.entries({
    one: { type: 'CREDIT', unit: 'EUR', credit: 500 },
    two: { type: 'CREDIT', unit: 'EUR', credit: 250 },
    seat: { type: 'FEATURE', featureType: 'SEAT', quantity: 2 },
    half: { type: 'PCT_DISCOUNT', discountPercent: 2.5 },
  })) {
    const body = { accountId: 'ada', userId: 'a', reward }
    await service.call('POST', '/rewards', { body, headers: { 'idempotency-key': key } })
  }
})

test('a balance has of queued percentages the one in use, and of shares what was not taken back', async () => {
  const { requestOk, user, friend, give, program } = merchantAt(service.call, testMode)
  await program({ legacyClients: true, referrerReward: { type: 'PAYMENT_SHARE', sharePercent: 20 } })
  await friend('fay', await user('eve'))
  await requestOk('POST', '/payments', { accountId: 'fay', reference: 'first', amount: 30 })
  await runJobs(ctx, testMode.alias)
  await requestOk('POST', '/payments/reversal', {
    accountId: 'fay',
    kind: 'REFUND',
    reference: 'back',
    amount: 15,
  })
  const month = { type: 'PCT_DISCOUNT', monthsDiscountIsValid: 1, stacking: 'QUEUE' } as const
  for (const discountPercent of [30, 20])
    await give('eve', { ...month, discountPercent }, { userId: 'eve_user' })
  await runJobs(ctx, testMode.alias)
  const inTest = { credentials: `ApiKey:${testMode.apiKey}`, alias: testMode.alias }
  const ofUser = '/reward/balance?accountId=eve&userId=eve_user'
  expect((await send('GET', ofUser, inTest)).body).toEqual([
    expect.objectContaining({ type: 'PCT_DISCOUNT', totalDiscountPercent: 30 }),
    expect.objectContaining({ totalAssignedCredit: 3_00, availableValue: 3_00, totalCancelledCredit: 3_00 }),
  ])
})

describe('the Go client', () => {
  test('ListRewardBalances gets a row per type and unit', async () => {
    const { status, body } = await send('GET', '/reward/balance?accountId=ada', go)
    expect([status, body]).toEqual([
      200,
      [
        {
          ...{ type: 'PCT_DISCOUNT', unit: '%', count: 2, totalDiscountPercent: 12.5 },
          ...{ referredDiscountPercent: 0, referrerDiscountPercent: 10 },
        },
        {
          ...{ type: 'CREDIT', unit: 'EUR', count: 2, totalAssignedCredit: 750, totalRedeemedCredit: 0 },
          ...{ availableValue: 750, totalPendingCredit: 0, totalExpiredCredit: 0, totalCancelledCredit: 0 },
        },
        { type: 'FEATURE', featureType: 'SEAT', unit: '', count: 1, totalQuantity: 2 },
      ],
    ])
    const only = await send('GET', '/reward/balance?accountId=ada&userId=a&rewardTypeFilter=FEATURE', go)
    expect(only.body).toEqual([expect.objectContaining({ totalQuantity: 2 })])
    expect((await send('GET', '/reward/balance?accountId=ada&userId=nobody', go)).body).toEqual([])
    expect((await send('GET', '/reward/balance?accountId=nobody', go)).body.rsCode).toBe('RS041')
    expect((await send('GET', '/reward/balance', go)).body.rsCode).toBe('RS044')
    expect((await send('GET', '/reward/balance?accountId=..%2f..%2fother', go)).status).toBe(404)
    expect((await send('GET', '/reward/balance?accountId=%2E%2E', go)).status).toBe(400)
  })

  test('DebitRewardBalance spends once per call, and says in its own words when there is too little', async () => {
    const debit = (amount: unknown, headers = {}) =>
      send('POST', '/credit/bulkredeem', { ...go, headers, body: { accountId: 'ada', unit: 'EUR', amount } })
    expect(await debit(100)).toMatchObject({
      status: 200,
      body: { creditRedeemed: 100, creditAvailable: 650, unit: 'EUR' },
    })
    expect((await debit(100)).body).toEqual({ creditRedeemed: 100, creditAvailable: 550, unit: 'EUR' })
    const once = { 'idempotency-key': 'order-1' }
    expect((await debit(50, once)).body).toEqual((await debit(50, once)).body)
    for (const amount of [501, 0]) {
      expect(await debit(amount)).toMatchObject({
        status: 400,
        body: { statusCode: 400, apiErrorCode: 'INVALD_REWARD_REDEMPTION' },
      })
    }
    expect((await debit('100')).status).toBe(400)
    expect((await send('GET', '/reward/balance?accountId=ada&rewardTypeFilter=CREDIT', go)).body).toEqual([
      expect.objectContaining({ totalAssignedCredit: 750, totalRedeemedCredit: 250, availableValue: 500 }),
    ])
    const { apiKey } = await service.newKey(['read', 'write'])
    const poor = { credentials: `ApiKey:${apiKey}`, body: { accountId: 'ada', unit: 'EUR', amount: 1 } }
    expect((await send('POST', '/credit/bulkredeem', poor)).status).toBe(403)
  })
})

describe('the tap for Singer', () => {
  /** The requests of `request_export`, `export_ready` and `stream_export`, and what its CSV reader makes of the answer. */
  async function stream(type: string): Promise<readonly Readonly<Record<string, string | undefined>>[]> {
    const params = { createdOrUpdatedSince: '2017-01-01T00:00:00Z' }
    const body = { type, format: 'CSV', name: `Stitch Streams ${type}`, params }
    const created = await send('POST', '/export', { ...tap, body })
    expect(created).toMatchObject({ status: 201, body: { status: 'PENDING', type, format: 'CSV', params } })
    const path = `/export/${created.body.id}`
    await runJobs(ctx, live.alias)
    expect((await send('GET', path, tap)).body).toMatchObject({ status: 'COMPLETED', id: created.body.id })
    const { status, text, headers } = await send('GET', `${path}/download`, tap)
    expect([status, headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present'])
    const [header = '', ...lines] = text.split('\r\n').slice(0, -1)
    const names = header.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
  }

  test('its stream of users has every user', async () => {
    const [ada, bob, ...others] = await stream('USER')
    expect(others).toEqual([])
    expect(ada).toMatchObject({
      ...{
        id: 'a',
        accountId: 'ada',
        email: 'Ada@example.com',
        firstName: "'=Ada",
        dateCreated: `${time + 10_000}`,
      },
      emailHash: '3e3417d7ef77d5932a6734b916515ed5',
      shareLink: 'https://goodword.example.com/r/acme/ADA-1',
    })
    expect(bob).toMatchObject({ id: 'bob_user', accountId: 'bob', email: '' })
  })

  test('its stream of referrals has both sides and all dates in milliseconds', async () => {
    expect(await stream('REFERRAL')).toEqual([
      expect.objectContaining({
        ...{ programId: 'classic', referredAccount: 'bob', referrerAccount: 'ada', referrerUser: 'a' },
        ...{
          dateReferralStarted: expect.stringMatching(/^\d{13}$/),
          dateReferralEnded: '',
          dateModerated: '',
        },
        ...{ referredModerationStatus: 'APPROVED', dateReferralPaid: expect.stringMatching(/^\d{13}$/) },
      }),
    ])
  })

  test('its stream of balances has whole numbers per user, type and unit', async () => {
    const rows = (await stream('REWARD_BALANCE')).map((it) => Object.values(it).join(' '))
    expect(rows.toSorted()).toEqual([
      'a ada CREDIT 500 EUR',
      'a ada FEATURE 2 SEAT',
      'a ada PCT_DISCOUNT 12 %',
      'bob_user bob PCT_DISCOUNT 10 %',
    ])
  })

  test('an export is there only for the program and in the form in which it was requested', async () => {
    const { body } = await send('POST', '/export', { ...tap, body: { type: 'USER' } })
    const download = await send('GET', `/export/${body.id}/download`, tap)
    expect([download.status, download.body.apiErrorCode]).toEqual([404, 'EXPORT_NOT_FOUND'])
    const foreign = { credentials: `:${testMode.apiKey}`, alias: testMode.alias }
    expect((await send('GET', `/export/${body.id}`, foreign)).status).toBe(404)
    const ours = { kind: 'users', format: 'csv' }
    const { body: csv } = await service.call('POST', '/exports', { body: ours })
    expect((await send('GET', `/export/${csv.id}`, tap)).status).toBe(404)
    for (const wrong of [{ type: 'REWARD' }, { type: 'USER', format: 'XLSX' }]) {
      expect((await send('POST', '/export', { ...tap, body: wrong })).status).toBe(400)
    }
    const since = (createdSince: unknown) =>
      send('POST', '/export', { ...tap, body: { type: 'USER', params: { createdSince } } })
    expect((await since('yesterday')).body.apiErrorCode).toBe('VALIDATION_FAILED')
    expect((await since(time)).status).toBe(201)
  })
})

test('a subscription is a webhook receiver that is known by its URL', async () => {
  const endpointUrl = 'https://93.184.216.34/a?b=c'
  const subscribe = () => send('POST', '/subscribe', { ...go, body: { endpointUrl, name: 'Zap' } })
  const { status, body } = await subscribe()
  expect([status, body]).toEqual([
    201,
    { id: expect.any(String), endpointUrl, name: 'Zap', secret: expect.stringMatching(/^whsec_/) },
  ])
  const { secret: _secret, ...subscription } = body
  expect((await subscribe()).body).toEqual(subscription)
  expect((await send('GET', '/subscription', go)).body).toEqual({
    ...{ count: 1, totalCount: 1, subscriptions: [subscription] },
  })
  const path = `/subscription/${encodeURIComponent(endpointUrl)}`
  expect((await send('DELETE', path, go)).status).toBe(204)
  expect((await send('DELETE', path, go)).body.apiErrorCode).toBe('RECEIVER_NOT_FOUND')
  const local = { ...go, body: { endpointUrl: 'http://127.0.0.1/x' } }
  expect((await send('POST', '/subscribe', local)).status).toBe(400)
})

import { describe, expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock, other, test: testMode } = service
const code = await service.addUser('alice')

async function account(id: string) {
  const { status, body } = await service.call('GET', `/account/${encodeURIComponent(id)}`)
  expect(status).toBe(200)
  return body
}

describe('GET account/{id}', () => {
  test('GET account/{id} returns what accountsync returned', async () => {
    const subscription = {
      status: 'PAID',
      value: 9.99,
      billingIntervalType: 'MONTH',
      billingIntervalValue: 1,
    }
    const body = {
      id: 'bob',
      subscription,
      referral: { code },
      paymentProviderId: 'cus_bob',
      currency: 'EUR',
    }
    await service.addUser('bob')
    const synced = await service.call('POST', '/accountsync', { body })
    expect(await account('bob')).toEqual(synced.body)
  })

  test('an account that only a browser named has nothing but its date', async () => {
    const synced = await service.call('POST', '/accountsync', { body: { id: 'nothing_known' } })
    expect(synced.body).toMatchObject({ paymentProviderId: null, subscription: null, referral: null })
    expect(await account('alice')).toEqual({ ...synced.body, id: 'alice', dateCreated: clock.now })
  })

  test('a browser’s PAID shows while no server has sent a status', async () => {
    await service.addUser('browser_paid', { account_status: 'PAID' })
    expect(await account('browser_paid')).toMatchObject({ subscription: { status: 'PAID' } })
    const body = { id: 'browser_paid', subscription: { status: 'TRIAL' } }
    await service.call('POST', '/accountsync', { body })
    expect(await account('browser_paid')).toMatchObject({ subscription: { status: 'TRIAL' } })
  })

  test('a browser’s other statuses have no effect and are not shown', async () => {
    for (const status of ['TRIAL', 'FREE', 'CANCELLED']) {
      await service.addUser(`browser_${status}`, { account_status: status })
      expect(await account(`browser_${status}`)).toMatchObject({ subscription: null })
    }
  })

  test('a browser’s claim of a processor customer is not shown', async () => {
    await service.addUser('claimant', { payment_provider_id: 'cus_claimed' })
    expect(await account('claimant')).toMatchObject({ paymentProviderId: null })
  })

  test('a side that a rule denied shows no reward', async () => {
    const email = 'same@example.com'
    const twin = await service.addUser('twin', { email })
    await service.addUser('second_self', { email, referral_code: twin, account_status: 'PAID' })
    expect(await account('second_self')).toMatchObject({
      referral: { status: 'CONVERTED', referrerReward: null, referredReward: null },
    })
  })

  test('a reward held back is pending until its day', async () => {
    await service.setProgram({ referrerHoldDays: 30 })
    await service.addUser('held', { referral_code: code, account_status: 'PAID' })
    const scheduled = clock.now + 30 * 86_400_000
    const dates = { dateScheduledFor: scheduled, dateGiven: null }
    expect(await account('held')).toMatchObject({
      referral: { referrerReward: { statuses: ['PENDING'], ...dates } },
    })
    clock.now = scheduled
    expect(await account('held')).toMatchObject({
      referral: { referrerReward: { statuses: ['AVAILABLE'], dateGiven: scheduled } },
    })
    await service.setProgram({})
  })

  test('an account of another mode or merchant, or an unknown one, is 404', async () => {
    for (const { alias, apiKey } of [testMode, other]) {
      const answer = await service.call('GET', '/account/alice', { alias, key: apiKey })
      expect(answer.body).toMatchObject({ statusCode: 404, apiErrorCode: 'ACCOUNT_NOT_FOUND' })
    }
    const unknown = await service.call('GET', '/account/Alice')
    expect(unknown.body).toMatchObject({ apiErrorCode: 'ACCOUNT_NOT_FOUND', param: 'accountId' })
  })

  test.each(['%20', '%00', '%EF%BF%BF%00', 'x'.repeat(257), '%F0%9F%98%80'.repeat(257)])(
    'the id %s is none: 400',
    async (id) => {
      const answer = await service.call('GET', `/account/${id}`)
      expect([answer.status, answer.body.param]).toEqual([400, 'accountId'])
    },
  )

  test('a lone surrogate in a path is no UTF-8: 400', async () => {
    expect((await service.call('GET', '/account/%ED%A0%80')).status).toBe(400)
  })
})

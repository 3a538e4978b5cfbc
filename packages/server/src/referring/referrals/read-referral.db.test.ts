import { describe, expect, test } from 'vitest'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { other, test: testMode } = service
const code = await service.addUser('alice')
const referralId = await attributed('bob')

async function attributed(id: string): Promise<string> {
  const body = { id, referral: { code } }
  const { body: account } = await service.call('POST', '/accountsync', { body })
  return String(Reflect.get(Object(account.referral), 'id'))
}

const read = (id: string, options = {}) => service.call('GET', `/referrals/${id}`, options)

describe('GET referrals/{id}', () => {
  test('GET referrals/{id} returns the referral as the list shows it', async () => {
    const { status, body } = await read(referralId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: referralId, referralCodeUsed: code, referredUser: null })
    const list = await service.call('GET', '/referrals')
    expect(list.body.referrals).toEqual([{ ...body, amountAtStake: null, othersInCluster: null }])
  })

  test('GET referrals/{id} shows the first user who was identified, and keeps to that one', async () => {
    await service.addUser('bob', { user_id: 'first' })
    await service.addUser('bob', { user_id: 'second' })
    expect((await read(referralId)).body).toMatchObject({ referredUser: { id: 'first' } })
  })

  test('account, referral and list of rewards show the same rewards', async () => {
    const id = await attributed('dave')
    await service.addUser('dave', { account_status: 'PAID' })
    const { body: account } = await service.call('GET', '/account/dave')
    const { body: referral } = await read(id)
    const { referrerReward, referredReward } = referral
    expect(account.referral).toMatchObject({ referrerReward, referredReward })
    const rewards = await service.call('GET', '/rewards?accountId=dave')
    expect(rewards.body.rewards).toMatchObject([referredReward])
    const earned = await service.call('GET', '/rewards?accountId=alice')
    expect(earned.body.rewards).toContainEqual(expect.objectContaining(referrerReward))
  })

  test('GET referrals/{id} says what the referral waits for', async () => {
    expect((await read(referralId)).body.reasons).toEqual(['AWAITING_PAYMENT'])
    const unidentified = await attributed('carol')
    await service.call('POST', '/accountsync', { body: { id: 'carol', subscription: { status: 'PAID' } } })
    expect((await read(unidentified)).body.reasons).toEqual(['NO_USER_IDENTIFIED'])
    await service.addUser('carol')
    expect((await read(unidentified)).body.reasons).toEqual([])
  })

  test('GET referrals/{id} shows what a shadow rule would have done, without effect', async () => {
    const id = await attributed('namesake')
    await service.addUser('namesake', { user_id: 'alice_user' })
    expect((await read(id)).body).toMatchObject({
      fraudSignals: [{ rule: 'SAME_USER_ID', shadow: true, message: expect.stringMatching(/\.$/) }],
      referrerModerationStatus: 'APPROVED',
      referredModerationStatus: 'APPROVED',
    })
  })

  test.each([
    '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f',
    'x',
    'null',
    '0',
    '%00',
    '%20',
    '%F0%9F%98%80',
    "'%20or%201=1",
    referralId.toUpperCase(),
    referralId.replaceAll('-', ''),
    `${referralId}0`,
    `{${referralId}}`,
    'x'.repeat(5000),
  ])('the unknown ID %s is 404', async (id) => {
    const { body } = await read(id)
    expect(body).toMatchObject({ statusCode: 404, apiErrorCode: 'REFERRAL_NOT_FOUND', param: 'referralId' })
  })

  test('a referral is 404 in another mode and for another merchant', async () => {
    for (const { alias, apiKey } of [testMode, other]) {
      expect((await read(referralId, { alias, key: apiKey })).status).toBe(404)
    }
  })
})

import { beforeAll, describe, expect, test } from 'vitest'
import type { WireAnswer } from '../../testing/requests/wire-rules.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock, other } = service

const list = (query = '') => service.call('GET', `/rewards${query}`)

/** `account type source` of each reward, newest first. */
function idsOf({ body }: WireAnswer): string[] {
  const rewards = Array.isArray(body.rewards) ? body.rewards : []
  return rewards.map((it) => `${it.accountId} ${it.type} ${it.rewardSource}`)
}

const credit = { type: 'CREDIT', unit: 'EUR', credit: 500, monthsCreditIsValid: 1 } as const
const feature = { type: 'FEATURE', featureType: 'EXTRA_SEAT', quantity: 2 } as const

beforeAll(async () => {
  await service.setProgram({ referrerReward: credit, referredReward: feature })
  const code = await service.addUser('ann')
  await service.addUser('expired', { referral_code: code, account_status: 'PAID' })
  clock.now += 40 * 86_400_000
  await service.setProgram({ referrerReward: credit, referredReward: feature })
  await service.addUser('credited', { referral_code: code, account_status: 'PAID' })
  await service.setProgram({ referrerHoldDays: 3 })
  await service.addUser('held', { referral_code: code, account_status: 'PAID' })
  await service.setProgram({ referredReward: { type: 'TIME_CREDIT', unit: 'DAY', credit: 30 } })
  await service.addUser('waiting', { referral_code: code })
  const left = { id: 'left', referral: { code }, subscription: { status: 'CANCELLED' } }
  await service.call('POST', '/accountsync', { body: left })
})

const all = [
  'left TIME_CREDIT REFERRED',
  'waiting TIME_CREDIT REFERRED',
  'ann PCT_DISCOUNT FRIEND_SIGNUP',
  'held PCT_DISCOUNT REFERRED',
  'ann CREDIT FRIEND_SIGNUP',
  'credited FEATURE REFERRED',
  'ann CREDIT FRIEND_SIGNUP',
  'expired FEATURE REFERRED',
]

describe('GET rewards/{id}', () => {
  test('GET rewards/{id} returns each reward as the list shows it, to its own tenant', async () => {
    const rewards = (await list()).body.rewards as { readonly id: string }[]
    for (const reward of rewards) {
      const { status, body } = await service.call('GET', `/rewards/${reward.id}`)
      expect([status, body]).toEqual([200, reward])
    }
    const [{ id } = { id: '' }] = rewards
    const unknown = { statusCode: 404, apiErrorCode: 'REWARD_NOT_FOUND', param: 'rewardId' }
    for (const { alias, apiKey } of [service.test, other]) {
      expect((await service.call('GET', `/rewards/${id}`, { alias, key: apiKey })).body).toMatchObject(
        unknown,
      )
    }
    for (const text of ['x', '%00', `${id}0`, '019a5f2e-7c1b-7d3a-9f00-3c5e8a1b2d4f']) {
      expect((await service.call('GET', `/rewards/${text}`)).body).toMatchObject(unknown)
    }
  })
})

describe('GET rewards', () => {
  test('GET rewards lists the newest first, each with the fields of its kind', async () => {
    const answer = await list()
    expect(idsOf(answer).toSorted()).toEqual(all.toSorted())
    const date = expect.any(Number)
    const common = { id: expect.any(String), referralId: expect.any(String), dateRedeemed: null }
    const [credited] = (await list('?type=CREDIT&status=AVAILABLE')).body.rewards as unknown[]
    expect(credited).toEqual({
      ...common,
      ...credit,
      rewardSource: 'FRIEND_SIGNUP',
      accountId: 'ann',
      userId: 'ann_user',
      user: { id: 'ann_user', accountId: 'ann', email: null, firstName: null, lastName: null },
      statuses: ['AVAILABLE'],
      redeemedCredit: 0,
      dateCreated: date,
      dateScheduledFor: null,
      dateGiven: date,
      dateExpires: date,
      dateCancelled: null,
    })
    const [, seats] = (await list('?type=FEATURE')).body.rewards as unknown[]
    expect(seats).toEqual({
      ...common,
      ...feature,
      rewardSource: 'REFERRED',
      accountId: 'expired',
      userId: 'expired_user',
      user: { id: 'expired_user', accountId: 'expired', email: null, firstName: null, lastName: null },
      statuses: ['AVAILABLE'],
      dateCreated: date,
      dateScheduledFor: null,
      dateGiven: date,
      dateExpires: null,
      dateCancelled: null,
    })
  })

  test.each([
    [
      'accountId=ann',
      ['ann PCT_DISCOUNT FRIEND_SIGNUP', 'ann CREDIT FRIEND_SIGNUP', 'ann CREDIT FRIEND_SIGNUP'],
    ],
    ['accountId=nobody', []],
    ['type=FEATURE', ['credited FEATURE REFERRED', 'expired FEATURE REFERRED']],
    ['type=TIME_CREDIT&status=PENDING', ['waiting TIME_CREDIT REFERRED']],
    ['status=CANCELLED', ['left TIME_CREDIT REFERRED']],
    ['status=EXPIRED', ['ann CREDIT FRIEND_SIGNUP']],
    ['status=PENDING', ['waiting TIME_CREDIT REFERRED', 'ann PCT_DISCOUNT FRIEND_SIGNUP']],
    ['status=REDEEMED', []],
    ['accountId=ann&status=AVAILABLE', ['ann CREDIT FRIEND_SIGNUP']],
  ])('GET rewards with %s finds %j', async (query, expected) => {
    const answer = await list(`?${query}`)
    expect(idsOf(answer)).toEqual(expected)
    expect(answer.body).toMatchObject({ count: expected.length, totalCount: expected.length })
  })

  test.each(['status', 'type', 'accountId', 'limit', 'cursor', 'totalCount'])(
    'a bad %s is 400',
    async (name) => {
      for (const query of [`${name}=%00`, `${name}=`, `${name}=a&${name}=a`]) {
        expect((await list(`?${query}`)).body).toMatchObject({ statusCode: 400, param: name })
      }
    },
  )

  test('the pages of rewards meet each reward once', async () => {
    const seen: string[] = []
    let query = '?limit=3'
    for (;;) {
      const page = await list(query)
      seen.push(...idsOf(page))
      if (page.body.nextCursor === null) break
      query = `?limit=3&cursor=${page.body.nextCursor}`
    }
    expect(seen).toEqual(idsOf(await list('?limit=1000&totalCount=exact')))
    expect(seen).toHaveLength(all.length)
  })

  test('another merchant has none of these', async () => {
    const answer = await service.call('GET', '/rewards', { alias: other.alias, key: other.apiKey })
    expect(answer.body).toEqual({ count: 0, totalCount: 0, nextCursor: null, rewards: [] })
  })
})

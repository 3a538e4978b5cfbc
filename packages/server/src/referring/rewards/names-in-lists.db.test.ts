import { beforeAll, describe, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const merchant = merchantAt(service.call, service.live)
const { requestOk } = merchant

const rewards = async (accountId: string) =>
  entriesOf((await requestOk('GET', `/rewards?accountId=${accountId}`)).rewards)
const timeline = async (accountId: string) =>
  entriesOf((await requestOk('GET', `/account/${accountId}/timeline?limit=100`)).events)

const ada = { id: 'ada_user', accountId: 'ada', firstName: 'Ada', lastName: 'Lovelace', email: null }
const bob = { id: 'bob_user', accountId: 'bob', firstName: 'Bob', lastName: null, email: 'bob@example.com' }

beforeAll(async () => {
  const code = await merchant.user('ada', { firstName: 'Ada', lastName: 'Lovelace' })
  await merchant.user('bob', { firstName: 'Bob', email: 'bob@example.com' })
  await merchant.sync('bob', { referral: { code }, subscription: { status: 'PAID' } })
  await merchant.sync('nobody', { referral: { code }, subscription: { status: 'TRIAL' } })
})

describe('names in lists', () => {
  test('a reward has the name of the user who earned it, or of the first user of its account', async () => {
    expect((await rewards('ada')).map((it) => it.user)).toEqual([ada])
    const [reward] = await rewards('bob')
    expect(reward).toMatchObject({ userId: 'bob_user', user: bob })
    expect(await requestOk('GET', `/rewards/${reward?.id}`)).toEqual(reward)
    await merchant.give('bob', { type: 'CREDIT', unit: 'EUR', credit: 5 })
    expect((await rewards('bob'))[0]).toMatchObject({ rewardSource: 'MANUAL', user: bob })
    expect((await rewards('nobody')).map((it) => it.user)).toEqual([null])
  })

  test('the timeline of a referrer names the friends, and that of a friend names no other person', async () => {
    const ofFriends = (await timeline('ada')).filter((it) => it.referredAccountId !== null)
    const named = (account: string) =>
      ofFriends.filter((it) => it.referredAccountId === account).map((it) => [it.type, it.referredUser])
    expect(named('bob')).toContainEqual(['referral.converted', bob])
    expect(named('bob')).toContainEqual(['reward.created', bob])
    expect(named('nobody')).toContainEqual(['referral.started', null])
    const own = await timeline('bob')
    expect(own.length).toBeGreaterThan(0)
    expect(own.every((it) => it.referredAccountId === null && it.referredUser === null)).toBe(true)
  })

  test('the names of an erased person are in none of them', async () => {
    await requestOk('DELETE', '/account/bob/user/bob_user')
    const texts = JSON.stringify([await timeline('ada'), await requestOk('GET', '/rewards?limit=100')])
    expect(texts).not.toMatch(/Bob|bob@example|bob_user/)
    expect(texts).toMatch(/"erased-[0-9a-f-]{36}"/)
  })
})

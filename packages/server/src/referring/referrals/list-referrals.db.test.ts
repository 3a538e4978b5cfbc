import { beforeAll, describe, expect, test } from 'vitest'
import type { WireAnswer } from '../../testing/requests/wire-rules.ts'
import { BASE_URL, startTestService } from '../../testing/test-service.ts'

const service = await startTestService()
const { clock, other, test: testMode } = service
const START = clock.now

const list = (query = '') => service.call('GET', `/referrals${query}`)

function friends({ body }: WireAnswer): unknown[] {
  return Array.isArray(body.referrals) ? body.referrals.map((it) => it.referredAccountId) : []
}

const sync = (id: string, fields: object) => service.call('POST', '/accountsync', { body: { id, ...fields } })

// One second apart: in progress, converted, ended after conversion, ended before it, denied.
beforeAll(async () => {
  const code = await service.addUser('ann', {
    email: 'ann@example.com',
    first_name: 'Ann',
    last_name: 'Lee',
  })
  const second = await service.addUser('ben/1')
  clock.now = START + 1000
  await service.addUser('trying', { referral_code: code })
  clock.now = START + 2000
  await service.addUser('converted', { referral_code: code, account_status: 'PAID' })
  clock.now = START + 3000
  await service.addUser('left', { referral_code: second, account_status: 'PAID' })
  clock.now = START + 4000
  await sync('left', { subscription: { status: 'CANCELLED' } })
  await sync('never', { referral: { code: second }, subscription: { status: 'CANCELLED' } })
  clock.now = START + 5000
  await service.addUser('twin', { referral_code: code, email: 'ANN@example.com' })
})

const all = ['twin', 'never', 'left', 'converted', 'trying']
const at = (seconds: number) => START + seconds * 1000

describe('GET referrals', () => {
  test('GET referrals lists the newest first, whole', async () => {
    const answer = await list()
    expect(answer.body).toMatchObject({ count: 5, totalCount: 5, nextCursor: null })
    expect(friends(answer)).toEqual(all)
    const person = (id: string) => ({ id: `${id}_user`, accountId: id })
    expect(answer.body.referrals).toMatchObject([
      {
        referredAccountId: 'twin',
        status: 'IN_PROGRESS',
        referrerModerationStatus: 'DENIED',
        referredModerationStatus: 'DENIED',
        referrerReward: null,
        referredReward: null,
        fraudSignals: [{ rule: 'SAME_EMAIL', shadow: false }],
      },
      { referredAccountId: 'never', status: 'ENDED', referredUser: null, dateConverted: null },
      { referredAccountId: 'left', status: 'ENDED', dateConverted: at(3), dateReferralEnded: at(4) },
      {
        status: 'CONVERTED',
        referringAccountId: 'ann',
        referrerUser: {
          ...person('ann'),
          firstName: 'Ann',
          shareLinks: { direct: expect.stringContaining(`${BASE_URL}/r/acme/`) },
        },
        referredUser: person('converted'),
        referrerReward: { accountId: 'ann', rewardSource: 'FRIEND_SIGNUP', statuses: ['AVAILABLE'] },
        referredReward: { accountId: 'converted', rewardSource: 'REFERRED' },
        referrerModerationStatus: 'APPROVED',
        fraudSignals: [],
        dateReferralStarted: at(2),
        dateConverted: at(2),
        dateReferralEnded: null,
      },
      { referredAccountId: 'trying', status: 'IN_PROGRESS', referrerReward: null, dateConverted: null },
    ])
  })

  test.each([
    ['status=IN_PROGRESS', ['twin', 'trying']],
    ['status=CONVERTED', ['converted']],
    ['status=ENDED', ['never', 'left']],
    ['referringAccountId=ann', ['twin', 'converted', 'trying']],
    ['referringAccountId=ben%2F1', ['never', 'left']],
    ['referringAccountId=nobody', []],
    ['referredAccountId=left', ['left']],
    ['referredAccountId=ann', []],
    ['referringAccountId=ann&referredAccountId=left', []],
    ['referringAccountId=ann&status=CONVERTED', ['converted']],
    ['moderationStatus=DENIED', ['twin']],
    ['moderationStatus=PENDING', []],
    ['moderationStatus=APPROVED', ['never', 'left', 'converted', 'trying']],
    [`dateReferralStarted=${at(2)}`, ['twin', 'never', 'left', 'converted']],
    [`dateReferralStarted=${at(2)},${at(3)}`, ['left', 'converted']],
    [`dateReferralStarted=${at(2)}%2C${at(2)}`, ['converted']],
    [`dateReferralStarted=${at(2) + 1},${at(3) - 1}`, []],
    [`dateConverted=${at(2)},${at(3)}`, ['left', 'converted']],
    [`dateConverted=0`, ['left', 'converted']],
    [`dateReferralEnded=${at(4)},${at(4)}`, ['never', 'left']],
    [`dateReferralEnded=${at(4) + 1}`, []],
    ['dateReferralStarted=999999999999999', []],
    [`dateReferralStarted=0,999999999999999`, all],
  ])('GET referrals with %s finds %j', async (query, expected) => {
    const answer = await list(`?${query}`)
    expect(friends(answer)).toEqual(expected)
    expect(answer.body).toMatchObject({ count: expected.length, totalCount: expected.length })
  })

  test.each([
    ['status=PAID', 'status'],
    ['dateGiven=1', 'dateGiven'],
    ['status=', 'status'],
    ['status=ENDED&status=ENDED', 'status'],
    ['moderationStatus=approved', 'moderationStatus'],
    ['referringAccountId=', 'referringAccountId'],
    ['referringAccountId=%00', 'referringAccountId'],
    ['referredAccountId=%FF', 'referredAccountId'],
    ['dateReferralStarted=', 'dateReferralStarted'],
    ['dateReferralStarted=yesterday', 'dateReferralStarted'],
    ['dateReferralStarted=-1', 'dateReferralStarted'],
    ['dateReferralStarted=1.5', 'dateReferralStarted'],
    ['dateReferralStarted=1e3', 'dateReferralStarted'],
    ['dateReferralStarted=5,4', 'dateReferralStarted'],
    ['dateReferralStarted=,5', 'dateReferralStarted'],
    ['dateReferralStarted=1,2,3', 'dateReferralStarted'],
    ['dateReferralStarted=9999999999999999', 'dateReferralStarted'],
    ['dateConverted=2026-01-31', 'dateConverted'],
    ['dateReferralEnded=%201', 'dateReferralEnded'],
    ['limit=0', 'limit'],
    ['limit=1001', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=010', 'limit'],
    ['limit=5&limit=5', 'limit'],
    ['cursor=', 'cursor'],
    ['cursor=x', 'cursor'],
    ['cursor=%00', 'cursor'],
    [`cursor=${'A'.repeat(600)}`, 'cursor'],
    ['cursor=AAAAAAAAAAAAAAAAAAAAAB', 'cursor'],
    ["cursor='%20or%201=1", 'cursor'],
    ['totalCount=yes', 'totalCount'],
    ['totalCount=', 'totalCount'],
  ])('GET referrals with %s is 400 for %s', async (query, param) => {
    expect((await list(`?${query}`)).body).toMatchObject({ statusCode: 400, param })
  })

  test('the pages of referrals keep the filter and meet each referral once', async () => {
    const first = await list('?referringAccountId=ann&limit=2')
    expect(friends(first)).toEqual(['twin', 'converted'])
    expect(first.body).toMatchObject({ count: 2, totalCount: 3, nextCursor: expect.any(String) })
    const rest = await list(`?referringAccountId=ann&limit=2&cursor=${first.body.nextCursor}`)
    expect(friends(rest)).toEqual(['trying'])
    expect(rest.body).toMatchObject({ count: 1, totalCount: 3, nextCursor: null })
    expect(friends(await list('?limit=5'))).toEqual(all)
  })

  test('other modes and merchants have none of these', async () => {
    for (const { alias, apiKey } of [testMode, other]) {
      const answer = await service.call('GET', '/referrals', { alias, key: apiKey })
      expect(answer.body).toEqual({ count: 0, totalCount: 0, nextCursor: null, referrals: [] })
    }
  })
})

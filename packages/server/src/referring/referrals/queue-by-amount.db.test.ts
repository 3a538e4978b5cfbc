import { beforeAll, expect, test } from 'vitest'
import { entriesOf, merchantAt } from '../../testing/merchant.ts'
import { startTestService } from '../../testing/test-service.ts'
import { estimateAmounts } from './estimate-amounts.ts'

const service = await startTestService()
const { ctx, clock, live, other } = service
const merchant = merchantAt(service.call, live)
const { requestOk } = merchant
const percent = { type: 'PCT_DISCOUNT', discountPercent: 10, monthsDiscountIsValid: 12 } as const
const ids: Record<string, string> = {}

/** The friends of a list with its amounts, page by page. */
async function queue(query: string, limit = 2): Promise<unknown[]> {
  const all: unknown[] = []
  let cursor: unknown = null
  do {
    const page = await requestOk(
      'GET',
      `/referrals?limit=${limit}&${query}${cursor === null ? '' : `&cursor=${cursor}`}`,
    )
    for (const it of entriesOf(page.referrals)) {
      const { amount = null } = (it.amountAtStake as { amount: number } | null) ?? {}
      all.push(`${it.referredAccountId} ${amount} ${it.othersInCluster}`)
    }
    cursor = page.nextCursor
  } while (cursor !== null)
  return all
}

async function held(friend: string, code: string, fields: object = {}, action = 'PEND_REFERRER') {
  clock.now += 60_000
  await merchant.user(friend, fields as Record<string, unknown>)
  await merchant.sync(friend, { subscription: { status: 'TRIAL' }, referral: { code }, ...fields })
  ids[friend] = String((await merchant.referral(friend)).id)
  await merchant.moderate(action, ids[friend])
}

beforeAll(async () => {
  await merchant.program({
    referrerReward: percent,
    referredReward: percent,
    fraudRules: [{ rule: 'SAME_DEVICE', mode: 'off' }],
  })
  const price = (value: number) => ({ subscription: { status: 'PAID', value, billingIntervalType: 'MONTH' } })
  const [ada, ben, cyd] = await Promise.all(['ada', 'ben', 'cyd'].map((it) => merchant.user(it)))
  await merchant.sync('ada', price(50))
  await merchant.sync('ben', price(10))
  await held('a1', ada ?? '')
  await held('b1', ben ?? '', { evidence: { deviceId: 'shared' } })
  await held('c1', cyd ?? '', { evidence: { deviceId: 'shared' } })
  await held('a2', ada ?? '')
  await held('b2', ben ?? '', { subscription: { status: 'TRIAL', value: 20 } }, 'PEND')
  // Is decided already.
  await held('a3', ada ?? '', {}, 'DENY')
})

test('the queue comes by what is at stake, the most first, page by page, with how many others wait around each', async () => {
  const expected = ['a2 60 1', 'a1 60 1', 'b2 36 1', 'b1 12 2', 'c1 null 1']
  for (const limit of [1, 2, 10]) {
    expect(await queue('sort=amountAtStake', limit)).toEqual(expected)
    expect(await queue('sort=amountAtStake&waitsFor=DECISION&order=OLDEST', limit)).toEqual(
      expected.toReversed(),
    )
  }
  expect(await queue('waitsFor=DECISION&order=OLDEST')).toEqual([
    'a1 60 1',
    'b1 12 2',
    'c1 null 1',
    'a2 60 1',
    'b2 36 1',
  ])
  expect(await queue('referredAccountId=a3')).toEqual(['a3 null null'])
})

test.each(['waitsFor=CONFIRMATION', 'referringAccountId=ada', 'fraudRule=SAME_EMAIL'])(
  'the queue by what is at stake cannot be combined with %s',
  async (filter) => {
    const { status, body } = await merchant.request('GET', `/referrals?sort=amountAtStake&${filter}`)
    expect([status, body.param]).toEqual([400, 'sort'])
  },
)

test('referrals are related that wait by the same referrer, or of accounts that share a key, and nothing of other tenants', async () => {
  expect(await queue(`cluster=${ids.a3}`)).toEqual(['a2 60 1', 'a1 60 1'])
  expect(await queue(`cluster=${ids.c1}`)).toEqual(['c1 null 1', 'b1 12 2'])
  expect(await queue(`cluster=${ids.b1}&order=OLDEST`)).toEqual(['b1 12 2', 'c1 null 1', 'b2 36 1'])
  expect(await queue('cluster=none')).toEqual([])
  const foreign = await service.call('GET', `/referrals?cluster=${ids.b1}`, {
    alias: other.alias,
    key: other.apiKey,
  })
  expect(foreign.body).toMatchObject({ count: 0, totalCount: 0 })
})

test('totals say how many sides wait, what they are worth, and since when the oldest has waited', async () => {
  expect(await requestOk('GET', '/review-summary')).toMatchObject({
    referrals: 5,
    referrerSides: 5,
    friendSides: 1,
    amountAtStake: { amount: 168, currency: 'USD' },
    withoutAmount: 1,
    complete: true,
    overdue: 0,
    dateOldestHeld: clock.now - 5 * 60_000,
    decisions: 0,
    medianTimeToDecideMs: null,
  })
})

test('amounts follow prices once a day and rewards at once, and what is decided leaves the queue', async () => {
  await merchant.sync('ada', { subscription: { value: 5 } })
  await estimateAmounts(ctx, live.alias, new AbortController().signal)
  expect(await queue('sort=amountAtStake')).toEqual(['b2 36 1', 'b1 12 2', 'a2 6 1', 'a1 6 1', 'c1 null 1'])
  await merchant.program({ referrerReward: { type: 'CREDIT', unit: 'USD', credit: 700 } })
  await estimateAmounts(ctx, live.alias, new AbortController().signal)
  expect(await queue('sort=amountAtStake')).toEqual(['b2 31 1', 'a2 7 1', 'c1 7 1', 'b1 7 2', 'a1 7 1'])
  clock.now += 600_000
  await merchant.moderate('APPROVE', ids.a1 ?? '', ids.a2 ?? '')
  await merchant.moderate('DENY', ids.b1 ?? '')
  expect(await queue('sort=amountAtStake')).toEqual(['b2 31 0', 'c1 7 0'])
  const { medianTimeToDecideMs, decisions, referrals } = await requestOk('GET', '/review-summary')
  const waits = [5, 2, 4].map((minutes) => minutes * 60_000 + 600_000)
  expect([referrals, decisions, medianTimeToDecideMs]).toEqual([
    2,
    3,
    waits.toSorted((one, two) => one - two)[1],
  ])
})

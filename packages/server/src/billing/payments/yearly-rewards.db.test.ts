import { addMonths } from '@goodword/domain/values/interval'
import { expect, test } from 'vitest'
import { contentOf, exportNow, runJobs } from '../../testing/exported-files.ts'
import { merchantAt } from '../../testing/merchant.ts'
import { givenOwnBills, OWN_BILLS_START as START } from '../../testing/processor/own-bills.ts'
import { startTestService } from '../../testing/test-service.ts'
import { brokenInvariants } from '../../testing/tracking/tracking-invariants.ts'

const service = await startTestService()
const { call, test: keys, clock, ctx } = service
const { requestOk, user, friend, credit, moderate, moveClock, referral } = merchantAt(call, keys)
const settle = () => runJobs(ctx, keys.alias)

const share = { type: 'PAYMENT_SHARE', sharePercent: 10 } as const
const perFriend = { type: 'CREDIT', unit: 'USD', credit: 2_00 } as const

/** A program with the rule in a mode. */
async function offer(mode: string, amount: number, referrerReward: object = share): Promise<void> {
  const program = await requestOk('GET', '/program')
  const fraudRules = [{ rule: 'YEARLY_REWARDS', mode, thresholds: { amount } }]
  await requestOk('PUT', '/program', { ...program, fraudRules, referredReward: null, referrerReward })
  clock.now += 5000
}

let paid = 0

async function pay(accountId: string, amount: number, more: object = {}): Promise<void> {
  paid += 1
  clock.now += 1000
  await requestOk('POST', '/payments', { accountId, reference: `payment_${paid}`, amount, ...more })
  await settle()
}

/** The referrer's side of friends, and the signals of each. */
async function sides(...friends: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(friends.map(referral))
  return found.map(({ referrerModerationStatus, fraudSignals }) => {
    const signals = fraudSignals as readonly { readonly rule: string; readonly shadow: boolean }[]
    return [referrerModerationStatus, ...signals.map((it) => `${it.rule} ${it.shadow}`)].join(' ')
  })
}

async function yearsOf(account: string) {
  const { yearlyRewards } = await requestOk('GET', `/account/${account}/user/${account}_user/figures`)
  return yearlyRewards
}

async function csvOf(alias: typeof keys.alias): Promise<readonly string[]> {
  const row = await exportNow(ctx, alias, { kind: 'yearlyRewards', format: 'csv' })
  return (await contentOf(ctx, alias, row)).trimEnd().split('\r\n')
}

test('shares that reach the threshold of a year are noted in shadow and held while the rule is active, and an approval is for good', async () => {
  await offer('shadow', 5)
  const code = await user('ada')
  for (const name of ['bob', 'cyd', 'dan']) await friend(name, code)
  await pay('bob', 30)
  await pay('cyd', 10)
  await pay('dan', 5)
  expect(await sides('bob', 'cyd', 'dan')).toEqual(['APPROVED', 'APPROVED', 'APPROVED'])
  await pay('bob', 10)
  const noted = 'APPROVED YEARLY_REWARDS true'
  expect(await sides('bob', 'cyd', 'dan')).toEqual([noted, 'APPROVED', 'APPROVED'])
  const year = new Date(clock.now).getUTCFullYear()
  const sums = { year, currency: 'USD', discounts: 0, threshold: 5, thresholdReached: true }
  expect(await yearsOf('ada')).toEqual([{ ...sums, credit: 5.5, total: 5.5 }])
  const { fraudSignals } = await referral('bob')
  expect(fraudSignals).toMatchObject([
    {
      facts: { yearlyRewards: 5 },
      message: expect.stringContaining('came to 5 in the program’s currency (threshold 5)'),
    },
  ])

  await offer('active', 5)
  await pay('cyd', 10)
  const held = 'PENDING YEARLY_REWARDS false'
  const [ofBob, ofCyd, ofDan] = await sides('bob', 'cyd', 'dan')
  expect([ofBob, ofCyd, ofDan]).toEqual([
    `PENDING YEARLY_REWARDS true YEARLY_REWARDS false`,
    held,
    'APPROVED',
  ])
  // Only the credit of the friend who is not held is left.
  expect(await credit('ada', 'USD')).toBe(50)
  const ids = await Promise.all(['bob', 'cyd'].map(async (name) => String((await referral(name)).id)))
  await moderate('APPROVE_REFERRER', ...ids)
  await settle()
  expect(await credit('ada', 'USD')).toBe(6_50)
  await pay('bob', 10)
  expect(await credit('ada', 'USD')).toBe(7_50)
  expect((await sides('bob'))[0]).toMatch(/^APPROVED/)
  expect(await brokenInvariants(service.owner, keys.alias)).toEqual([])

  // The next year begins with nothing.
  await moveClock(Date.UTC(year + 1, 0, 2, 12))
  await pay('dan', 20)
  expect(await sides('dan')).toEqual(['APPROVED'])
  expect(await yearsOf('ada')).toMatchObject([
    { year, total: 7.5 },
    { year: year + 1, total: 2, thresholdReached: false },
  ])
  expect(await csvOf(keys.alias)).toEqual([
    '\ufeffaccountId,userId,year,currency,credit,discounts,total,threshold,thresholdReached',
    `ada,ada_user,${year},USD,7.5,0,7.5,5,true`,
    `ada,ada_user,${year + 1},USD,2,0,2,5,false`,
  ])
})

test('credit for each friend is held from the one on that reaches the threshold', async () => {
  await offer('active', 4, perFriend)
  const code = await user('eve')
  for (const name of ['fay', 'gil', 'hal']) {
    await friend(name, code)
    await requestOk('POST', '/accountsync', { id: name, subscription: { status: 'PAID' } })
    await settle()
  }
  const held = 'PENDING YEARLY_REWARDS false'
  expect(await sides('fay', 'gil', 'hal')).toEqual(['APPROVED', held, held])
  expect(await credit('eve', 'USD')).toBe(2_00)
  // Without the rule no one is looked at.
  await offer('off', 4, perFriend)
  const next = await user('ivy')
  for (const name of ['jan', 'kim', 'lea']) {
    await friend(name, next)
    await requestOk('POST', '/accountsync', { id: name, subscription: { status: 'PAID' } })
    await settle()
  }
  expect(await sides('jan', 'kim', 'lea')).toEqual(['APPROVED', 'APPROVED', 'APPROVED'])
  expect(await yearsOf('ivy')).toMatchObject([{ total: 6, threshold: null, thresholdReached: false }])
})

test('the most of a month is for all friends of a referrer together, and each month has its own', async () => {
  await offer('off', 1, { ...share, maxCreditPerMonth: 3_00 })
  const code = await user('max')
  for (const name of ['ned', 'oda', 'pat']) await friend(name, code)
  for (const name of ['ned', 'oda', 'pat']) await pay(name, 20)
  expect(await credit('max', 'USD')).toBe(3_00)
  const { now } = await requestOk('GET', '/test/clock')
  await moveClock(addMonths(Number(now), 1))
  await pay('pat', 20)
  expect(await credit('max', 'USD')).toBe(5_00)
})

test('what percentages took off bills of an own system is among the sums of a year, and what came as a friend is not', async () => {
  const own = await givenOwnBills(service, 12)
  const code = await own.user('ada')
  await own.user('bob')
  await own.call('POST', '/accountsync', { id: 'bob', referral: { code } })
  await own.report('ada')
  await own.report('bob', { discount: 3 })
  for (const month of [1, 2]) {
    await own.moveTo(new Date(addMonths(START, month)).toISOString().slice(0, 19))
    await own.report('bob', { discount: 3 })
    await own.report('ada', { discount: 3 })
  }
  expect(await csvOf(own.keys.alias)).toEqual([
    '\ufeffaccountId,userId,year,currency,credit,discounts,total,threshold,thresholdReached',
    'ada,ada_user,2040,USD,0,6,6,,false',
  ])
})

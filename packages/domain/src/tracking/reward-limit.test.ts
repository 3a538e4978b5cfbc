import { expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { Call } from '../referrals/command.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { approve, cancelled, code, deny, paid, pend, serverOf, user } from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'

const friends = ['bob', 'cyd', 'dan']
const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500 }
const FULL = 'reward.skipped REWARD_LIMIT_REACHED'
const converts = (friend: string) => serverOf(friend, user('u'), code('ADA'), paid)

function tenantWith(maxReferrerRewards: number | null, program: Partial<Program> = {}): TestTenant {
  return new TestTenant({ maxReferrerRewards, referrerReward: credit, ...program }, friends)
}

/** The friends who brought the referrer a reward that counts. */
function rewarded(tenant: TestTenant): readonly string[] {
  return friends.filter((it) => {
    const reward = tenant.account(it).referral?.referring.reward
    return reward && reward.cancelledAt === null
  })
}

test.each([
  [null, friends],
  [3, friends],
  [2, ['bob', 'cyd']],
  [1, ['bob']],
  [0, []],
])('a limit of %s counts within a list as it counts call by call', (limit, expected) => {
  const together = tenantWith(limit)
  together.trackAll(friends.map(converts))
  expect(rewarded(together)).toEqual(expected)
  const alone = tenantWith(limit)
  for (const friend of friends) alone.track(converts(friend))
  expect(rewarded(alone)).toEqual(expected)
})

test('a referral converts all the same, the friend has the reward, and the timeline says why the referrer has none', () => {
  const tenant = tenantWith(0)
  const decision = tenant.track(converts('bob'))
  expect(textOf(decision)).toMatch(`referral.converted FIRST_PAYMENT, ${FULL}`)
  expect(tenant.referral()).toMatchObject({ convertedAt: tenant.now, referring: { reward: null } })
  expect(tenant.referral().referred.reward).not.toBeNull()
})

test.each<readonly [string, Partial<Program>, readonly Call[]]>([
  ['a program without a reward for referrers', { referrerReward: null }, []],
  ['a side that is not approved', {}, [serverOf('bob', deny('referrer'))]],
])('the limit is no reason for %s', (_story, program, calls) => {
  const tenant = tenantWith(0, program)
  tenant.track(serverOf('bob', user('u'), code('ADA')))
  for (const call of calls) tenant.track(call)
  expect(textOf(tenant.track(serverOf('bob', paid)))).toBe('referral.converted FIRST_PAYMENT')
})

test('each referrer has a limit of their own', () => {
  const tenant = tenantWith(1)
  tenant.trackAll([converts('bob'), serverOf('cyd', user('u'), code('EVE'), paid), converts('dan')])
  expect(rewarded(tenant)).toEqual(['bob', 'cyd'])
})

test.each<readonly [string, Partial<Program>, Call]>([
  ['by a decision', {}, serverOf('bob', deny('referrer'))],
  [
    'by the end of the referral',
    { referrerReward: { type: 'PCT_DISCOUNT', discountPercent: 10 } },
    serverOf('bob', cancelled),
  ],
])('a reward that was taken back %s makes room for another', (_story, program, call) => {
  for (const isList of [true, false]) {
    const tenant = tenantWith(1, program)
    const calls = [converts('bob'), call, converts('cyd'), converts('dan')]
    if (isList) tenant.trackAll(calls)
    else for (const each of calls) tenant.track(each)
    expect(rewarded(tenant)).toEqual(['cyd'])
  }
})

test('the limit counts at approval: the first to be approved has the room', () => {
  const tenant = tenantWith(1)
  for (const friend of ['bob', 'cyd']) {
    tenant.track(serverOf(friend, user('u'), code('ADA'), pend('referrer')))
    tenant.track(serverOf(friend, paid))
  }
  const { decisions } = tenant.trackAll([serverOf('cyd', approve()), serverOf('bob', approve())])
  const moderated = 'referral.moderated STAFF_APPROVED'
  expect(decisions.map(textOf)).toEqual([`${moderated}, reward.created MODERATION`, `${moderated}, ${FULL}`])
  expect(rewarded(tenant)).toEqual(['cyd'])
})

test('a reward is revived only where there is room', () => {
  const tenant = tenantWith(1)
  tenant.trackAll([converts('bob'), serverOf('bob', deny('referrer')), converts('cyd')])
  expect(textOf(tenant.track(serverOf('bob', approve('referrer'))))).toBe(
    `referral.moderated STAFF_APPROVED, ${FULL}`,
  )
  expect(rewarded(tenant)).toEqual(['cyd'])
  tenant.track(serverOf('cyd', deny('referrer')))
  tenant.trackAll([serverOf('bob', pend('referrer')), serverOf('bob', approve('referrer'))])
  expect(rewarded(tenant)).toEqual(['bob'])
})

test('a reward that was taken back has its own room to come back to, also within one call', () => {
  const tenant = tenantWith(1)
  tenant.track(converts('bob'))
  tenant.track(serverOf('bob', deny(), approve()))
  expect(rewarded(tenant)).toEqual(['bob'])
  tenant.trackAll([serverOf('bob', deny()), serverOf('bob', approve())])
  expect(rewarded(tenant)).toEqual(['bob'])
})

test('lowering the limit takes nothing away, and gives nothing more', () => {
  const tenant = tenantWith(2)
  tenant.trackAll([converts('bob'), converts('cyd')])
  tenant.program = { ...tenant.program, maxReferrerRewards: 1 }
  tenant.track(serverOf('bob', approve()))
  expect(textOf(tenant.track(converts('dan')))).toContain(FULL)
  expect(rewarded(tenant)).toEqual(['bob', 'cyd'])
})

test('raising the limit gives nothing by itself; a decision does', () => {
  const tenant = tenantWith(0)
  tenant.track(converts('bob'))
  tenant.program = { ...tenant.program, maxReferrerRewards: 1 }
  tenant.track(serverOf('bob', cancelled))
  expect(rewarded(tenant)).toEqual([])
  tenant.track(serverOf('bob', approve('referrer')))
  expect(rewarded(tenant)).toEqual(['bob'])
})

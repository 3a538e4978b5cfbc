import { expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { Call } from '../referrals/command.ts'
import { type RewardSpec, statusesOf } from '../rewards/reward.ts'
import { approve, cancelled, code, deny, paid, pend, serverOf, user } from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'
import { addDays, addMonths } from '../values/interval.ts'

const friends = ['bob', 'cyd', 'dan', 'fay', 'gus']
const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500 }
const percentage: RewardSpec = { type: 'PCT_DISCOUNT', discountPercent: 20, monthsDiscountIsValid: 3 }
const milestones = [
  { friends: 2, reward: credit },
  { friends: 4, reward: percentage },
]
const converts = (friend: string, by = 'ADA') => serverOf(friend, user('u'), code(by), paid)
const [bob, cyd, dan, fay, gus] = friends.map((it) => converts(it)) as [Call, Call, Call, Call, Call]

function tenantWith(program: Partial<Program> = {}): TestTenant {
  return new TestTenant({ milestones, ...program }, friends)
}

/** The milestones that a referrer has, with `-` for those that were taken back. */
function reached(tenant: TestTenant, referrer = 'ada'): readonly string[] {
  return tenant
    .milestoneRewards(referrer)
    .map(({ reward }) => `${reward.cancelledAt === null ? '' : '-'}${reward.milestone}`)
}

const side = (friend: string, decision: ReturnType<typeof deny>) => serverOf(friend, decision)

test.each<readonly [string, Partial<Program>, readonly Call[], readonly string[]]>([
  ['too few friends', {}, [bob], []],
  ['as many friends as the first says', {}, [bob, cyd], ['2']],
  ['more friends than that', {}, [bob, cyd, dan], ['2']],
  ['as many friends as the second says', {}, [bob, cyd, dan, fay], ['2', '4']],
  ['all friends', {}, [bob, cyd, dan, fay, gus], ['2', '4']],
  ['the friends of two referrers', {}, [bob, converts('cyd', 'EVE'), converts('dan', 'EVE')], []],
  ['a friend who has not paid', {}, [bob, serverOf('cyd', user('u'), code('ADA'))], []],
  ['a friend who has left', {}, [bob, serverOf('bob', cancelled), cyd], ['2']],
  ['a friend who left without paying', {}, [bob, serverOf('cyd', user('u'), code('ADA'), cancelled)], []],
  ['the same calls again', {}, [bob, cyd, bob, cyd], ['2']],
  ['a limit on rewards, which is no limit on milestones', { maxReferrerRewards: 1 }, [bob, cyd], ['2']],
  ['no reward for each friend', { referrerReward: null }, [bob, cyd], ['2']],
  ['a side that is held', {}, [bob, serverOf('cyd', user('u'), code('ADA'), pend('referrer')), cyd], []],
  ['a side that is denied', {}, [bob, serverOf('cyd', user('u'), code('ADA'), deny('referrer')), cyd], []],
  ['a side that is denied after the milestone', {}, [bob, cyd, side('cyd', deny('referrer'))], ['-2']],
  ['the friend’s side that is denied', {}, [bob, cyd, side('cyd', deny('referred'))], ['2']],
  [
    'a side that is denied and approved again',
    {},
    [bob, cyd, side('cyd', deny('referrer')), side('cyd', approve('referrer'))],
    ['2'],
  ],
  [
    'another friend in the place of one who is denied',
    {},
    [bob, cyd, side('cyd', deny('referrer')), dan],
    ['2'],
  ],
  ['a denied friend beyond the milestone', {}, [bob, cyd, dan, side('cyd', deny('referrer'))], ['2']],
])('a referrer has the milestones that are due with %s', (_story, program, calls, expected) => {
  const alone = tenantWith(program)
  for (const call of calls) alone.track(call)
  expect(reached(alone)).toEqual(expected)
  const together = tenantWith(program)
  together.trackAll(calls)
  // In one list nothing is stored of what one call gives and a later one takes back, but the result.
  expect(reached(together)).toEqual(expected)
})

test('the timeline has the reward of the milestone beside that of the friend, with its reason', () => {
  const tenant = tenantWith()
  tenant.track(bob)
  expect(textOf(tenant.track(cyd))).toContain(
    'referral.converted FIRST_PAYMENT, reward.created CONVERTED, reward.created MILESTONE_REACHED',
  )
  expect(textOf(tenant.track(side('cyd', deny('referrer'))))).toContain('reward.cancelled MILESTONE_LOST')
  expect(textOf(tenant.track(side('cyd', approve('referrer'))))).toContain(
    'reward.restored MILESTONE_REACHED',
  )
})

test('hold and months of a milestone begin when it is reached', () => {
  const tenant = tenantWith({ referrerHoldDays: 7, milestones: [{ friends: 2, reward: percentage }] })
  tenant.track(bob)
  tenant.now = START + 1000
  tenant.track(cyd)
  expect(tenant.milestoneRewards('ada')).toMatchObject([
    {
      reward: {
        source: 'MILESTONE',
        milestone: 2,
        spec: percentage,
        scheduledFor: addDays(tenant.now, 7),
        givenAt: addDays(tenant.now, 7),
        expiresAt: addMonths(tenant.now, 3),
        billsAfter: tenant.now,
      },
    },
  ])
})

test('a milestone that was passed before it was set is not given, also by friends who come later', () => {
  const tenant = tenantWith({ milestones: [] })
  for (const call of [bob, cyd, dan]) tenant.track(call)
  tenant.program = { ...tenant.program, milestones }
  tenant.track(fay)
  expect(reached(tenant)).toEqual(['4'])
  tenant.track(gus)
  expect(reached(tenant)).toEqual(['4'])
})

test('rewards that were given keep their terms when the milestone changes or goes', () => {
  const tenant = tenantWith()
  for (const call of [bob, cyd]) tenant.track(call)
  tenant.program = { ...tenant.program, milestones: [{ friends: 2, reward: percentage }] }
  tenant.track(dan)
  expect(tenant.milestoneRewards('ada')).toMatchObject([{ reward: { spec: credit, cancelledAt: null } }])
  tenant.program = { ...tenant.program, milestones: [{ friends: 9, reward: percentage }] }
  for (const friend of ['cyd', 'dan']) tenant.track(side(friend, deny('referrer')))
  expect(reached(tenant)).toEqual(['-2'])
})

test('rewards for milestones follow the friends also after the program has no milestones left', () => {
  const tenant = tenantWith()
  for (const call of [bob, cyd]) tenant.track(call)
  tenant.program = { ...tenant.program, milestones: [] }
  for (const call of [dan, fay]) tenant.track(call)
  expect(reached(tenant)).toEqual(['2'])
  for (const friend of ['bob', 'cyd', 'dan']) tenant.track(side(friend, deny('referrer')))
  expect(reached(tenant)).toEqual(['-2'])
  tenant.track(side('bob', approve('referrer')))
  expect(reached(tenant)).toEqual(['2'])
})

test('a milestone that is set again is not given to a referrer who has or passed it', () => {
  const tenant = tenantWith()
  for (const call of [bob, cyd]) tenant.track(call)
  tenant.program = { ...tenant.program, milestones: [] }
  for (const call of [dan, fay]) tenant.track(call)
  tenant.program = { ...tenant.program, milestones: milestones.map((it) => ({ ...it, reward: percentage })) }
  tenant.track(gus)
  expect(tenant.milestoneRewards('ada')).toMatchObject([{ reward: { milestone: 2, spec: credit } }])
})

test('a milestone that was lost gives its time back as little as any reward that was denied', () => {
  const tenant = tenantWith({ milestones: [{ friends: 2, reward: percentage }] })
  for (const call of [bob, cyd, side('cyd', deny('referrer'))]) tenant.track(call)
  const until = addMonths(START, 3)
  tenant.now = until + 1
  tenant.track(side('cyd', approve('referrer')))
  const [it] = tenant.milestoneRewards('ada')
  expect(it?.reward.expiresAt).toBe(until)
  expect(it && statusesOf(it.reward, tenant.now)).toEqual(['EXPIRED'])
})

import { describe, expect, test } from 'vitest'
import type { Program, UnsignedConversions } from '../program/program.ts'
import type { Call, Command } from '../referrals/command.ts'
import { cancelReward, type RewardSpec } from '../rewards/reward.ts'
import {
  approve,
  browserOf,
  cancelled,
  code,
  deny,
  paid,
  pend,
  serverOf,
  user,
  verified,
} from '../testing/calls.ts'
import { TestTenant, tenPercent, textOf } from '../testing/test-tenant.ts'
import { addDays } from '../values/interval.ts'

const friends = ['bob', 'cyd', 'dan', 'fay', 'gus']
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'
const HELD =
  'referral.flagged UNSIGNED_CONVERSION, referral.moderated UNSIGNED_CONVERSION, referral.converted FIRST_PAYMENT'
const CONFIRMED = 'referral.moderated PAYMENT_CONFIRMED, reward.created PAYMENT_CONFIRMED'

function tenantWith(unsignedConversions: UnsignedConversions, program: Partial<Program> = {}): TestTenant {
  const tenant = new TestTenant({ unsignedConversions, ...program }, friends)
  for (const it of friends) tenant.track(browserOf(it, user(`of_${it}`), code('ADA')))
  return tenant
}

const limitOf = (limit: number, program: Partial<Program> = {}) =>
  tenantWith({ mode: 'limit', limit }, program)
const pays = (friend: string) => browserOf(friend, user(`of_${friend}`), paid)
const referrerSides = (tenant: TestTenant) =>
  friends.map((it) => {
    const { moderation, reward } = tenant.referral(it).referring
    return `${moderation.status}${reward === null ? '' : ' rewarded'}`
  })

test.each<readonly [UnsignedConversions, readonly number[]]>([
  [{ mode: 'trust', limit: 0 }, [0, 1, 2, 3, 4]],
  [{ mode: 'limit', limit: 3 }, [0, 1, 2]],
  [{ mode: 'limit', limit: 1 }, [0]],
  [{ mode: 'limit', limit: 0 }, []],
  [{ mode: 'hold', limit: 3 }, []],
])('under %o, the referrer is rewarded for the friends %j of five', (settings, rewarded) => {
  const alone = tenantWith(settings)
  for (const it of friends) alone.track(pays(it))
  const together = tenantWith(settings)
  together.trackAll(friends.map(pays))
  for (const tenant of [alone, together]) {
    const expected = friends.map((_it, index) => (rewarded.includes(index) ? 'APPROVED rewarded' : 'PENDING'))
    expect(referrerSides(tenant)).toEqual(expected)
    for (const it of friends) {
      const { convertedAt, referred } = tenant.referral(it)
      expect(convertedAt).toBe(tenant.now)
      expect(referred).toMatchObject({ moderation: { status: 'APPROVED' }, reward: { cancelledAt: null } })
    }
  }
})

test('a payment that is ignored is recorded, converts nothing and closes nothing', () => {
  const tenant = tenantWith({ mode: 'ignore', limit: 3 })
  const results = [pays('bob'), pays('bob')].map((it) => textOf(tenant.track(it)))
  expect(results).toEqual(['conversion.skipped UNSIGNED_IGNORED', ''])
  expect(tenant.account()).toMatchObject({ browserPaid: true, paidAt: null })
  expect(tenant.referral().convertedAt).toBeNull()
  tenant.track(browserOf('ada', user('ada'), paid))
  expect(textOf(tenant.track(serverOf('ada', code('EVE'))))).toContain('referral.started')
})

test.each<readonly [string, Command, Call['source'], string]>([
  ['the server', paid, 'server', CONVERTED],
  ['a signed call', verified(paid), 'browser', CONVERTED],
])('an ignored payment converts when %s reports it', (_who, command, source, text) => {
  const tenant = tenantWith({ mode: 'ignore', limit: 3 })
  tenant.track(pays('bob'))
  expect(textOf(tenant.track({ ...serverOf('bob', command), source }))).toBe(text)
  expect(tenant.referral().unconfirmedAt).toBeNull()
})

test('what was ignored converts as soon as the program takes it', () => {
  const tenant = tenantWith({ mode: 'ignore', limit: 3 })
  tenant.track(pays('bob'))
  tenant.program = { ...tenant.program, unsignedConversions: { mode: 'limit', limit: 1 } }
  expect(textOf(tenant.track(pays('bob')))).toBe(CONVERTED)
})

describe('a side that is held', () => {
  const held = (program: Partial<Program> = {}) => {
    const tenant = limitOf(0, program)
    expect(textOf(tenant.track(pays('bob')))).toBe(HELD)
    return tenant
  }

  test.each<readonly [story: string, calls: readonly Call[], texts: readonly string[], side: string]>([
    ['the server’s PAID', [serverOf('bob', paid)], [CONFIRMED], 'APPROVED rewarded'],
    ['a signed PAID', [browserOf('bob', verified(paid))], [CONFIRMED], 'APPROVED rewarded'],
    [
      'the server, once',
      [serverOf('bob', paid), serverOf('bob', paid), browserOf('bob', verified(paid)), pays('bob')],
      [CONFIRMED, '', '', ''],
      'APPROVED rewarded',
    ],
    [
      'staff',
      [serverOf('bob', approve('referrer')), serverOf('bob', paid)],
      [
        'referral.moderated STAFF_APPROVED, reward.created MODERATION',
        'conversion.skipped ALREADY_CONVERTED',
      ],
      'APPROVED rewarded',
    ],
    [
      'no referrer, where staff deny it first',
      [serverOf('bob', deny('referrer')), serverOf('bob', paid)],
      ['referral.moderated STAFF_DENIED', 'conversion.skipped ALREADY_CONVERTED'],
      'DENIED',
    ],
    [
      'no referrer, where staff postpone it first',
      [serverOf('bob', pend('referrer')), serverOf('bob', paid)],
      ['referral.moderated STAFF_PENDED', 'conversion.skipped ALREADY_CONVERTED'],
      'PENDING',
    ],
    [
      'no decision about the friend',
      [serverOf('bob', approve('referred'))],
      ['referral.moderated STAFF_APPROVED'],
      'PENDING',
    ],
    ['no unsigned PAID', [pays('bob'), pays('bob')], ['', ''], 'PENDING'],
    [
      'no payment after the referral ended',
      [serverOf('bob', cancelled), serverOf('bob', paid)],
      [
        'referral.ended SUBSCRIPTION_CANCELLED, reward.cancelled REFERRAL_ENDED',
        'conversion.skipped REFERRAL_ENDED',
      ],
      'PENDING',
    ],
  ])('a side that is held is confirmed by %s', (_who, calls, texts, side) => {
    const tenant = held()
    expect(calls.map((it) => textOf(tenant.track(it)))).toEqual(texts)
    expect(referrerSides(tenant)[0]).toBe(side)
  })

  test('a side that was held has the reward that it would have by now, months and hold counted from the conversion', () => {
    const tenant = held({ referrerHoldDays: 14 })
    const convertedAt = tenant.now
    tenant.now = addDays(tenant.now, 5)
    tenant.track(serverOf('bob', paid))
    const direct = limitOf(1, { referrerHoldDays: 14 })
    direct.track(pays('bob'))
    const { createdAt: _created, ...reward } = tenant.referral().referring.reward ?? {}
    expect(direct.referral().referring.reward).toMatchObject(reward)
    expect(reward).toMatchObject({ givenAt: addDays(convertedAt, 14) })
  })

  test('a side that was held gets no reward beyond the referrer’s own limit', () => {
    const tenant = held({ maxReferrerRewards: 0 })
    expect(textOf(tenant.track(serverOf('bob', paid)))).toBe(
      'referral.moderated PAYMENT_CONFIRMED, reward.skipped REWARD_LIMIT_REACHED',
    )
  })
})

test('a confirmed conversion makes room for another, and frees none that is held already', () => {
  const tenant = limitOf(1)
  for (const it of ['bob', 'cyd']) tenant.track(pays(it))
  tenant.track(serverOf('bob', paid))
  tenant.track(serverOf('cyd', deny('referrer')))
  tenant.track(pays('dan'))
  tenant.track(pays('fay'))
  expect(referrerSides(tenant).slice(0, 4)).toEqual([
    'APPROVED rewarded',
    'DENIED',
    'APPROVED rewarded',
    'PENDING',
  ])
})

const credit = { type: 'CREDIT', unit: 'USD', credit: 500 } as const

test.each<readonly [days: number, reward: RewardSpec, side: string]>([
  [364, tenPercent, 'PENDING'],
  [366, tenPercent, 'APPROVED rewarded'],
  [3660, credit, 'PENDING'],
])(
  'after %i days, another one beyond %j is %s: what counts is a reward that is still valid',
  (days, referrerReward, side) => {
    const tenant = limitOf(2, { referrerReward })
    for (const it of ['bob', 'cyd']) tenant.track(pays(it))
    tenant.now = addDays(tenant.now, days)
    tenant.track(pays('dan'))
    expect(referrerSides(tenant)[2]).toBe(side)
  },
)

test('a reward that staff took back makes room for another conversion, and one that is redeemed makes none', () => {
  const tenant = limitOf(1, { referrerReward: credit })
  tenant.track(pays('bob'))
  const { referring } = tenant.referral('bob')
  if (referring.reward === null) throw new Error('reward not found after conversion')
  const redeemed = { ...referring.reward, redeemed: 500, redeemedAt: tenant.now }
  tenant.change('bob', { referring: { ...referring, reward: redeemed } })
  tenant.track(pays('cyd'))
  tenant.change('bob', { referring: { ...referring, reward: cancelReward(referring.reward, tenant.now) } })
  tenant.track(pays('dan'))
  expect(referrerSides(tenant).slice(1, 3)).toEqual(['PENDING', 'APPROVED rewarded'])
})

test('each referrer has a separate limit', () => {
  const tenant = new TestTenant({ unsignedConversions: { mode: 'limit', limit: 1 } }, friends)
  tenant.trackAll([
    browserOf('bob', user('of_bob'), code('ADA'), paid),
    browserOf('cyd', user('of_cyd'), code('EVE'), paid),
    browserOf('dan', user('of_dan'), code('ADA'), paid),
  ])
  const sides = ['bob', 'cyd', 'dan'].map((it) => tenant.referral(it).referring.moderation.status)
  expect(sides).toEqual(['APPROVED', 'APPROVED', 'PENDING'])
})

test('conversions that the server or a signed call reports do not count towards the limit, and are never held', () => {
  const tenant = limitOf(1)
  tenant.track(serverOf('bob', paid))
  tenant.track(browserOf('cyd', verified(paid)))
  for (const it of ['dan', 'fay']) tenant.track(pays(it))
  tenant.track(serverOf('gus', paid))
  expect(referrerSides(tenant)).toEqual([
    'APPROVED rewarded',
    'APPROVED rewarded',
    'APPROVED rewarded',
    'PENDING',
    'APPROVED rewarded',
  ])
})

test('a server that paid before the first user was identified has reported the conversion', () => {
  const tenant = new TestTenant({ unsignedConversions: { mode: 'hold', limit: 0 } }, friends)
  tenant.track(serverOf('bob', code('ADA'), paid))
  expect(textOf(tenant.track(browserOf('bob', user('of_bob'), paid)))).toContain(CONVERTED)
  expect(tenant.referral().unconfirmedAt).toBeNull()
})

test('what staff decided about the side stands', () => {
  const tenant = limitOf(0)
  tenant.track(serverOf('bob', approve('referrer')))
  expect(textOf(tenant.track(pays('bob')))).toBe(CONVERTED)
  tenant.track(serverOf('cyd', deny('referrer')))
  tenant.track(pays('cyd'))
  expect(referrerSides(tenant).slice(0, 2)).toEqual(['APPROVED rewarded', 'DENIED'])
})

test('a signed payment after the end of an unconfirmed referral counts once and changes nothing again', () => {
  const tenant = limitOf(1)
  tenant.track(pays('bob'))
  tenant.track(serverOf('bob', cancelled))
  tenant.track(browserOf('bob', verified(paid)))
  const before = tenant.account('bob')
  expect(textOf(tenant.track(browserOf('bob', verified(paid))))).toBe('')
  expect(tenant.account('bob')).toBe(before)
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { ReferralSide } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import type { RewardSpec } from '../rewards/reward.ts'
import { calls, friends, programs } from '../testing/arbitrary-calls.ts'
import {
  approve,
  block,
  browser,
  browserOf,
  cancelled,
  code,
  cookie,
  coupon,
  customer,
  deny,
  followBlock,
  paid,
  pend,
  processor,
  server,
  serverOf,
  trial,
  unblock,
  user,
} from '../testing/calls.ts'
import { rulesOff, TestTenant, textOf } from '../testing/test-tenant.ts'

const credit: RewardSpec = { type: 'CREDIT', unit: 'USD', credit: 500 }

function tenantOf(program: Partial<Program> = {}): TestTenant {
  return new TestTenant({ fraudRules: rulesOff, ...program }, friends)
}

/** The outcome of a call for Bob. */
const come = (tenant: TestTenant, call: Call) => textOf(tenant.track(call))
const blockAda = serverOf('ada', block)
const unblockAda = serverOf('ada', unblock)
const follow = server(followBlock)

function picture(tenant: TestTenant, id = 'bob') {
  const { moderation, reward } = tenant.referral(id).referring
  return [moderation.status, moderation.by, reward === null ? null : reward.cancelledAt === null]
}

describe('a block', () => {
  test('a block is made and undone once, and says when and why', () => {
    const tenant = tenantOf()
    expect(come(tenant, blockAda)).toBe('account.blocked BLOCKED_BY_HAND')
    expect(tenant.account('ada').block).toEqual({ at: tenant.now, reason: 'Makes up friends.' })
    tenant.now += 5
    expect(come(tenant, serverOf('ada', { kind: 'block', reason: 'Again.' }))).toBe('')
    expect(tenant.account('ada').block).toEqual({ at: tenant.now - 5, reason: 'Makes up friends.' })
    expect(come(tenant, unblockAda)).toBe('account.unblocked UNBLOCKED_BY_HAND')
    expect(come(tenant, unblockAda)).toBe('')
    expect(tenant.account('ada').block).toBeNull()
  })

  test.each<[string, Call, string]>([
    ['a server', server(user('b'), code('ADA')), 'refused REFERRAL_CODE_NOT_FOUND'],
    [
      'a page with a code',
      browser(user('b'), code('ADA')),
      'user.created IDENTIFIED, attribution.skipped REFERRER_BLOCKED',
    ],
    [
      'a page with a cookie',
      browser(user('b'), cookie('ADA', 'b')),
      'user.created IDENTIFIED, attribution.skipped REFERRER_BLOCKED',
    ],
    ['the processor', processor(coupon('ADA')), 'attribution.skipped REFERRER_BLOCKED'],
  ])('a block of the referrer attributes nothing by the code: %s', (_name, call, text) => {
    const tenant = tenantOf()
    tenant.track(blockAda)
    expect(come(tenant, call)).toBe(text)
    tenant.track(unblockAda)
    expect(come(tenant, server(code('ADA')))).toContain('referral.started EXPLICIT_CODE')
  })

  test('a block of the friend keeps it from being referred, and a payment that comes with the code counts', () => {
    const tenant = tenantOf()
    tenant.track(server(user('b'), trial))
    tenant.track(server(block))
    expect(come(tenant, server(code('ADA'), paid))).toBe(
      'attribution.skipped ACCOUNT_BLOCKED, account.closed EXISTING_CUSTOMER',
    )
  })

  test('a block of the friend leaves the referral that brought it', () => {
    const tenant = tenantOf()
    tenant.track(server(user('b'), code('ADA')))
    tenant.track(server(block))
    expect(come(tenant, server(paid))).toContain('reward.created CONVERTED')
  })

  test('a code that a user of a blocked account chooses later attributes nothing either', () => {
    const tenant = tenantOf()
    tenant.track(blockAda)
    tenant.track(serverOf('ada', { ...user('new'), code: 'FRESH' as never }))
    expect(come(tenant, server(code('FRESH')))).toBe('refused REFERRAL_CODE_NOT_FOUND')
  })
})

describe('the referrer’s side of a referral', () => {
  const started = (program: Partial<Program> = {}) => {
    const tenant = tenantOf({ referrerReward: credit, ...program })
    tenant.track(server(user('b'), code('ADA'), trial))
    return tenant
  }

  test('the referrer’s side waits in progress, and is released with the block', () => {
    const tenant = started()
    tenant.track(blockAda)
    expect(come(tenant, follow)).toBe('referral.moderated REFERRER_BLOCKED')
    expect(picture(tenant)).toEqual(['PENDING', 'block', null])
    expect(come(tenant, follow)).toBe('')
    tenant.track(unblockAda)
    expect(come(tenant, follow)).toBe('referral.moderated REFERRER_UNBLOCKED')
    expect(picture(tenant)).toEqual(['APPROVED', 'program', null])
    expect(come(tenant, follow)).toBe('')
  })

  test('the referrer’s side waits over the conversion, the friend’s does not, and the release gives the reward once', () => {
    const tenant = started()
    tenant.track(blockAda)
    expect(come(tenant, server(paid))).toBe(
      'referral.moderated REFERRER_BLOCKED, referral.converted FIRST_PAYMENT',
    )
    expect(picture(tenant)).toEqual(['PENDING', 'block', null])
    expect(tenant.referral().referred.reward?.givenAt).not.toBeNull()
    tenant.track(unblockAda)
    expect(come(tenant, follow)).toBe(
      'referral.moderated REFERRER_UNBLOCKED, reward.created REFERRER_UNBLOCKED',
    )
    expect(picture(tenant)).toEqual(['APPROVED', 'program', true])
    expect(come(tenant, follow)).toBe('')
  })

  test('a side that was held when the block ended is released, and nothing released it before the payment', () => {
    const tenant = started()
    tenant.track(blockAda)
    tenant.track(follow)
    tenant.track(unblockAda)
    expect(come(tenant, server(paid))).toBe(
      'referral.moderated REFERRER_UNBLOCKED, referral.converted FIRST_PAYMENT, reward.created CONVERTED',
    )
  })

  test.each([0, 14])(
    'the referrer’s side keeps what a conversion unlocked before the block (hold of %i days)',
    (referrerHoldDays) => {
      const tenant = started({ referrerHoldDays })
      tenant.track(server(paid))
      const before = tenant.account()
      tenant.track(blockAda)
      expect(come(tenant, follow)).toBe('')
      expect(tenant.account()).toBe(before)
    },
  )

  test.each([approve('referrer'), pend('referrer'), deny('referrer')])(
    'the referrer’s side stays as staff decided ($status), before or after the block',
    (decision) => {
      const [before, after] = [started(), started()]
      before.track(server(decision))
      before.track(blockAda)
      before.track(follow)
      after.track(blockAda)
      after.track(follow)
      after.track(server(decision))
      for (const tenant of [before, after]) {
        tenant.track(server(paid))
        const rewarded = decision.status === 'APPROVED' ? true : null
        expect(picture(tenant)).toEqual([decision.status, 'staff', rewarded])
        tenant.track(unblockAda)
        expect(come(tenant, follow)).toBe('')
      }
    },
  )

  test('a referral that ended without a conversion is released to nothing', () => {
    const tenant = started()
    tenant.track(blockAda)
    tenant.track(follow)
    tenant.track(server(cancelled))
    tenant.track(unblockAda)
    expect(come(tenant, follow)).toBe('referral.moderated REFERRER_UNBLOCKED')
    expect(picture(tenant)).toEqual(['APPROVED', 'program', null])
  })

  test('a side beyond the limit of rewards is released without one, and says so', () => {
    const tenant = started({ maxReferrerRewards: 0 })
    tenant.track(blockAda)
    tenant.track(server(paid))
    tenant.track(unblockAda)
    expect(come(tenant, follow)).toBe(
      'referral.moderated REFERRER_UNBLOCKED, reward.skipped REWARD_LIMIT_REACHED',
    )
  })

  test('a side that also waits for a confirmation is released by both, in either order', () => {
    const unsigned = () => {
      const tenant = started({ unsignedConversions: { mode: 'hold', limit: 0 } })
      tenant.track(blockAda)
      tenant.track(follow)
      tenant.track(browserOf('bob', user('b'), paid))
      expect(picture(tenant)).toEqual(['PENDING', 'rule', null])
      return tenant
    }
    const confirmedFirst = unsigned()
    expect(come(confirmedFirst, server(paid))).toBe('referral.moderated REFERRER_BLOCKED')
    confirmedFirst.track(unblockAda)
    expect(come(confirmedFirst, follow)).toContain('reward.created REFERRER_UNBLOCKED')

    const unblockedFirst = unsigned()
    unblockedFirst.track(unblockAda)
    expect(come(unblockedFirst, follow)).toBe('')
    expect(come(unblockedFirst, server(paid))).toContain('reward.created PAYMENT_CONFIRMED')
  })

  test('a side is denied by a rule during a block, and a block that ends does not undo it', () => {
    const tenant = new TestTenant({}, friends)
    tenant.track(server(user('b'), code('ADA')))
    tenant.track(serverOf('ada', customer('c1')))
    tenant.track(blockAda)
    tenant.track(follow)
    tenant.track(browser(user('b'), customer('c1')))
    expect(picture(tenant)).toEqual(['PENDING', 'rule', null])
    tenant.track(unblockAda)
    expect(come(tenant, follow)).toBe('')
    expect(picture(tenant)).toEqual(['PENDING', 'rule', null])
  })
})

test('calls during a block leave each side as they would without it, once it is undone', () => {
  const ofFriends = calls.filter(({ accountId, commands }) => {
    const kinds = commands.map(({ kind }) => kind)
    return friends.includes(accountId) && !kinds.some((it) => /block|attribute/i.test(it))
  })
  const referred = fc.subarray(friends, { minLength: 1 })
  fc.assert(
    fc.property(referred, fc.array(ofFriends, { maxLength: 12 }), programs, (who, list, program) => {
      const [free, blocked] = [0, 1].map(
        () => new TestTenant({ ...program, maxReferrerRewards: null }, friends),
      )
      if (free === undefined || blocked === undefined) throw new Error('no tenants')
      const start = who.map((it) => serverOf(it, user(`user of ${it}`), code('ADA')))
      const all = friends.map((it) => serverOf(it, followBlock))
      free.trackAll([...start, ...list])
      blocked.trackAll([...start, blockAda, ...all, ...list])
      for (const id of who) {
        const { moderation, reward } = blocked.referral(id).referring
        if (moderation.by !== 'staff') expect(reward).toBeNull()
      }
      blocked.trackAll([unblockAda, ...all])
      for (const id of who) {
        expect(sideOf(blocked.referral(id).referring)).toEqual(sideOf(free.referral(id).referring))
        expect(blocked.referral(id).referred).toEqual(free.referral(id).referred)
      }
    }),
    { numRuns: 300 },
  )
})

/** A reward that ended before it was released was never made. */
function sideOf({ moderation: { status, by }, reward }: ReferralSide) {
  const counts = reward !== null && reward.cancelledAt === null
  return { status, by, reward: counts ? { ...reward, cancellations: 0 } : null }
}

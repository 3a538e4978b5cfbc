import { expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import { type Standing, standingOf } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import { cancelled, code, free, paid, server, trial, user } from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'
import { track } from './tracking.ts'

const STARTED = 'referral.started EXPLICIT_CODE, reward.created ATTRIBUTED'
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'
const ENDED = 'referral.ended SUBSCRIPTION_CANCELLED, reward.cancelled REFERRAL_ENDED'
const BOTH_END = `${ENDED}, reward.cancelled REFERRAL_ENDED`
const KNOWN = 'user.created IDENTIFIED'
const WAITING = 'conversion.waiting NO_USER_IDENTIFIED'
const CLOSED = 'account.closed EXISTING_CUSTOMER'
const REFUSED = 'refused REFERRAL_CODE_NOT_FOUND'

/** Calls of the merchant's server, the outcomes of each, and the final state of the account. */
type Story = readonly [story: string, standing: Standing, calls: readonly (readonly [Call, string])[]]

const stories: readonly Story[] = [
  ['nothing but a user', 'open', [[server(user('b')), KNOWN]]],
  ['a trial', 'open', [[server(trial), '']]],
  ['a free plan', 'open', [[server(free), '']]],
  ['a code', 'in progress', [[server(code('ADA')), STARTED]]],
  ['a code on a trial', 'in progress', [[server(code('ADA'), trial), STARTED]]],
  [
    'a code, later a payment',
    'converted',
    [
      [server(user('b'), code('ADA'), trial), `${KNOWN}, ${STARTED}`],
      [server(paid), CONVERTED],
    ],
  ],
  [
    'a code and a payment in one call',
    'converted',
    [[server(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${CONVERTED}`]],
  ],
  [
    'a payment before the first identification waits for the first user',
    'converted',
    [
      [server(code('ADA'), paid), `${STARTED}, ${WAITING}`],
      [server(user('b')), `${KNOWN}, ${CONVERTED}`],
      [server(user('c')), KNOWN],
    ],
  ],
  ['a payment alone is not enough', 'in progress', [[server(code('ADA'), paid), `${STARTED}, ${WAITING}`]]],
  [
    'a payment waits through a trial and a free plan',
    'converted',
    [
      [server(code('ADA'), paid), `${STARTED}, ${WAITING}`],
      [server(trial), ''],
      [server(free), ''],
      [server(user('b')), `${KNOWN}, ${CONVERTED}`],
    ],
  ],
  [
    'a payment that waits, reported again after a trial',
    'in progress',
    [
      [server(code('ADA'), paid), `${STARTED}, ${WAITING}`],
      [server(trial), ''],
      [server(paid), WAITING],
    ],
  ],
  [
    'a cancellation ends a referral whose payment waits for a user',
    'ended',
    [
      [server(code('ADA'), paid), `${STARTED}, ${WAITING}`],
      [server(cancelled), ENDED],
      [server(user('b')), KNOWN],
    ],
  ],
  [
    'the first payment without a referral closes the account for ever',
    'closed',
    [
      [server(paid), CLOSED],
      [server(code('ADA')), 'attribution.skipped EXISTING_CUSTOMER'],
      [server(code('NOBODY')), 'attribution.skipped EXISTING_CUSTOMER'],
      [server(code('BOB')), 'attribution.skipped EXISTING_CUSTOMER'],
      [server(trial), ''],
      [server(code('ADA'), paid), 'attribution.skipped EXISTING_CUSTOMER, conversion.skipped ALREADY_PAID'],
    ],
  ],
  [
    'a closed account stays closed after a cancellation',
    'closed',
    [
      [server(paid), CLOSED],
      [server(cancelled), 'cancellation.skipped NOT_REFERRED'],
      [server(code('ADA')), 'attribution.skipped EXISTING_CUSTOMER'],
    ],
  ],
  [
    'the first code is used; later codes are skipped',
    'in progress',
    [
      [server(code('ADA')), STARTED],
      [server(code('EVE')), 'attribution.skipped ALREADY_REFERRED'],
      [server(code('NOBODY')), 'attribution.skipped ALREADY_REFERRED'],
      [server(code('OFF')), 'attribution.skipped ALREADY_REFERRED'],
      [server(code('BOB')), 'attribution.skipped ALREADY_REFERRED'],
      [server(code(null)), 'attribution.skipped ALREADY_REFERRED'],
    ],
  ],
  [
    'no payment is lost over a second code',
    'converted',
    [
      [server(user('b'), code('ADA')), `${KNOWN}, ${STARTED}`],
      [server(code('NOBODY'), paid), `attribution.skipped ALREADY_REFERRED, ${CONVERTED}`],
    ],
  ],
  [
    'the same code again',
    'in progress',
    [
      [server(code('ADA')), STARTED],
      [server(code('ADA')), ''],
    ],
  ],
  [
    'the same code again with the payment',
    'converted',
    [
      [server(user('b'), code('ADA')), `${KNOWN}, ${STARTED}`],
      [server(code('ADA'), paid), CONVERTED],
    ],
  ],
  ['a code of the account’s own', 'open', [[server(code('BOB')), 'refused SELF_REFERRAL']]],
  ['an unknown code', 'open', [[server(code('NOBODY')), REFUSED]]],
  ['a code that was switched off', 'open', [[server(code('OFF')), REFUSED]]],
  ['a code that expired', 'open', [[server(code('OLD')), REFUSED]]],
  ['a text that is no code', 'open', [[server(code(null)), 'refused VALIDATION_FAILED']]],
  [
    'a payment with a code that does not work is refused as a whole, and counts when it is sent without',
    'closed',
    [
      [server(user('b'), code('NOBODY'), paid), REFUSED],
      [server(paid), CLOSED],
    ],
  ],
  [
    'payments after the first',
    'converted',
    [
      [server(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${CONVERTED}`],
      [server(paid), ''],
      [server(trial), ''],
      [server(paid), 'conversion.skipped ALREADY_CONVERTED'],
    ],
  ],
  [
    'a cancellation ends a referral in progress; a payment does not start it again',
    'ended',
    [
      [server(user('b'), code('ADA'), trial), `${KNOWN}, ${STARTED}`],
      [server(cancelled), ENDED],
      [server(paid), 'conversion.skipped REFERRAL_ENDED'],
    ],
  ],
  [
    'a cancellation ends a converted referral; neither a payment nor a code starts it again',
    'ended',
    [
      [server(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${CONVERTED}`],
      [server(cancelled), BOTH_END],
      [server(cancelled), ''],
      [server(paid), 'conversion.skipped REFERRAL_ENDED'],
      [server(code('ADA')), ''],
      [server(code('EVE')), 'attribution.skipped ALREADY_REFERRED'],
      [server(cancelled), 'cancellation.skipped REFERRAL_ENDED'],
    ],
  ],
  [
    'a cancellation without a referral changes nothing: the account can still be referred',
    'in progress',
    [
      [server(cancelled), 'cancellation.skipped NOT_REFERRED'],
      [server(cancelled), ''],
      [server(code('ADA')), STARTED],
    ],
  ],
  [
    'a code and a cancellation in one call',
    'ended',
    [[server(code('ADA'), cancelled), `${STARTED}, ${ENDED}`]],
  ],
  [
    'a code and a cancellation in one call, on an account that was cancelled before',
    'ended',
    [
      [server(cancelled), 'cancellation.skipped NOT_REFERRED'],
      [server(code('ADA'), cancelled), `${STARTED}, ${ENDED}`],
      [server(code('ADA'), cancelled), ''],
    ],
  ],
  [
    'a cancelled account that came back with a code is not ended by a repeat of the old cancellation',
    'in progress',
    [
      [server(cancelled), 'cancellation.skipped NOT_REFERRED'],
      [server(code('ADA')), STARTED],
      [server(cancelled), ''],
    ],
  ],
]

test.each(stories)(
  'calls of a server leave the account as they should: %s → %s',
  (_story, standing, calls) => {
    const tenant = new TestTenant()
    const outcomes = calls.map(([call]) => textOf(tenant.track(call)))
    expect(outcomes).toEqual(calls.map(([, expected]) => expected))
    expect(standingOf(tenant.account())).toBe(standing)
  },
)

test.each(stories)('%s: the last call once more is the very same account', (_story, _standing, calls) => {
  const tenant = new TestTenant()
  for (const [call] of calls) tenant.track(call)
  const before = tenant.account()
  for (const [call] of calls.slice(-1)) tenant.track(call)
  expect(tenant.account()).toBe(before)
})

const inactive: Partial<Program> = { active: false }

test('while the program is switched off, no code works', () => {
  const tenant = new TestTenant(inactive)
  expect(textOf(tenant.track(server(code('ADA'))))).toBe(REFUSED)
  expect(textOf(tenant.track(server(code('BOB'))))).toBe(REFUSED)
})

test('switching the program off stops no conversion of a referral in progress', () => {
  const tenant = new TestTenant()
  tenant.track(server(user('b'), code('ADA')))
  tenant.program = { ...tenant.program, ...inactive }
  expect(textOf(tenant.track(server(code('ADA'), paid)))).toBe(CONVERTED)
})

test('a stored code is not checked again: it may have been switched off since', () => {
  const tenant = new TestTenant()
  tenant.track(server(code('ADA')))
  for (const [name, owner] of tenant.codes) tenant.codes.set(name, { ...owner, disabledAt: tenant.now })
  expect(textOf(tenant.track(server(code('ADA'))))).toBe('')
})

test('a code works until the moment it is switched off or expires', () => {
  for (const end of ['disabledAt', 'expiresAt'] as const) {
    const tenant = new TestTenant({}, ['bob', 'cyd'])
    for (const [name, owner] of tenant.codes) tenant.codes.set(name, { ...owner, [end]: tenant.now + 1 })
    expect(textOf(tenant.track(server(code('ADA'))))).toBe(STARTED)
    tenant.now += 1
    expect(textOf(tenant.track({ ...server(code('ADA')), accountId: tenant.account('cyd').id }))).toBe(
      REFUSED,
    )
  }
})

test('a referral knows whose code was used, and when it started, converted and ended', () => {
  const tenant = new TestTenant()
  tenant.track(server(user('b'), code('ADA')))
  const startedAt = tenant.now
  tenant.now += 1000
  tenant.track(server(paid))
  tenant.now += 1000
  tenant.track(server(cancelled))
  expect(tenant.referral()).toMatchObject({
    code: 'ADA',
    referrer: { accountId: 'ada', userId: 'ada' },
    startedAt,
    convertedAt: startedAt + 1000,
    endedAt: startedAt + 2000,
  })
})

test('the first payment is remembered, not the last', () => {
  const tenant = new TestTenant()
  const firstPaidAt = tenant.now
  for (const status of [paid, trial, paid]) {
    tenant.track(server(status))
    tenant.now += 1000
  }
  expect(tenant.account().paidAt).toBe(firstPaidAt)
  expect(tenant.account().subscription.status).toBe('PAID')
})

test('an account that was not loaded is a defect', () => {
  const state = { ...new TestTenant().state(), accounts: new Map() }
  expect(() => track(state, [server(paid)])).toThrow('account of a call not found')
})

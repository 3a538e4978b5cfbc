import { describe, expect, test } from 'vitest'
import type { Moderation } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import { noIdentifiers } from '../referrals/evidence.ts'
import { browser, browserOf, code, customer, server, serverOf, user } from '../testing/calls.ts'
import { allAre, evidence, tenantWith, unsigned } from '../testing/fraud-evidence.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'
import { track } from '../tracking/tracking.ts'

const DENIED: Moderation = { status: 'DENIED', by: 'rule' }
const APPROVED: Moderation = { status: 'APPROVED', by: 'program' }

describe('a referrer who becomes better known', () => {
  test('a referrer who becomes better known is compared with every friend, and each decision has the outcomes that it caused', () => {
    const tenant = new TestTenant({}, ['bob', 'cyd', 'dan'])
    for (const id of ['bob', 'cyd', 'dan']) tenant.track(serverOf(id, code('ADA')))
    tenant.track(serverOf('bob', user('b', { email: 'b@example.com' })))
    tenant.track(serverOf('cyd', user('c', { email: 'c@example.com' })))
    const denied = 'referral.flagged SAME_EMAIL, referral.moderated SAME_EMAIL, reward.cancelled MODERATION'

    expect(textOf(tenant.track(serverOf('ada', user('ada', { email: 'B@example.com' }))))).toBe(denied)
    expect(textOf(tenant.track(browserOf('ada', user('ada2', { email: 'c@example.com' }))))).toBe(
      'user.created IDENTIFIED, referral.flagged SAME_EMAIL, referral.moderated SAME_EMAIL',
    )
    expect(
      ['bob', 'cyd', 'dan'].map((id) => {
        const { referred, referring } = tenant.referral(id)
        return [referred.moderation.status, referring.moderation.status]
      }),
    ).toEqual([
      ['DENIED', 'DENIED'],
      ['APPROVED', 'PENDING'],
      ['APPROVED', 'APPROVED'],
    ])
  })

  test('a referrer who becomes better known is seen by the calls after it in the same list', () => {
    const tenant = new TestTenant()
    const { decisions } = tenant.trackAll([
      server(code('ADA')),
      server(customer('c1')),
      browserOf('ada', customer('c1')),
    ])
    expect(decisions.map(textOf).at(-1)).toBe(
      'referral.flagged SAME_PROCESSOR_CUSTOMER, referral.moderated SAME_PROCESSOR_CUSTOMER',
    )
    expect(tenant.referral().referring.moderation).toMatchObject({ status: 'PENDING', by: 'rule' })
  })
})

test('a referrer who is not among the accounts is compared by what is known of them', () => {
  const tenant = new TestTenant({}, ['bob'])
  const state = tenant.state()
  const { key } = tenant.account('ada')
  const accounts = new Map([...state.accounts].filter(([id]) => id === 'bob'))
  const certain = { ...noIdentifiers, emailKeys: ['ada@example.com'] }
  const identifiers = new Map([[key, { certain, created: certain, all: certain }]])
  const call = server(user('b', { email: 'ada@example.com' }), code('ADA'))
  const [decision] = track({ ...state, accounts, identifiers }, [call]).decisions
  expect(decision && textOf(decision)).toContain('referral.moderated SAME_EMAIL')
})

const SAME_CUSTOMER = 'referral.flagged SAME_PROCESSOR_CUSTOMER, referral.moderated SAME_PROCESSOR_CUSTOMER'

test.each<readonly [story: string, calls: readonly Call[]]>([
  [
    'the friend’s page after the referrer’s server',
    [serverOf('ada', customer('c1')), browser(customer('c1'))],
  ],
  [
    'the friend’s server after the referrer’s page',
    [browserOf('ada', customer('c1')), server(customer('c1'))],
  ],
  [
    'the referrer’s server after the friend’s page',
    [browser(customer('c1')), serverOf('ada', customer('c1'))],
  ],
  [
    'the referrer’s page after the friend’s server',
    [server(customer('c1')), browserOf('ada', customer('c1'))],
  ],
])(
  'a common customer that one side only claims holds the referrer’s side, from either source: %s',
  (_story, [first, second]) => {
    const tenant = new TestTenant()
    tenant.track(server(code('ADA')))
    const texts = [first, second].map((call) => call && textOf(tenant.track(call)))
    expect(texts).toEqual(['', SAME_CUSTOMER])
  },
)

test('an e-mail address that a trusted word confirms after an unsigned one denies both sides', () => {
  const [referrer, friend] = evidence.SAME_EMAIL
  const tenant = tenantWith('SAME_EMAIL', 'active', referrer, server(code('ADA')), unsigned(friend))
  expect(tenant.referral().referred.moderation).toEqual(APPROVED)
  expect(textOf(tenant.track(friend))).toBe(
    'referral.flagged SAME_EMAIL, referral.moderated SAME_EMAIL, reward.cancelled MODERATION',
  )
  expect(tenant.referral()).toMatchObject({
    signals: [{ unsigned: true }, { rule: 'SAME_EMAIL', shadow: false }],
    referred: { moderation: DENIED },
    referring: { moderation: DENIED },
  })
})

test('a user id counts against the referrer in person, not against their colleagues', () => {
  const tenant = tenantWith('SAME_USER_ID', 'active', serverOf('ada', user('u1')), server(code('ADA')))
  expect(textOf(tenant.track(server(user('u1'))))).toBe('user.created IDENTIFIED')
})

test('a referral that one rule denied is only flagged by the next', () => {
  const [referrer, friend] = evidence.SAME_EMAIL
  const tenant = tenantWith('SAME_EMAIL', 'active', referrer, browser(...friend.commands, code('ADA')))
  tenant.program = { ...tenant.program, fraudRules: allAre('active') }
  tenant.track(serverOf('ada', customer('c1')))
  expect(textOf(tenant.track(browser(customer('c1'))))).toBe('referral.flagged SAME_PROCESSOR_CUSTOMER')
})

test('the first of several active rules in the list of names denies, and all are recorded', () => {
  const tenant = new TestTenant({ fraudRules: allAre('active') })
  tenant.track(serverOf('ada', user('ada', { email: 'a@example.com' }), customer('c1')))
  expect(
    textOf(tenant.track(browser(user('ada', { email: 'a@example.com' }), customer('c1'), code('ADA')))),
  ).toBe(
    'user.created IDENTIFIED, referral.started EXPLICIT_CODE, referral.flagged SAME_PROCESSOR_CUSTOMER, referral.flagged SAME_EMAIL, referral.flagged SAME_USER_ID, referral.moderated SAME_PROCESSOR_CUSTOMER',
  )
})

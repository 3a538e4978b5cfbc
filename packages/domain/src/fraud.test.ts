import { describe, expect, test } from 'vitest'
import type { Moderation } from './account.ts'
import type { Call, Command } from './command.ts'
import {
  type Evidence,
  type FraudRuleMode,
  type FraudRuleName,
  fraudRuleNames,
  fraudRules,
  type Party,
  screen,
} from './fraud.ts'
import {
  browser,
  browserOf,
  cancelled,
  code,
  customer,
  paid,
  server,
  serverOf,
  trial,
  user,
  vouched,
} from './testing/calls.ts'
import { rulesOff, TestTenant, textOf } from './testing/test-tenant.ts'
import { track } from './tracking.ts'

const nobody: Party = { providerIds: [], emailKeys: [], userIds: [] }

test.each<readonly [what: string, evidence: Evidence, rules: readonly FraudRuleName[]]>([
  ['nothing known', { friend: nobody, referrer: nobody }, []],
  ['a common customer', both({ providerIds: ['c1'] }), ['SAME_PROCESSOR_CUSTOMER']],
  ['a common e-mail', both({ emailKeys: ['a@b'] }), ['SAME_EMAIL']],
  ['a common user id', both({ userIds: ['a'] }), ['SAME_USER_ID']],
  ['all in common', both({ providerIds: ['c1'], emailKeys: ['a@b'], userIds: ['a'] }), fraudRuleNames],
  [
    'nothing in common, though the values are the same',
    { friend: { ...nobody, emailKeys: ['a'] }, referrer: { ...nobody, userIds: ['a'] } },
    [],
  ],
  [
    'one of many in common',
    { friend: { ...nobody, emailKeys: ['a', 'b'] }, referrer: { ...nobody, emailKeys: ['c', 'b'] } },
    ['SAME_EMAIL'],
  ],
])('rules see: %s', (_what, evidence, rules) => {
  expect(screen(evidence, allAre('active'), fraudRules)).toEqual(
    rules.map((rule) => ({ rule, shadow: false })),
  )
  expect(screen(evidence, allAre('shadow'), fraudRules)).toEqual(
    rules.map((rule) => ({ rule, shadow: true })),
  )
  expect(screen(evidence, rulesOff, fraudRules)).toEqual([])
})

test('a tenant begins with the structural rules active and the others in shadow', () => {
  expect(fraudRuleNames.map((rule) => [rule, fraudRules[rule].startsAs])).toEqual([
    ['SAME_PROCESSOR_CUSTOMER', 'active'],
    ['SAME_EMAIL', 'active'],
    ['SAME_USER_ID', 'shadow'],
  ])
})

/** For each rule: what is known of the referrer, and what of the friend then makes the rule match. */
const evidence: Readonly<Record<FraudRuleName, readonly [referrer: Call, friend: Call]>> = {
  SAME_PROCESSOR_CUSTOMER: [
    serverOf('ada', customer('c1')),
    browser(vouched(user('b')), vouched(customer('c1'))),
  ],
  SAME_EMAIL: [
    serverOf('ada', user('ada', { email: 'ada.l@gmail.com' })),
    browser(vouched(user('b', { email: 'AdaL+x@googlemail.com' }))),
  ],
  SAME_USER_ID: [serverOf('ada', user('ada')), browser(vouched(user('ada')))],
}

/** The same call without the merchant's signature. */
function unsigned({ accountId, commands }: Call): Call {
  return browserOf(
    accountId,
    ...commands.map(
      (it) => (it.kind === 'identify' || it.kind === 'bind' ? { ...it, vouched: undefined } : it) as Command,
    ),
  )
}

const DENIED: Moderation = { status: 'DENIED', by: 'rule' }
const APPROVED: Moderation = { status: 'APPROVED', by: 'program' }
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'

describe.each(fraudRuleNames)('%s', (rule) => {
  const [referrer, friend] = evidence[rule]
  const FLAGGED = `referral.flagged ${rule}`
  const DENIES = `${FLAGGED}, referral.moderated ${rule}`
  const CANCELS = `${DENIES}, reward.cancelled MODERATION`

  test('active, at the attribution: both sides are denied, and nobody is ever rewarded', () => {
    const tenant = tenantWith(rule, 'active', referrer)
    const call = browser(...unsigned(friend).commands, code('ADA'))
    expect(textOf(tenant.hear(call))).toBe(
      `user.created IDENTIFIED, referral.started EXPLICIT_CODE, ${DENIES}`,
    )
    expect(textOf(tenant.hear(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: false }],
      referred: { moderation: DENIED, reward: null },
      referring: { moderation: DENIED, reward: null },
    })
  })

  test('active, when the friend becomes known: the friend’s reward is cancelled', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    expect(textOf(tenant.hear(friend))).toBe(`user.created IDENTIFIED, ${CANCELS}`)
    expect(tenant.referral().referred).toMatchObject({
      moderation: DENIED,
      reward: { cancelledAt: tenant.now },
    })
    expect(textOf(tenant.hear(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(tenant.referral().referring.reward).toBeNull()
  })

  test('active, by a later unsigned call: the referrer’s side waits, and the friend goes on', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    expect(textOf(tenant.hear(unsigned(friend)))).toBe(`user.created IDENTIFIED, ${DENIES}`)
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: false, unsigned: true }],
      referred: { moderation: APPROVED, reward: { cancelledAt: null } },
      referring: { moderation: { status: 'PENDING', by: 'rule' } },
    })
    // What a later trusted call says of something else makes no more of it.
    tenant.hear(server(user('c', { email: 'c@example.com' })))
    tenant.hear(serverOf('ada', user('d', { email: 'd@example.com' })))
    expect(textOf(tenant.hear(server(paid)))).toBe('referral.converted FIRST_PAYMENT')
    expect(tenant.referral().referred).toMatchObject({ moderation: APPROVED, reward: { cancelledAt: null } })
  })

  test('active, what an unsigned call said before the referral started denies nothing', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(trial), unsigned(friend))
    expect(textOf(tenant.hear(server(code('ADA'))))).toContain(DENIES)
    expect(tenant.referral()).toMatchObject({
      referred: { moderation: APPROVED },
      referring: { moderation: { status: 'PENDING', by: 'rule' } },
    })
  })

  test('active, when the friend becomes known to a payment that waits: denied before it converts', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA'), paid))
    expect(textOf(tenant.hear(friend))).toBe(
      `user.created IDENTIFIED, ${CANCELS}, referral.converted FIRST_PAYMENT`,
    )
  })

  test('shadow: recorded, without effect', () => {
    const tenant = tenantWith(rule, 'shadow', referrer, server(code('ADA')))
    expect(textOf(tenant.hear(friend))).toBe(`user.created IDENTIFIED, ${FLAGGED}`)
    expect(textOf(tenant.hear(server(paid)))).toBe(CONVERTED)
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: true }],
      referred: { moderation: APPROVED },
      referring: { moderation: APPROVED },
    })
  })

  test('shadow, then active: speaks again, with effect, and only once', () => {
    const tenant = tenantWith(rule, 'shadow', referrer, friend, server(code('ADA')))
    expect(textOf(tenant.hear(server(user('c'))))).toBe('user.created IDENTIFIED')
    tenant.program = { ...tenant.program, fraudRules: { ...rulesOff, [rule]: 'active' } }
    // Of a claimed customer and of a page's user it is not kept that a signature vouched for them.
    const effect = rule === 'SAME_EMAIL' ? CANCELS : DENIES
    expect(textOf(tenant.hear(server(paid)))).toBe(`${effect}, referral.converted FIRST_PAYMENT`)
    expect(textOf(tenant.hear(server(user('d'))))).toBe('user.created IDENTIFIED')
  })

  test('off: sees nothing', () => {
    const tenant = tenantWith(rule, 'off', referrer, friend, server(code('ADA'), paid))
    expect(tenant.referral()).toMatchObject({ signals: [], convertedAt: tenant.now })
  })

  test('after the conversion it only signals', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(user('c'), code('ADA'), paid))
    expect(textOf(tenant.hear(friend))).toBe(`user.created IDENTIFIED, ${FLAGGED}`)
    expect(tenant.referral()).toMatchObject({
      signals: [{ rule, shadow: false }],
      referred: { moderation: APPROVED, reward: { cancelledAt: null } },
      referring: { moderation: APPROVED, reward: { cancelledAt: null } },
    })
  })

  test('after the end it rests', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA'), cancelled))
    expect(textOf(tenant.hear(friend))).toBe('user.created IDENTIFIED')
    expect(tenant.referral().signals).toEqual([])
  })

  test('what staff approved stays approved', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    decideByStaff(tenant, 'APPROVED')
    expect(textOf(tenant.hear(friend))).toBe(`user.created IDENTIFIED, ${FLAGGED}`)
    expect(textOf(tenant.hear(server(paid)))).toBe(CONVERTED)
  })

  test('a side that staff did not decide is denied beside one that they did', () => {
    const tenant = tenantWith(rule, 'active', referrer, server(code('ADA')))
    tenant.change('bob', {
      referring: { ...tenant.referral().referring, moderation: { status: 'APPROVED', by: 'staff' } },
    })
    expect(textOf(tenant.hear(friend))).toBe(`user.created IDENTIFIED, ${CANCELS}`)
    expect(tenant.referral()).toMatchObject({
      referred: { moderation: DENIED },
      referring: { moderation: { status: 'APPROVED', by: 'staff' } },
    })
  })
})

describe('a referrer who becomes better known', () => {
  test('is compared with every friend, and each verdict carries what it caused', () => {
    const tenant = new TestTenant({}, ['bob', 'cyd', 'dan'])
    for (const id of ['bob', 'cyd', 'dan']) tenant.hear(serverOf(id, code('ADA')))
    tenant.hear(serverOf('bob', user('b', { email: 'b@example.com' })))
    tenant.hear(serverOf('cyd', user('c', { email: 'c@example.com' })))
    const denied = 'referral.flagged SAME_EMAIL, referral.moderated SAME_EMAIL, reward.cancelled MODERATION'

    expect(textOf(tenant.hear(serverOf('ada', user('ada', { email: 'B@example.com' }))))).toBe(denied)
    expect(textOf(tenant.hear(browserOf('ada', user('ada2', { email: 'c@example.com' }))))).toBe(
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

  test('is seen by the calls after it in the same list', () => {
    const tenant = new TestTenant()
    const { verdicts } = tenant.hearAll([
      server(code('ADA')),
      server(customer('c1')),
      browserOf('ada', customer('c1')),
    ])
    expect(verdicts.map(textOf).at(-1)).toBe(
      'referral.flagged SAME_PROCESSOR_CUSTOMER, referral.moderated SAME_PROCESSOR_CUSTOMER',
    )
    expect(tenant.referral().referring.moderation).toEqual({ status: 'PENDING', by: 'rule' })
  })
})

test('a referrer who is not among the accounts is compared by what is known of them', () => {
  const tenant = new TestTenant({}, ['bob'])
  const book = tenant.book()
  const { key } = tenant.account('ada')
  const accounts = new Map([...book.accounts].filter(([id]) => id === 'bob'))
  const certain = { ...nobody, emailKeys: ['ada@example.com'] }
  const parties = new Map([[key, { certain, all: certain }]])
  const call = server(user('b', { email: 'ada@example.com' }), code('ADA'))
  const [verdict] = track({ ...book, accounts, parties }, [call]).verdicts
  expect(verdict && textOf(verdict)).toContain('referral.moderated SAME_EMAIL')
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
  'a common customer that one side only claims holds the referrer’s side, whoever names it: %s',
  (_story, [first, second]) => {
    const tenant = new TestTenant()
    tenant.hear(server(code('ADA')))
    const texts = [first, second].map((call) => call && textOf(tenant.hear(call)))
    expect(texts).toEqual(['', SAME_CUSTOMER])
  },
)

test('an e-mail address that a trusted word confirms after an unsigned one denies both sides', () => {
  const [referrer, friend] = evidence.SAME_EMAIL
  const tenant = tenantWith('SAME_EMAIL', 'active', referrer, server(code('ADA')), unsigned(friend))
  expect(tenant.referral().referred.moderation).toEqual(APPROVED)
  expect(textOf(tenant.hear(friend))).toBe(
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
  expect(textOf(tenant.hear(server(user('u1'))))).toBe('user.created IDENTIFIED')
})

test('a referral that one rule denied is only flagged by the next', () => {
  const [referrer, friend] = evidence.SAME_EMAIL
  const tenant = tenantWith('SAME_EMAIL', 'active', referrer, browser(...friend.commands, code('ADA')))
  tenant.program = { ...tenant.program, fraudRules: allAre('active') }
  tenant.hear(serverOf('ada', customer('c1')))
  expect(textOf(tenant.hear(browser(customer('c1'))))).toBe('referral.flagged SAME_PROCESSOR_CUSTOMER')
})

test('of several active rules the first in the list of names denies, and all are recorded', () => {
  const tenant = new TestTenant({ fraudRules: allAre('active') })
  tenant.hear(serverOf('ada', user('ada', { email: 'a@example.com' }), customer('c1')))
  expect(
    textOf(tenant.hear(browser(user('ada', { email: 'a@example.com' }), customer('c1'), code('ADA')))),
  ).toBe(
    'user.created IDENTIFIED, referral.started EXPLICIT_CODE, referral.flagged SAME_PROCESSOR_CUSTOMER, referral.flagged SAME_EMAIL, referral.flagged SAME_USER_ID, referral.moderated SAME_PROCESSOR_CUSTOMER',
  )
})

function tenantWith(rule: FraudRuleName, mode: FraudRuleMode, ...calls: readonly Call[]): TestTenant {
  const tenant = new TestTenant({ fraudRules: { ...rulesOff, [rule]: mode } })
  for (const call of calls) tenant.hear(call)
  return tenant
}

function decideByStaff(tenant: TestTenant, status: Moderation['status']): void {
  const { referred, referring } = tenant.referral()
  const moderation: Moderation = { status, by: 'staff' }
  tenant.change('bob', { referred: { ...referred, moderation }, referring: { ...referring, moderation } })
}

function both(party: Partial<Party>): Evidence {
  return { friend: { ...nobody, ...party }, referrer: { ...nobody, ...party } }
}

function allAre(mode: FraudRuleMode): Record<FraudRuleName, FraudRuleMode> {
  return { SAME_PROCESSOR_CUSTOMER: mode, SAME_EMAIL: mode, SAME_USER_ID: mode }
}

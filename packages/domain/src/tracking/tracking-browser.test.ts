import { expect, test } from 'vitest'
import { type Standing, standingOf } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import {
  browser,
  cancelled,
  code,
  cookie,
  customer,
  free,
  paid,
  server,
  trial,
  user,
} from '../testing/calls.ts'
import { TestTenant, textOf } from '../testing/test-tenant.ts'

const STARTED = 'referral.started EXPLICIT_CODE, reward.created ATTRIBUTED'
const BY_COOKIE = 'referral.started TRACKING_COOKIE, reward.created ATTRIBUTED'
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'
const KNOWN = 'user.created IDENTIFIED'
const CLOSED = 'account.closed EXISTING_CUSTOMER'

/** Calls of pages and the merchant's server, the outcomes of each, and the final state of the account. */
type Story = readonly [story: string, standing: Standing, calls: readonly (readonly [Call, string])[]]

const stories: readonly Story[] = [
  [
    'a code, later a payment',
    'converted',
    [
      [browser(user('b'), code('ADA')), `${KNOWN}, ${STARTED}`],
      [browser(user('b'), code('ADA'), paid), CONVERTED],
      [browser(user('b'), code('ADA'), paid), ''],
    ],
  ],
  [
    'a code and a payment in one call',
    'converted',
    [[browser(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${CONVERTED}`]],
  ],
  [
    'an explicit code counts for a user who was seen before',
    'in progress',
    [
      [browser(user('b')), KNOWN],
      [browser(user('b'), code('ADA')), STARTED],
    ],
  ],
  [
    'a code of the account’s own: identified, not attributed',
    'open',
    [[browser(user('b'), code('BOB')), `${KNOWN}, attribution.skipped SELF_REFERRAL`]],
  ],
  [
    'an unknown code: identified, not attributed',
    'open',
    [[browser(user('b'), code('NOBODY')), `${KNOWN}, attribution.skipped CODE_UNKNOWN`]],
  ],
  [
    'a code that was switched off: identified, not attributed',
    'open',
    [[browser(user('b'), code('OFF')), `${KNOWN}, attribution.skipped CODE_DISABLED`]],
  ],
  [
    'a code that expired: identified, not attributed',
    'open',
    [[browser(user('b'), code('OLD')), `${KNOWN}, attribution.skipped CODE_EXPIRED`]],
  ],
  [
    'a text that is no code: identified, not attributed',
    'open',
    [[browser(user('b'), code(null)), `${KNOWN}, attribution.skipped CODE_UNKNOWN`]],
  ],
  [
    'a second code',
    'in progress',
    [
      [browser(user('b'), code('ADA')), `${KNOWN}, ${STARTED}`],
      [browser(user('b'), code('EVE')), 'attribution.skipped ALREADY_REFERRED'],
    ],
  ],
  [
    'a payment with a code that does not work still closes the account',
    'closed',
    [[browser(user('b'), code('NOBODY'), paid), `${KNOWN}, attribution.skipped CODE_UNKNOWN, ${CLOSED}`]],
  ],
  [
    'a payment before any code',
    'closed',
    [
      [browser(user('b'), paid), `${KNOWN}, ${CLOSED}`],
      [browser(user('b'), code('ADA'), paid), 'attribution.skipped EXISTING_CUSTOMER'],
    ],
  ],
  [
    'of a page’s statuses only PAID has an effect',
    'in progress',
    [
      [browser(user('b'), code('ADA')), `${KNOWN}, ${STARTED}`],
      [browser(user('b'), trial), ''],
      [browser(user('b'), free), ''],
      [browser(user('b'), cancelled), ''],
    ],
  ],
  [
    'the server reports the payment that a page reported before',
    'converted',
    [
      [browser(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${CONVERTED}`],
      [server(paid), 'conversion.skipped ALREADY_CONVERTED'],
    ],
  ],
  [
    'a page identifies the first user of an account that has paid',
    'converted',
    [
      [
        server(code('ADA'), paid),
        'referral.started EXPLICIT_CODE, reward.created ATTRIBUTED, conversion.waiting NO_USER_IDENTIFIED',
      ],
      [browser(user('b')), `${KNOWN}, ${CONVERTED}`],
    ],
  ],
  [
    'a page’s payment does not start an ended referral again',
    'ended',
    [
      [
        server(code('ADA'), cancelled),
        `${STARTED}, referral.ended SUBSCRIPTION_CANCELLED, reward.cancelled REFERRAL_ENDED`,
      ],
      [browser(user('b'), paid), `${KNOWN}, conversion.skipped REFERRAL_ENDED`],
    ],
  ],
  [
    'the cookie of a new user',
    'in progress',
    [[browser(user('b'), cookie('ADA', 'b')), `${KNOWN}, ${BY_COOKIE}`]],
  ],
  [
    'the cookie and a payment in one call: attributed, then converted',
    'converted',
    [[browser(user('b'), cookie('ADA', 'b'), paid), `${KNOWN}, ${BY_COOKIE}, ${CONVERTED}`]],
  ],
  [
    'the same page again with the same cookie',
    'in progress',
    [
      [browser(user('b'), cookie('ADA', 'b')), `${KNOWN}, ${BY_COOKIE}`],
      [browser(user('b'), cookie('ADA', 'b')), ''],
    ],
  ],
  [
    'the cookie of a user that a page identified before',
    'open',
    [
      [browser(user('b')), KNOWN],
      [browser(user('b'), cookie('ADA', 'b')), 'attribution.skipped USER_KNOWN_BEFORE'],
      [browser(user('b'), cookie('ADA', 'b')), ''],
      [browser(user('b'), cookie('EVE', 'b')), 'attribution.skipped USER_KNOWN_BEFORE'],
    ],
  ],
  [
    'the cookie of a user that only the server named before',
    'in progress',
    [
      [server(user('b'), trial), KNOWN],
      [browser(user('b'), cookie('ADA', 'b')), BY_COOKIE],
    ],
  ],
  [
    'the cookie of a new user on an account whose other user was seen before',
    'in progress',
    [
      [browser(user('b')), KNOWN],
      [browser(user('c'), cookie('ADA', 'c')), `${KNOWN}, ${BY_COOKIE}`],
    ],
  ],
  [
    'the cookie of a new user on an account that has paid',
    'closed',
    [
      [server(paid), CLOSED],
      [browser(user('b'), cookie('ADA', 'b')), `${KNOWN}, attribution.skipped EXISTING_CUSTOMER`],
    ],
  ],
  [
    'the cookie on an account that was referred before',
    'in progress',
    [
      [server(code('EVE')), STARTED],
      [browser(user('b'), cookie('ADA', 'b')), `${KNOWN}, attribution.skipped ALREADY_REFERRED`],
      [browser(user('c'), cookie('EVE', 'c')), KNOWN],
    ],
  ],
  [
    'the cookie with the account’s own code',
    'open',
    [[browser(user('b'), cookie('BOB', 'b')), `${KNOWN}, attribution.skipped SELF_REFERRAL`]],
  ],
  [
    'a cookie whose code does not work uses the user’s only chance',
    'open',
    [
      [browser(user('b'), cookie('OFF', 'b')), `${KNOWN}, attribution.skipped CODE_DISABLED`],
      [browser(user('b'), cookie('ADA', 'b')), 'attribution.skipped USER_KNOWN_BEFORE'],
    ],
  ],
  [
    'a cookie that holds no code',
    'open',
    [
      [browser(user('b'), cookie(null, 'b')), `${KNOWN}, attribution.skipped CODE_UNKNOWN`],
      [browser(user('b'), cookie(null, 'b')), ''],
    ],
  ],
  [
    'after an explicit code that did not work, the cookie no longer counts',
    'open',
    [
      [browser(user('b'), code('NOBODY')), `${KNOWN}, attribution.skipped CODE_UNKNOWN`],
      [browser(user('b'), cookie('ADA', 'b')), 'attribution.skipped USER_KNOWN_BEFORE'],
    ],
  ],
]

test.each(stories)(
  'calls of a browser leave the account as they should: %s → %s',
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

test('while the program is off, pages identify and attribute no users', () => {
  const tenant = new TestTenant({ active: false })
  const decision = tenant.track(browser(user('b'), code('ADA')))
  expect(textOf(decision)).toBe(`${KNOWN}, attribution.skipped PROGRAM_INACTIVE`)
  expect(textOf(tenant.track(browser(user('c'), cookie('ADA', 'c'))))).toBe(
    `${KNOWN}, attribution.skipped PROGRAM_INACTIVE`,
  )
})

test('a page’s payment neither converts nor closes where calls must be signed', () => {
  const tenant = new TestTenant({ requireSignedIdentification: true })
  expect(textOf(tenant.track(browser(user('b'), paid)))).toBe(
    `${KNOWN}, conversion.skipped SIGNATURE_REQUIRED`,
  )
  expect(textOf(tenant.track(browser(user('b'), code('ADA'), paid)))).toBe(
    `${STARTED}, conversion.skipped SIGNATURE_REQUIRED`,
  )
  expect(standingOf(tenant.account())).toBe('in progress')
  expect(textOf(tenant.track(server(paid)))).toBe(CONVERTED)
})

test('a page’s payment counts once signatures are no longer asked for', () => {
  const tenant = new TestTenant({ requireSignedIdentification: true })
  tenant.track(browser(user('b'), code('ADA'), paid))
  tenant.program = { ...tenant.program, requireSignedIdentification: false }
  expect(textOf(tenant.track(browser(user('b'), code('ADA'), paid)))).toBe(CONVERTED)
})

test('the status that a page reports is stored separately from the server’s', () => {
  const tenant = new TestTenant()
  tenant.track(browser(user('b'), paid))
  expect(tenant.account()).toMatchObject({ browserPaid: true, subscription: { status: null } })
  tenant.track(server(trial))
  expect(tenant.account()).toMatchObject({ browserPaid: true, subscription: { status: 'TRIAL' } })
})

test('the fraud rules see the whole call before it converts a referral', () => {
  const tenant = new TestTenant()
  tenant.track({ ...server(customer('cus_1')), accountId: tenant.account('ada').id })
  tenant.track(server(code('ADA'), paid))
  expect(textOf(tenant.track(browser(user('b'), customer('cus_1'))))).toBe(
    `${KNOWN}, referral.flagged SAME_PROCESSOR_CUSTOMER, referral.moderated SAME_PROCESSOR_CUSTOMER, referral.converted FIRST_PAYMENT`,
  )
})

import { describe, expect, test } from 'vitest'
import { type Standing, standingOf } from '../referrals/account.ts'
import type { Call } from '../referrals/command.ts'
import {
  browser,
  cancelled,
  code,
  cookie,
  coupon,
  customer,
  paid,
  paidBefore,
  paidOn,
  processor,
  server,
  trial,
  user,
  verified,
} from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'

const STARTED = 'referral.started EXPLICIT_CODE, reward.created ATTRIBUTED'
const BY_COUPON = 'referral.started COUPON_FIELD, reward.created ATTRIBUTED'
const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'
const ENDED = 'referral.ended SUBSCRIPTION_CANCELLED, reward.cancelled REFERRAL_ENDED'
const OLD = 'referral.ended EXISTING_CUSTOMER, reward.cancelled REFERRAL_ENDED'
const KNOWN = 'user.created IDENTIFIED'
const RECORDED = 'conversion.skipped PROCESSOR_DECIDES'
const first = paidOn(START)

/** Calls of the processor, pages and the merchant's server, their outcomes, and the final state of the account. */
type Story = readonly [story: string, standing: Standing, calls: readonly (readonly [Call, string])[]]

const stories: readonly Story[] = [
  ['a code in the coupon field', 'in progress', [[processor(coupon('ADA')), BY_COUPON]]],
  [
    'a code in the coupon field and the first payment convert without a user',
    'converted',
    [[processor(coupon('ADA'), first), `${BY_COUPON}, ${CONVERTED}`]],
  ],
  [
    'a code of the server, then the first payment at the processor, without a user',
    'converted',
    [
      [server(code('ADA')), STARTED],
      [processor(first), CONVERTED],
      [server(user('b')), KNOWN],
    ],
  ],
  [
    'the payment that the processor shows converts what the server’s report left waiting for a user',
    'converted',
    [
      [server(code('ADA'), paid), `${STARTED}, conversion.waiting NO_USER_IDENTIFIED`],
      [processor(coupon('ADA')), ''],
      [processor(first), CONVERTED],
    ],
  ],
  [
    'the explicit code comes before the coupon field',
    'in progress',
    [
      [server(code('ADA')), STARTED],
      [processor(coupon('EVE')), 'attribution.skipped ALREADY_REFERRED'],
    ],
  ],
  [
    'the coupon field comes before a cookie that comes later',
    'in progress',
    [
      [processor(coupon('ADA')), BY_COUPON],
      [browser(user('b'), cookie('EVE', 'b')), `${KNOWN}, attribution.skipped ALREADY_REFERRED`],
    ],
  ],
  [
    'a coupon that is no working code is passed over',
    'closed',
    [
      [
        processor(coupon('NOBODY'), first),
        'attribution.skipped CODE_UNKNOWN, account.closed EXISTING_CUSTOMER',
      ],
      [processor(coupon('ADA')), 'attribution.skipped EXISTING_CUSTOMER'],
    ],
  ],
  [
    'a coupon with the account’s own code',
    'open',
    [[processor(coupon('BOB')), 'attribution.skipped SELF_REFERRAL']],
  ],
  [
    'a coupon that is no code at all',
    'open',
    [[processor(coupon(null)), 'attribution.skipped CODE_UNKNOWN']],
  ],
  [
    'the first payment without a referral closes the account',
    'closed',
    [
      [processor(first), 'account.closed EXISTING_CUSTOMER'],
      [server(code('ADA')), 'attribution.skipped EXISTING_CUSTOMER'],
    ],
  ],
  [
    'a payment from before the attribution closes an open account',
    'closed',
    [
      [
        processor(paidBefore(START), coupon('ADA')),
        'account.closed EXISTING_CUSTOMER, attribution.skipped EXISTING_CUSTOMER',
      ],
      [processor(first), ''],
    ],
  ],
  [
    'a payment from before the attribution ends a referral in progress',
    'ended',
    [
      [server(user('b'), code('ADA')), `${KNOWN}, ${STARTED}`],
      [processor(paidBefore(START)), OLD],
      [processor(paidBefore(START)), ''],
      [server(paid), ''],
    ],
  ],
  [
    'a payment from before the attribution leaves a conversion that the server reported',
    'converted',
    [
      [server(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${CONVERTED}`],
      [processor(paidBefore(START)), ''],
    ],
  ],
  [
    'the processor cancels',
    'ended',
    [
      [processor(coupon('ADA'), first), `${BY_COUPON}, ${CONVERTED}`],
      [processor(cancelled), `${ENDED}, reward.cancelled REFERRAL_ENDED`],
      [processor(cancelled), ''],
      [processor(first), 'conversion.skipped REFERRAL_ENDED'],
    ],
  ],
  [
    'the processor cancels a referral that began after the server had reported a cancellation',
    'ended',
    [
      [server(cancelled), 'cancellation.skipped NOT_REFERRED'],
      [server(code('ADA')), STARTED],
      [processor(cancelled), ENDED],
    ],
  ],
  [
    'everything that the processor shows, again',
    'converted',
    [
      [processor(coupon('ADA'), first), `${BY_COUPON}, ${CONVERTED}`],
      [processor(coupon('ADA'), first), ''],
      [processor(first), ''],
    ],
  ],
  [
    'the server’s word counts as well, before or after',
    'converted',
    [
      [server(user('b'), code('ADA'), trial), `${KNOWN}, ${STARTED}`],
      [server(paid), CONVERTED],
      [processor(first), ''],
    ],
  ],
  [
    'a payment that a page reports is recorded and converts nothing, signed or not',
    'in progress',
    [
      [browser(user('b'), code('ADA'), paid), `${KNOWN}, ${STARTED}, ${RECORDED}`],
      [browser(user('b'), code('ADA'), paid), ''],
      [browser(verified(user('b')), verified(paid)), ''],
    ],
  ],
  [
    'a payment that a page reports first does not close the account to the code',
    'converted',
    [
      [browser(user('b'), paid), `${KNOWN}, ${RECORDED}`],
      [processor(coupon('ADA'), first), `${BY_COUPON}, ${CONVERTED}`],
    ],
  ],
]

describe('a connected payment processor', () => {
  test.each(stories)(
    'the calls of a connected processor come to the right end: %s',
    (_story, standing, calls) => {
      const tenant = new TestTenant({ isProcessorConnected: true })
      for (const [call, outcomes] of calls) {
        expect(textOf(tenant.track(call))).toBe(outcomes)
        tenant.now += 60_000
      }
      expect(standingOf(tenant.account())).toBe(standing)
    },
  )

  test('what a page reported counts once the processor is disconnected', () => {
    const tenant = new TestTenant({ isProcessorConnected: true })
    tenant.track(browser(user('b'), code('ADA'), paid))
    expect(tenant.account().browserPaid).toBe(true)
    tenant.program = { ...tenant.program, isProcessorConnected: false }
    expect(textOf(tenant.track(browser(user('b'), paid)))).toBe(CONVERTED)
  })

  test('a referral that a page’s payment converted ends once by the processor’s cancellation, though the server had reported one', () => {
    const tenant = new TestTenant()
    tenant.track(server(cancelled))
    tenant.track(browser(user('b'), code('ADA'), paid))
    expect(standingOf(tenant.account())).toBe('converted')
    tenant.program = { ...tenant.program, isProcessorConnected: true }
    expect(textOf(tenant.track(processor(cancelled)))).toBe(`${ENDED}, reward.cancelled REFERRAL_ENDED`)
    expect(textOf(tenant.track(processor(cancelled)))).toBe('')
  })
})

test('a referral converts, and the months of the friend’s percentage begin, with the payment, not when it is seen', () => {
  const tenant = new TestTenant()
  tenant.track(processor(coupon('ADA')))
  tenant.now = START + 3 * 86_400_000
  tenant.track(processor(paidOn(START + 5_000)))
  expect(tenant.account().paidAt).toBe(START + 5_000)
  expect(tenant.referral().referred.reward?.expiresAt).toBe(Date.UTC(2027, 0, 10))
  expect(tenant.referral().convertedAt).toBe(START + 5_000)
})

test('a payment at the processor confirms what unsigned pages reported, one from before the attribution refutes it', () => {
  for (const [seen, standing] of [
    [first, 'converted'],
    [paidBefore(START), 'ended'],
  ] as const) {
    const tenant = new TestTenant()
    tenant.track(browser(user('b'), code('ADA'), paid))
    expect(tenant.referral().unconfirmedAt).not.toBeNull()
    tenant.track(processor(seen))
    expect(standingOf(tenant.account())).toBe(standing)
    if (standing === 'converted') expect(tenant.referral().unconfirmedAt).toBeNull()
  }
})

test('the processor binds an unbound customer, and is never refused', () => {
  const tenant = new TestTenant({}, ['bob', 'cyd'])
  tenant.track({ ...server(customer('c1')), accountId: tenant.account('cyd').id })
  expect(tenant.track(processor(customer('c1')))).toMatchObject({ kind: 'accepted', outcomes: [] })
  expect(tenant.account().providerId).toBeNull()
  tenant.track(processor(customer('c2')))
  tenant.track(processor(customer('c3')))
  expect(tenant.account().providerId).toBe('c2')
})

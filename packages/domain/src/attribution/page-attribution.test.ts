import { describe, expect, test } from 'vitest'
import type { Program } from '../program/program.ts'
import type { Call, RecordCommand } from '../referrals/command.ts'
import type { ReferralCode } from '../referrals/referral-code.ts'
import {
  approve,
  browser,
  byHand,
  cancelled,
  code,
  coupon,
  paid,
  processor,
  server,
  serverOf,
  trial,
  user,
  verified,
} from '../testing/calls.ts'
import { START, TestTenant, textOf } from '../testing/test-tenant.ts'

const mail = { email: 'same@example.com' }
const page = (...commands: Call['commands']) => browser(user('b'), ...commands)
const REPLACED = 'referral.ended REPLACED_BY_SERVER, reward.cancelled REPLACED_BY_SERVER'
const BEGUN = 'referral.started EXPLICIT_CODE, reward.created ATTRIBUTED'
const HELD = 'referral.flagged PAID_ON_PAGE_BEFORE, referral.moderated PAID_ON_PAGE_BEFORE'
const trust: Partial<Program> = { unsignedConversions: { mode: 'trust', limit: 3 } }

function tenantAfter(calls: readonly Call[], program: Partial<Program> = {}): TestTenant {
  const tenant = new TestTenant(program)
  for (const it of calls) expect(tenant.track(it).kind).toBe('accepted')
  return tenant
}

const imported: RecordCommand = {
  kind: 'record',
  code: 'EVE' as ReferralCode,
  startedAt: START - 1000,
  convertedAt: null,
  endedAt: null,
}

describe('a code that only a page named', () => {
  test.each<readonly [who: string, call: Call]>([
    ['the server', server(code('EVE'))],
    ['the server beside a status', server(code('EVE'), trial)],
    ['a signed page', browser(verified(user('b')), code('EVE'))],
    ['staff', server(byHand('EVE'))],
    ['an imported referral', server(imported)],
  ])('a code that only a page named is replaced when %s names another', (_who, call) => {
    const tenant = tenantAfter([page(code('ADA'))])
    const before = tenant.referral()
    expect(textOf(tenant.track(call))).toContain(REPLACED)
    expect(tenant.referral()).toMatchObject({ code: 'EVE', isFromPage: false, endedAt: null, signals: [] })
    expect(tenant.referral().id).not.toBe(before.id)
    const { replaced } = tenant.account()
    expect(replaced).toMatchObject({
      id: before.id,
      code: 'ADA',
      referred: { reward: { cancelledAt: START } },
    })
    expect(replaced?.endedAt).toBe(START)
  })

  test('a code that only a page named is replaced by the coupon field of the processor', () => {
    const tenant = tenantAfter([page(code('ADA'))])
    expect(textOf(tenant.track(processor(coupon('EVE'))))).toContain('referral.started COUPON_FIELD')
  })

  test.each<readonly [story: string, calls: readonly Call[]]>([
    ['the server’s payment', [page(code('ADA')), server(paid)]],
    ['a page’s payment that the server confirmed', [page(code('ADA'), paid), server(paid)]],
    ['a page’s payment that staff approved', [page(code('ADA'), paid), server(approve('referrer'))]],
    ['the server, which named it as well', [page(code('ADA')), server(code('ADA'))]],
    ['a signed page, which named it as well', [page(code('ADA')), browser(verified(user('b')), code('ADA'))]],
    ['staff, who approved the referrer’s side', [page(code('ADA')), server(approve('referrer'))]],
  ])('a code of a page stays when it is confirmed by %s', (_story, calls) => {
    const tenant = tenantAfter(calls)
    const before = tenant.referral()
    expect(textOf(tenant.track(server(code('EVE'))))).toBe('attribution.skipped ALREADY_REFERRED')
    expect(tenant.referral()).toBe(before)
  })

  test('a code of a page is replaced after a payment that only the page reported, and both sides wait for staff', () => {
    const tenant = tenantAfter([page(code('ADA'), paid)])
    const text = textOf(tenant.track(server(code('EVE'), trial)))
    expect(text).toContain('reward.cancelled REPLACED_BY_SERVER, reward.cancelled REPLACED_BY_SERVER')
    expect(text).toContain(HELD)
    expect(tenant.account().replaced?.referring.reward?.cancelledAt).toBe(START)
  })

  test('a code of a page is replaced after the subscription was cancelled, and ends once', () => {
    const tenant = tenantAfter([page(code('ADA')), server(cancelled)])
    expect(textOf(tenant.track(server(code('EVE'), trial)))).toBe(BEGUN)
  })

  test.each<readonly [story: string, calls: readonly Call[]]>([
    ['ended', [page(code('ADA')), server(cancelled)]],
    [
      'was denied for what the page said',
      [serverOf('ada', user('ada', mail)), browser(user('b', mail), code('ADA'))],
    ],
  ])('a code of a page starts anew by the same code of the server when it %s', (_story, calls) => {
    const tenant = tenantAfter(calls)
    const before = tenant.referral()
    expect(textOf(tenant.track(server(code('ADA'), trial)))).toContain(BEGUN.split(',')[0])
    expect(tenant.referral()).toMatchObject({
      endedAt: null,
      referred: { moderation: { status: 'APPROVED' } },
    })
    expect(tenant.account().replaced?.id).toBe(before.id)
  })

  test('a code of a page stays against another page, and against a code of the server that does not work', () => {
    const tenant = tenantAfter([page(code('ADA'))])
    expect(textOf(tenant.track(page(code('EVE'))))).toBe('attribution.skipped ALREADY_REFERRED')
    expect(textOf(tenant.track(server(code('NOBODY'), paid)))).toContain(
      'attribution.skipped CODE_UNKNOWN, referral.converted',
    )
    expect(tenant.referral().code).toBe('ADA')
  })

  test('a code stays when it is the server’s, whatever pages say', () => {
    const tenant = tenantAfter([server(user('b'), code('ADA'))])
    expect(textOf(tenant.track(page(code('EVE'), paid)))).toContain('attribution.skipped ALREADY_REFERRED')
    expect(tenant.referral().code).toBe('ADA')
  })

  test('a code of a page counts like the server’s where the program trusts pages', () => {
    const tenant = tenantAfter([page(code('ADA'))], trust)
    expect(textOf(tenant.track(server(code('EVE'))))).toBe('attribution.skipped ALREADY_REFERRED')
  })

  test('a code of a page is replaced once: what the server named stays', () => {
    const tenant = tenantAfter([page(code('ADA')), server(code('EVE'))])
    const before = tenant.account()
    expect(textOf(tenant.track(server(code('ADA'))))).toBe('attribution.skipped ALREADY_REFERRED')
    expect(textOf(tenant.track(server(code('EVE'))))).toBe('')
    expect(tenant.account()).toBe(before)
  })
})

describe('an account that only a page’s payment closed', () => {
  test('an account that only a page’s payment closed takes a code of the server, with both sides held for staff, and one of a page not at all', () => {
    const tenant = tenantAfter([page(paid)])
    expect(textOf(tenant.track(page(code('ADA'))))).toBe('attribution.skipped EXISTING_CUSTOMER')
    expect(textOf(tenant.track(server(code('ADA'))))).toBe(`referral.started EXPLICIT_CODE, ${HELD}`)
    const { referred, referring, signals } = tenant.referral()
    expect([referred, referring].map((it) => [it.moderation.status, it.reward])).toEqual([
      ['PENDING', null],
      ['PENDING', null],
    ])
    expect(signals).toEqual([{ rule: 'PAID_ON_PAGE_BEFORE', shadow: false }])
  })

  test.each([
    ['the server', server(paid)],
    ['a page', page(paid)],
  ])(
    'an account that only a page’s payment closed converts by a payment that %s reports, and approved sides are rewarded',
    (_who, payment) => {
      const tenant = tenantAfter([page(paid), server(code('ADA'))])
      expect(textOf(tenant.track(payment))).toBe('referral.converted FIRST_PAYMENT')
      expect(textOf(tenant.track(server(approve())))).toBe(
        'referral.moderated STAFF_APPROVED, reward.created MODERATION, reward.created MODERATION',
      )
    },
  )

  test('an account is closed for ever by the server’s payment', () => {
    const tenant = tenantAfter([page(paid), server(paid)])
    expect(textOf(tenant.track(server(code('ADA'))))).toBe('attribution.skipped EXISTING_CUSTOMER')
  })

  test('an account is closed for ever by a page’s payment where the program trusts pages', () => {
    const tenant = tenantAfter([page(paid)], trust)
    expect(textOf(tenant.track(server(code('ADA'))))).toBe('attribution.skipped EXISTING_CUSTOMER')
  })
})

describe('the user who brought the code', () => {
  const CONVERTED = 'referral.converted FIRST_PAYMENT, reward.created CONVERTED'
  const WAITS =
    'referral.flagged UNCONFIRMED_USER, referral.moderated UNCONFIRMED_USER, referral.converted FIRST_PAYMENT'
  const RELEASED = 'referral.moderated ATTRIBUTION_CONFIRMED, reward.created ATTRIBUTION_CONFIRMED'
  const stranger = browser(user('x'), code('ADA'))

  test.each<readonly [story: string, calls: readonly Call[], text: string]>([
    ['is the only user, known by the page alone', [page(code('ADA'))], CONVERTED],
    ['was named by the server before', [server(user('b')), page(code('ADA'))], CONVERTED],
    ['was named by the server after', [page(code('ADA')), server(user('b'))], CONVERTED],
    ['was signed after', [page(code('ADA')), browser(verified(user('b')))], CONVERTED],
    ['is unknown to the server, which names another after', [stranger, server(user('b'))], WAITS],
    ['is unknown to the server, which named another before', [server(user('b')), stranger], WAITS],
    [
      'is unknown, and the server names the code',
      [server(user('b')), stranger, server(code('ADA'))],
      CONVERTED,
    ],
  ])('the user who brought the code %s', (_story, calls, text) => {
    expect(textOf(tenantAfter(calls).track(server(paid)))).toBe(text)
  })

  test.each<readonly [who: string, call: Call, text: string]>([
    ['the server names the user', server(user('x')), RELEASED],
    ['a signed page names the user', browser(verified(user('x'))), RELEASED],
    ['the server names the code', server(code('ADA')), RELEASED],
    [
      'staff approve it',
      server(approve('referrer')),
      'referral.moderated STAFF_APPROVED, reward.created MODERATION',
    ],
  ])('the user who brought the code makes the referrer wait until %s', (_who, call, text) => {
    const tenant = tenantAfter([server(user('b')), stranger, server(paid)])
    expect(tenant.referral().referring).toMatchObject({ moderation: { status: 'PENDING' }, reward: null })
    expect(textOf(tenant.track(call))).toBe(text)
    expect(tenant.referral().referring.moderation.status).toBe('APPROVED')
    expect(textOf(tenant.track(call))).toBe('')
  })

  test('a user and a payment that only pages reported must both be confirmed', () => {
    const program = { unsignedConversions: { mode: 'hold', limit: 0 } } as const
    const tenant = tenantAfter([server(user('b')), stranger, browser(user('x'), paid)], program)
    expect(tenant.referral().signals.map((it) => it.rule)).toEqual([
      'UNSIGNED_CONVERSION',
      'UNCONFIRMED_USER',
    ])
    expect(textOf(tenant.track(server(paid)))).toBe('conversion.skipped ALREADY_CONVERTED')
    expect(tenant.referral().referring.moderation.status).toBe('PENDING')
    expect(textOf(tenant.track(server(user('x'))))).toBe(RELEASED)
  })

  test('the user who brought the code does not matter where the program trusts pages', () => {
    expect(textOf(tenantAfter([server(user('b')), stranger], trust).track(server(paid)))).toBe(CONVERTED)
  })
})
